# TESTS http/head http/heads
