"""Hypothesis strategies for attention data, drawing the space that the samplers draw.

Sequences are short lists of tokens with a label, so they shrink to one sequence of one token; tables are
drawn as for the linear model and then tied to each other by an optional map that shrinks to nothing.
"""

import torch
from hypothesis import strategies as st
from torch import Tensor

from ntpcheck.domains import attention_pieces as pieces
from ntpcheck.domains import strategies
from ntpcheck.domains.imposed import attention as imposed
from ntpcheck.domains.strategies import Draw
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.loss import LOSSES

MOST, LONGEST, TOKENS, WIDEST = 4, 4, 4, 5

_token = st.integers(0, TOKENS - 1)
_sequences = st.lists(
    st.tuples(st.lists(_token, min_size=1, max_size=LONGEST), _token), min_size=1, max_size=MOST
)
_size, _width = st.integers(1, TOKENS), st.integers(1, WIDEST)
_seldom = st.sampled_from((False, False, True))
_often = st.sampled_from((1, 1, 1, pieces.OFTEN))
_loss, _knee = st.integers(0, len(LOSSES) - 1), st.integers(-8, 8).map(lambda k: k / 4)
_head = st.sampled_from(("free", "unit", "same", "opposite", "zero"))
LABELS = (
    imposed.realizable,
    imposed.acyclic_labels,
    imposed.acyclic_and_realizable,
    imposed.stacked,
    pieces.repeated_samples,
    pieces.rival_samples,
)
TABLES = (pieces.where_it_fits, pieces.selecting_where_it_fits)


@strategies.built_once
def samples(draw: Draw, *, K: int) -> tuple[Tensor, Tensor, Tensor]:
    """Counts `[n, K]`, last tokens `[n]` and labels `[n]`; often all with one last token."""
    drawn, one_query = draw(_sequences), draw(_seldom)
    words = [[token % K for token in tokens] for tokens, _ in drawn]
    if one_query:
        words = [[*word[:-1], words[0][-1]] for word in words]
    counts = torch.stack([torch.bincount(torch.tensor(word), minlength=K) for word in words])
    last = torch.tensor([word[-1] for word in words])
    counts[:, 0] *= draw(_often)
    return counts, last, torch.tensor([label % K for _, label in drawn])


@strategies.built_once
def tables(draw: Draw, *, K: int, d: int) -> tuple[Tensor, Tensor]:
    """Embeddings and head `[K, d]`."""
    kind = draw(_head)
    if kind == "unit":
        unit = torch.eye(K, d, dtype=torch.float64)
        return unit, unit
    embeddings = draw(strategies.embeddings(m=K, d=d))
    if kind == "free":
        return embeddings, draw(strategies.decoders(V=K, d=d))
    return embeddings, {"same": 1.0, "opposite": -1.0, "zero": 0.0}[kind] * embeddings


@strategies.built_once
def datasets(draw: Draw) -> Attention:
    """One dataset, small, any structure."""
    K, d = draw(_size), draw(_width)
    data = Attention(
        *draw(tables(K=K, d=d)), *draw(samples(K=K)), loss=torch.tensor(draw(_loss)), knee=draw(_knee)
    )
    return draw(strategies.altered(draw(strategies.altered(data, TABLES)), LABELS))
