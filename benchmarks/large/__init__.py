"""Large graphs: set-up, rounds and memory, in products with the graph's Laplacian."""
