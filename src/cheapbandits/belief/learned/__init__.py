"""Beliefs that learn their own mean, scale, noise, nugget and smoothness from the readings."""
