"""False neighbours of the claims, written with the checkers in sight."""
