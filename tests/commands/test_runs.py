"""How a run begins: which papers are imported for the claims asked for."""

from __future__ import annotations

import pytest

from ntpcheck.commands import _runs
from ntpcheck.errors import UnknownClaim
from ntpcheck.report import catalogue


@pytest.fixture
def loaded(monkeypatch):
    """The targets that were loaded, in order."""
    found, load = list[str](), catalogue.load

    def noting(target):
        found.append(target)
        return load(target)

    monkeypatch.setattr(catalogue, "load", noting)
    return found


def test_one_claim_loads_its_own_paper_only(loaded):
    papers, ids = _runs._chosen(("linear/lemma-1/separable",))
    assert ids == ["linear/lemma-1/separable"]
    assert [paper.key for paper in papers] == ["linear"]
    assert loaded == ["ntpcheck_papers.thrampoulidis2024:PAPER"]


@pytest.mark.parametrize("patterns", [(), ("*lemma-1*",), ("linear/lemma-1", "attention/lemma-1")])
def test_what_may_be_of_any_paper_loads_all(loaded, patterns):
    papers, ids = _runs._chosen(patterns)
    assert {paper.key for paper in papers} == {"attention", "linear"}
    assert {name.partition("/")[0] for name in ids} == {"attention", "linear"}


@pytest.mark.parametrize("pattern", ["linea/lemma-1/separable", "linear/lemma-1/separabel"])
def test_an_unknown_claim_is_told_the_closest_of_all_papers(loaded, pattern):
    with pytest.raises(UnknownClaim, match="linear/lemma-1/separable"):
        _runs._chosen((pattern,))
    assert len(set(loaded)) == 2


def test_the_folders_of_papers_are_known_without_importing_them(loaded):
    homes = catalogue.homes()
    assert loaded == []
    assert homes == {paper.key: paper.folder for paper in catalogue.papers()}
