"""`python -m ntpcheck`."""

from ntpcheck.cli import main

if __name__ == "__main__":
    main()
