"""Numbers, exact or enclosed, and linear algebra over the rationals."""
