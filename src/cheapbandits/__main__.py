"""``python -m cheapbandits``."""

from cheapbandits.cli import main

if __name__ == "__main__":
    main()
