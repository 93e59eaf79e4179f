"""Steps: one module each. A step answers who acts, what is legal, and applies the decision."""
