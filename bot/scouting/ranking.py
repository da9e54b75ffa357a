"""How like a list the papers of a feed are: learned from the titles of the list against those of the feed.

A term counts by how rare it is and by how differently list and feed use it (log ratio of their rates). Over these
terms a logistic regression tells entries of the list from papers of the feed: what it takes for entries is alike.
Newer entries count more, headings count as entries of half the weight, and the mean similarity to the list is mixed in,
because a feed that has the topic of the list teaches little. Nothing is random, and nothing is downloaded.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from bot.papers.similarity import STOP_WORDS, normalise
from bot.text import group_pairs

_MOST_ENTRIES = 4_000
"""Entries that are learned from, the newest; in replays the newest thousand taught as much as all."""
_MOST_PAPERS = 4_000
"""Papers of the feed that are learned from, spread evenly; all of them are scored."""
_HALF_LIFE = 12.0
"""Months after which an entry counts half: in replays 6 to 24 did as well."""
_LEAST_WEIGHT = 0.05
_HEADING = 0.5
"""The weight of a heading; an entry of mean age has 1."""
_PRIOR = 0.5
"""What is added to counts, as usual for log ratios of small numbers."""
_ROUNDS, _STEP, _SLOWING = 5, 0.5, 0.3
"""Rounds of gradient descent, the first step, and how steps get shorter; more rounds change nothing in replays."""
_MEAN = 0.3
"""The weight of the mean similarity: without it feeds of one topic were ranked worse, with more of it mixed feeds."""
_ABSTRACT = 0.3
"""The weight of an abstract: words of its own, many of them common to all papers, beside those of the title."""
_MUCH = 30
"""Papers from which a feed says as much of its words as all that is mixed with it. Few papers tell by chance: what
the list and a feed of two have in common, such as "A Survey of", would count as much as their topic."""
_MOST_EXPONENT = 30.0
_CONNECTED = 0.05
"""The similarity to the nearest entry below which hardly a word connects a paper with the list: 5 % of the papers that
lists took in replays had less, and half of those that they did not take."""

_MOST_COMPARED = 300
"""Examples that a paper is compared with, those that share its rarest terms first."""
_MOST_TERMS = 400
"""Terms of a text."""


class Example(NamedTuple):
    """A title of the list, and its month as `year * 12 + month` where it is known."""

    title: str
    month: int | None = None


class PaperText(NamedTuple):
    """A paper of the feed."""

    title: str
    abstract: str = ""


class Score(NamedTuple):
    """How like the list a paper is, and the examples that it is nearest to, with their similarity."""

    value: float
    """From 0 to 1; 0.5 is the average paper of the feed."""
    nearest: tuple[tuple[int, float], ...]
    """Indexes of examples, the nearest first."""

    @property
    def is_unlike(self) -> bool:
        """Whether hardly a word connects it with the list."""
        return not self.nearest or self.nearest[0][1] < _CONNECTED


_Vector = tuple[tuple[str, float], ...]
"""Terms with their weights, of length 1."""


def rank(
    examples: Sequence[Example], headings: Iterable[str], papers: Sequence[PaperText], neighbours: int
) -> list[Score]:
    """A score for each paper, in order; O(n) in the terms of all titles, apart from examples that share one."""
    learned = _newest(examples)
    titles = [each.title for each in learned]
    own = [_terms(title) for title in (*titles, *dict.fromkeys(headings))]
    theirs = [_terms(each.title) for each in papers]
    trust = len(papers) / (len(papers) + _MUCH)
    weights = _weigh(own, theirs, trust)
    positive = [_vector(terms, weights) for terms in own]
    negative = [_vector(terms, weights) for terms in theirs]
    ages = [*_by_age(learned), *([_HEADING] * (len(own) - len(titles)))]
    model = _learn(positive, ages, _spread(negative))
    middle = _mean(positive, ages)
    abstracts = [_vector(_terms(each.abstract), weights) if each.abstract else () for each in papers]
    modelled, compared = (
        _standard(
            [
                _product(model_or_mean, title) + _ABSTRACT * _product(model_or_mean, abstract)
                for title, abstract in zip(negative, abstracts, strict=True)
            ]
        )
        for model_or_mean in (model, middle)
    )
    nearest = _nearest([_vector(_terms(each.title), weights) for each in examples], negative, neighbours)
    return [
        Score(1 / (1 + math.exp(-_bounded(trust * one + (_MEAN + 1 - trust) * other))), near)
        for one, other, near in zip(modelled, compared, nearest, strict=True)
    ]


def _terms(text: str) -> frozenset[str]:
    """The words of a text and its pairs of words; plural and singular are one."""
    words = [_singular(word) for word in normalise(text).split() if len(word) > 1 or not word.isascii()][:_MOST_TERMS]
    significant = [word for word in words if word not in STOP_WORDS]
    pairs = (f"{one} {other}" for one, other in pairwise(words) if not {one, other} <= STOP_WORDS)
    return frozenset((*significant, *pairs))


def _singular(word: str) -> str:
    if len(word) <= 4 or not word.endswith("s") or word.endswith("ss"):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word[:-1]


def _newest(examples: Sequence[Example]) -> list[Example]:
    """The newest examples, in order; those without a month count as those beside them."""
    if len(examples) <= _MOST_ENTRIES:
        return list(examples)
    order = sorted(range(len(examples)), key=lambda index: (-(examples[index].month or 0), index))
    return [examples[index] for index in sorted(order[:_MOST_ENTRIES])]


def _spread(vectors: list[_Vector]) -> list[_Vector]:
    if len(vectors) <= _MOST_PAPERS:
        return vectors
    return [vectors[index * len(vectors) // _MOST_PAPERS] for index in range(_MOST_PAPERS)]


def _weigh(own: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]], trust: float) -> dict[str, float]:
    """How much each term tells; `trust`, from 0 to 1, is how much the papers of the feed say about its words."""
    ours, others = (Counter(term for terms in group for term in terms) for group in (own, theirs))
    total = len(own) + len(theirs)
    scale = (len(theirs) + 2 * _PRIOR) / (len(own) + 2 * _PRIOR)
    return {
        term: math.log(1 + total / count)
        * (1 + trust * abs(math.log((ours[term] + _PRIOR) / (others[term] + _PRIOR) * scale)))
        for term, count in (ours + others).items()
    }


def _vector(terms: frozenset[str], weights: dict[str, float]) -> _Vector:
    """The known terms in a fixed order, of length 1 together."""
    found = [(term, weights[term]) for term in sorted(terms) if term in weights]
    length = math.sqrt(sum(weight * weight for _, weight in found)) or 1.0
    return tuple((term, weight / length) for term, weight in found)


def _by_age(examples: Sequence[Example]) -> list[float]:
    """The weights of examples, 1 on average: half for each `_HALF_LIFE` before the newest."""
    months = sorted(each.month for each in examples if each.month is not None)
    if not months:
        return [1.0] * len(examples)
    newest, usual = months[-1], months[len(months) // 2]
    weights = [
        max(_LEAST_WEIGHT, 0.5 ** ((newest - (each.month if each.month is not None else usual)) / _HALF_LIFE))
        for each in examples
    ]
    mean = sum(weights) / len(weights)
    return [weight / mean for weight in weights]


def _learn(positive: Sequence[_Vector], ages: Sequence[float], negative: Sequence[_Vector]) -> dict[str, float]:
    """The weights of a logistic regression, both classes of equal weight, by stochastic gradient descent.

    The order is that of checksums: the same in each run, and not that of the list or of the feed.
    """
    total = len(positive) + len(negative)
    examples = [
        *((vector, 1.0, age * total / (2 * len(positive))) for vector, age in zip(positive, ages, strict=True)),
        *((vector, 0.0, total / (2 * len(negative))) for vector in negative),
    ]
    examples.sort(key=lambda each: (crc32(repr(each[0][:4]).encode()), each[1]))
    model: dict[str, float] = defaultdict(float)
    bias = 0.0
    for number in range(_ROUNDS):
        step = _STEP / (1 + number * _SLOWING)
        for vector, wanted, weight in examples:
            margin = bias + sum(model[term] * value for term, value in vector)
            change = step * weight * (wanted - 1 / (1 + math.exp(-_bounded(margin))))
            for term, value in vector:
                model[term] += change * value
            bias += change / 10
    return model


def _mean(vectors: Sequence[_Vector], weights: Sequence[float]) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for vector, weight in zip(vectors, weights, strict=True):
        for term, value in vector:
            found[term] += weight * value / len(vectors)
    return found


def _product(weights: dict[str, float], vector: _Vector) -> float:
    return sum(weights.get(term, 0.0) * value for term, value in vector)


def _standard(values: list[float]) -> list[float]:
    """The values with mean 0 and deviation 1."""
    if not values:
        return []
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1.0
    return [(value - mean) / deviation for value in values]


def _bounded(value: float) -> float:
    return max(-_MOST_EXPONENT, min(_MOST_EXPONENT, value))


def _nearest(examples: Sequence[_Vector], papers: Sequence[_Vector], most: int) -> list[tuple[tuple[int, float], ...]]:
    """The examples nearest to each paper, of those that share its terms that few examples have."""
    index = group_pairs((term, (number, value)) for number, vector in enumerate(examples) for term, value in vector)
    found = []
    for vector in papers:
        sums: dict[int, float] = defaultdict(float)
        room = _MOST_COMPARED
        for size, _, value, shared in sorted(
            (len(shared), term, value, shared) for term, value in vector if (shared := index.get(term)) is not None
        ):
            room -= size
            if room < 0 and sums:
                break
            for number, other in shared:
                sums[number] += value * other
        best = nlargest(most, sums.items(), key=lambda each: (each[1], -each[0]))
        found.append(tuple((number, round(similarity, 3)) for number, similarity in best))
    return found
