# TESTS things/listThings/order things/listThings/limit
def test_order():
    """TESTS http/head: none."""
