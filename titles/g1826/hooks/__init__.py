"""What is peculiar to 1826: each module one mechanism, parameters in title.yaml."""
