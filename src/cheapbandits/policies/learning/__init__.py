"""How learning policies choose: the opening, the price of a unit of cost, what a look is worth."""
