/* SPEC things/listThings/orders */
