"""What every instance type can do, from its named axes alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from flint import fmpq
from hypothesis import given

from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.base import Instance, cached, cached_for, stack
from ntpcheck.instances.dataset import Dataset, Decoding, Run, Samples
from tests.engine.toys import decodings


def same(a, b):
    return all(
        np.array_equal(np.asarray(x), np.asarray(y))
        for x, y in zip(a.arrays().values(), b.arrays().values(), strict=True)
    )


@given(decodings())
def test_an_instance_survives_the_exact_lift_and_json_and_its_own_repr(data):
    assert same(data.exact().floats(), data)
    assert same(Instance.from_json(data.to_json()).floats(), data)
    assert same(eval(repr(data)), data)
    assert same(eval(repr(data.exact())).exact(), data.exact())


@given(decodings())
def test_permuting_twice_returns_and_dropping_shortens(data):
    order = list(reversed(range(data.size("V"))))
    assert same(data.permute("V", order).permute("V", order), data)
    assert torch.equal(data.permute("V", order).W, data.W.flip(0))
    if data.size("d") > 1:
        assert data.drop("d", 0).size("d") == data.size("d") - 1


@given(decodings())
def test_a_batch_agrees_with_its_rows(data):
    batch = stack([data, data.replace(W=data.W + 1)])
    assert batch.batch == (2,)
    assert same(batch.row(0), data)
    assert [same(row, batch.row(i)) for i, row in enumerate(batch.rows())] == [True, True]
    assert same(batch.select([1]).row(0), batch.row(1))
    assert torch.equal(batch.pi[1], data.pi)
    assert torch.equal(batch.p[0], data.p)
    assert data.row(()) is data
    assert same(stack([data.exact(), data.exact()]).row(1), data.exact())
    assert data.exact().to("cpu").is_exact
    assert same(data.to("cpu"), data)


def test_probabilities_are_exact_rationals():
    data = Dataset([[1.0, 0.5], [0, 0]], [[1, 2], [0, 4]]).exact()
    assert data.pi.tolist() == [fmpq(3, 7), fmpq(4, 7)]
    assert data.p.tolist() == [[fmpq(1, 3), fmpq(2, 3)], [0, 1]]
    assert data.n[()] == 7
    assert data.support.tolist() == [[True, True], [False, True]]


def test_counts_and_sizes_are_numbers_of_the_own_system():
    data = Decoding([[1.0]], [[1, 2]], [[3.0], [4.0]])
    assert data.number("counts").tolist() == [[1.0, 2.0]]
    assert float(data.sized("V")) == 2
    assert data.exact().number("counts").tolist() == [[fmpq(1), fmpq(2)]]
    assert data.exact().sized("V")[()] == fmpq(2)
    assert data.exact().to_json()["W"] == [[3], [4]]


def test_the_rows_of_a_batch_are_those_that_it_gives_one_by_one():
    rng = np.random.default_rng(0)
    batch = Decoding(rng.normal(size=(5, 2, 3)), rng.integers(1, 4, (5, 2, 4)), rng.normal(size=(5, 4, 3)))
    for whole in (batch, batch.exact()):
        rows = list(whole.rows())
        assert [row.batch for row in rows] == [()] * 5
        assert {row.is_exact for row in rows} == {whole.is_exact}
        assert list(map(repr, rows)) == [repr(whole.row(i)) for i in range(5)]


def test_what_is_kept_for_an_array_is_kept_for_no_other():
    calls = []

    @cached_for
    def moved(data, W):
        calls.append(1)
        return data.embeddings @ W

    data, W = Dataset([[1.0, 2.0]], [[1]]), torch.eye(2, dtype=torch.float64)
    assert moved(data, W) is moved(data, W)
    assert len(calls) == 1
    assert moved(data, 2 * W).tolist() == [[2.0, 4.0]]
    assert moved(data, 3 * W).tolist() == [[3.0, 6.0]]  # whatever place in memory the array before has left
    assert moved(data.replace(), W) is not moved(data, W)


def test_what_is_cached_is_computed_once():
    calls = []

    @cached
    def size(data):
        calls.append(data)
        return data.size("m")

    data = Dataset([[1.0]], [[1]])
    assert (size(data), size(data), len(calls)) == (1, 1, 1)


BAD = [
    ({"embeddings": [[float("nan")]], "counts": [[1]]}, "contains nan"),
    ({"embeddings": [[float("inf")]], "counts": [[1]]}, "contains inf"),
    ({"embeddings": [[1]], "counts": [[0.5]]}, r"contains 0\.5"),
    ({"embeddings": [[1]], "counts": [[-1]]}, "contains -1"),
    ({"embeddings": [[1], [1]], "counts": [[1], [0]]}, "context 1 has no next token"),
    ({"embeddings": [[1]], "counts": [[1], [2]]}, "2 along m but embeddings has 1"),
    ({"embeddings": [1], "counts": [[1]]}, "axes"),
    ({"embeddings": [["a"]], "counts": [[1]]}, "'a' is no number"),
    ({"embeddings": [[1], [1, 2]], "counts": [[1]]}, "not an array"),
    ({"embeddings": [[1]], "counts": [["x"]]}, "not an array of integers"),
    ({"embeddings": torch.zeros(1, 0), "counts": [[1]]}, "at least one context"),
    ({"embeddings": torch.zeros(2, 1, 1), "counts": [[1]]}, "batch shape"),
]


@pytest.mark.parametrize(("fields", "says"), BAD)
def test_a_malformed_dataset_is_refused_in_one_line(fields, says):
    with pytest.raises(InvalidInstance, match=says) as caught:
        Dataset(**fields)
    assert "\n" not in str(caught.value)


def test_json_of_an_unknown_type_or_with_a_missing_field_is_refused():
    with pytest.raises(InvalidInstance, match="'Martian' is no instance type"):
        Instance.from_json({"type": "Martian"})
    with pytest.raises(InvalidInstance, match="lacks 'counts'"):
        Instance.from_json({"type": "Dataset", "embeddings": [[1]]})


@pytest.mark.parametrize(
    ("fields", "says"),
    [({"contexts": [0], "labels": [1], "table": [[1.0]], "W": [[1.0]]}, "labels leaves"),
     ({"contexts": [1], "labels": [0], "table": [[1.0]], "W": [[1.0]]}, "contexts leaves"),
     ({"contexts": [], "labels": [], "table": [[1.0]], "W": [[1.0]]}, "empty")],
)  # fmt: skip
def test_samples_point_into_their_tables(fields, says):
    with pytest.raises(InvalidInstance, match=says):
        Samples(**fields)


def test_a_run_carries_a_scalar_step_size():
    run = Run([[1.0]], [[1]], [[0.0]], 0.5)
    assert run.eta.shape == ()
    assert run.exact().eta[()] == fmpq(1, 2)
    assert repr(run) == "Run(embeddings=[[1.0]], counts=[[1]], W0=[[0.0]], eta=0.5)"


@pytest.mark.parametrize(
    ("embeddings", "counts"),
    [
        ([["1/2", float("nan")]], [[1]]),
        ([[10**400]], [[1]]),
        ([[1.0]], [[1e300]]),
        ([[1.0]], [[2**63]]),
        ([["1/2"]], [[2**70]]),
        ([[1.0]], torch.tensor([[2**62, 2**62, 2**62, 2**62, 1]])),
    ],
)
def test_what_no_double_or_64_bit_integer_holds_is_refused(embeddings, counts):
    with pytest.raises(InvalidInstance):
        Dataset(embeddings, counts)


def test_other_values_are_asked_for_the_rules_that_read_them_and_an_own_rule_reads_all():
    class Bounded(Decoding):
        """A decoding with a rule of its own, which says nothing of what it reads."""

        def validate(self):
            if bool((self.W > 1).any()):
                raise InvalidInstance("W is above 1.")

    data = Bounded([[1.0]], [[1, 1]], [[0.0], [1.0]])
    assert {"counts"} == Decoding.RULED
    assert {"embeddings", "counts", "W"} == Bounded.RULED
    assert data.replace(W=-data.W).W[1, 0] == -1
    with pytest.raises(InvalidInstance, match="above 1"):
        data.replace(W=2 * data.W)
    plain = Run([[1.0]], [[1, 1]], [[0.0], [1.0]], 1.0)
    assert plain.replace(embeddings=[[2.0]], W0=3 * plain.W0).W0[1, 0] == 3
    for bad in ({"counts": [[0, 0]]}, {"eta": 0.0}, {"embeddings": [[float("nan")]]}):
        with pytest.raises(InvalidInstance):
            plain.replace(**bad)
    with pytest.raises(InvalidInstance, match="at least one context"):
        Dataset([[1.0]], [[1, 1]]).replace(embeddings=torch.zeros(1, 0))
