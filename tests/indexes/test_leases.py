import pytest

from indexes.catalog import Catalog
from indexes.catalog.leases import is_alive, owner_name
from schemas.errors import LeaseHeld, LeaseLost

DEAD = owner_name("r").split("|")[0] + "|999999999|1|r"


def test_a_living_owner_keeps_others_out_until_its_lease_ends() -> None:
    leases = Catalog("sqlite://").leases
    leases.acquire(["d1", "d2"], owner_name("a"), now=100.0, lease_s=60)
    with pytest.raises(LeaseHeld):
        leases.acquire(["d2", "d3"], owner_name("b"), now=159.0, lease_s=60)
    assert leases.acquire(["d2"], owner_name("b"), now=161.0, lease_s=60) == {"d2": 2}


def test_all_or_none() -> None:
    leases = Catalog("sqlite://").leases
    leases.acquire(["d1"], owner_name("a"), now=0.0, lease_s=60)
    with pytest.raises(LeaseHeld):
        leases.acquire(["d0", "d1"], owner_name("b"), now=1.0, lease_s=60)
    assert leases.acquire(["d0"], owner_name("c"), now=1.0, lease_s=60) == {"d0": 1}


def test_a_dead_owner_holds_nothing() -> None:
    leases = Catalog("sqlite://").leases
    assert not is_alive(DEAD)
    leases.acquire(["d1"], DEAD, now=0.0, lease_s=1000)
    assert leases.acquire(["d1"], owner_name("b"), now=1.0, lease_s=60) == {"d1": 2}


def test_release_frees_and_tokens_go_on_growing() -> None:
    leases = Catalog("sqlite://").leases
    leases.acquire(["d1"], owner_name("a"), now=0.0, lease_s=60)
    leases.release(["d1"], owner_name("a"))
    assert leases.acquire(["d1"], owner_name("b"), now=1.0, lease_s=60) == {"d1": 2}


def test_whoever_lost_a_lease_cannot_finish() -> None:
    catalog = Catalog("sqlite://")
    tokens = catalog.leases.acquire(["d1"], owner_name("a"), now=0.0, lease_s=10)
    catalog.leases.acquire(["d1"], owner_name("b"), now=20.0, lease_s=10)
    with catalog.begin() as session, pytest.raises(LeaseLost):
        catalog.leases.check(session, tokens)
