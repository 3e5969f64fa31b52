"""Texts that stand in files of their own, `*.j2`: pages, Markdown, and what `ntpcheck new` writes."""

import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def environment(package: str, *, html: bool) -> Environment:
    """The templates in a package's folder; what goes into HTML is escaped, and its last newline goes."""
    return Environment(
        loader=PackageLoader(package, "."),
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=not html,
    )


@cache
def _plain(package: str) -> Environment:
    return environment(package, html=False)


def text(template: str, /, package: str = "ntpcheck.report", **values: Any) -> str:
    """A plain text from the template of that name in a package's folder."""
    return _plain(package).get_template(template).render(values)


def part(template: str, name: str, **values: Any) -> str:
    """One macro of a template of Markdown, with an empty line at its end and none doubled."""
    macro = getattr(_plain("ntpcheck.report").get_template(template).module, name)
    return re.sub(r"\n{3,}", "\n\n", str(macro(**values)).strip("\n") + "\n\n")
