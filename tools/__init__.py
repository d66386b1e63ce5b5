"""One-off work beside the package: how the shipped data were made. Not in the wheel."""
