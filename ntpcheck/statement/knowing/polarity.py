"""Signs as pairs of bounds among -1, 0 and 1, and what sums, products and comparisons make of them."""

Sign = tuple[int, int]
ANY, ZERO, POSITIVE, NEGATIVE, AT_LEAST, AT_MOST = (-1, 1), (0, 0), (1, 1), (-1, -1), (0, 1), (-1, 0)
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def plus(a: Sign, b: Sign) -> Sign:
    low = max(a[0], b[0]) if min(a[0], b[0]) >= 0 else -1
    high = min(a[1], b[1]) if max(a[1], b[1]) <= 0 else 1
    return low, high


def times(a: Sign, b: Sign) -> Sign:
    found = [x * y for x in a for y in b]
    return min(found), max(found)


def negative(a: Sign) -> Sign:
    return -a[1], -a[0]


def divisor(a: Sign) -> Sign:
    """The sign of what is divided by: it is not 0."""
    return POSITIVE if a[0] >= 0 else NEGATIVE if a[1] <= 0 else ANY


def joined(a: Sign, b: Sign) -> Sign:
    return min(a[0], b[0]), max(a[1], b[1])


def says(sign: str, a: Sign) -> bool | None:
    """What a sign says of a comparison with 0."""
    if sign in ("<", "<="):
        return says(MIRRORED[sign], negative(a))
    if sign == ">":
        return True if a[0] > 0 else False if a[1] <= 0 else None
    if sign == ">=":
        return True if a[0] >= 0 else False if a[1] < 0 else None
    equal = True if a == ZERO else False if a[0] > 0 or a[1] < 0 else None
    return equal if equal is None or sign == "=" else not equal


def narrower(a: Sign, b: Sign) -> Sign:
    """What two bounds of one sign say together; of nothing, where they contradict each other, anything."""
    return max(a[0], b[0]), min(a[1], b[1])
