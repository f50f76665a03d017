/* TESTS http/free (golden files are not read) */
