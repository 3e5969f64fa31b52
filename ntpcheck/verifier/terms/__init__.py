"""Terms with unknowns: identities, equations, polynomials, derivatives."""
