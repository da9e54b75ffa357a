"""States as hypothesis makes them up: every field, also where a sweep would never write it so."""

from __future__ import annotations

from types import MappingProxyType

from hypothesis import strategies as st

from bot.links import LinkState, Share, Tally
from bot.papers.dates import Month
from bot.sweeps.history import Observation, Part
from bot.sweeps.state import Census, Location, PastObservation, Record, RuleFinding, Run, State, Trimmed, WrongCall

times = st.integers(0, 250_000_000_000)
counts = st.integers(0, 1_000_000_000)
words = st.text(max_size=20)
targets = st.one_of(
    st.sampled_from(("arxiv:2310.05915", "github:a/b", "https://lab.example/")),
    st.text(st.characters(), min_size=1, max_size=20),
)
rules = st.sampled_from(("wrong-paper", "archived-repository", "x"))
states = st.sampled_from(LinkState)
statuses = st.none() | st.integers(0, 9_999)
past_observations = st.builds(PastObservation, times, states, statuses, words, words)
records = st.builds(
    Record,
    target=targets,
    state=states,
    reason=words,
    checked=times,
    last_ok=st.none() | times,
    strikes=counts,
    first_failure=st.none() | times,
    last_strike=st.none() | times,
    returns=counts,
    observations=st.lists(past_observations, max_size=5).map(tuple),
    moved_to=st.none() | words,
    moved_since=st.none() | times,
    moves=counts,
    reported=st.none() | times,
    silenced_until=st.none() | times,
    copy=st.none() | words,
)
noted = st.builds(RuleFinding, rules, targets, words, times, st.none() | times)
tallies = st.builds(Tally, counts, counts, counts, counts, counts, counts)
runs = st.builds(Run, times, tallies, counts, counts, words)
shares = st.builds(Share, words, tallies)
places = st.builds(Location, words, st.integers(1, 100_000_000), words, words)
census = st.builds(
    Census,
    papers=counts,
    months=st.lists(st.builds(Month, st.integers(1, 9_999), st.integers(1, 12), counts), max_size=3).map(tuple),
    sections=st.lists(shares, max_size=3).map(tuple),
    hosts=st.lists(shares, max_size=3).map(tuple),
    places=st.dictionaries(targets, st.lists(places, max_size=5).map(tuple), max_size=3).map(MappingProxyType),
)
sweeps_states = st.builds(
    State,
    records=st.lists(records, max_size=6, unique_by=lambda each: each.target).map(
        lambda found: MappingProxyType({each.target: each for each in found})
    ),
    findings=st.lists(noted, max_size=4, unique_by=lambda each: each.key).map(
        lambda found: MappingProxyType({each.key: each for each in found})
    ),
    runs=st.lists(runs, max_size=3).map(tuple),
    wrong_calls=st.lists(st.builds(WrongCall, times, rules, targets), max_size=3).map(tuple),
    called=counts,
    wrong=counts,
    returned=counts,
    census=census,
    trimmed=st.builds(Trimmed, counts, counts),
)
observations = st.builds(Observation, targets, states, times, words, statuses, words, words, st.none() | words)
parts = st.builds(
    Part,
    time=times,
    observations=st.lists(observations, max_size=5, unique_by=lambda each: each.target).map(tuple),
    findings=st.lists(st.builds(RuleFinding, rules, targets, words), max_size=3).map(tuple),
    probes=st.lists(states, max_size=5).map(tuple),
    shard=st.integers(1, 256),
    shards=st.integers(1, 256),
    interrupted=st.booleans(),
)
