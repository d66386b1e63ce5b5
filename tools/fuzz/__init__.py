"""Files, names, numbers and command lines that nobody would send by accident; see ``make fuzz``."""
