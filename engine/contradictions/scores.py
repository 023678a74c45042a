"""Contradictions in contracts and bags."""

from typing import Final

from engine.contradictions.kinds import Contradiction, default

TEN_PLAIN: Final = 100
"""The value of ten tricks without a special rule."""

SCORES: Final[tuple[Contradiction, ...]] = (
    (
        lambda r: r.bag_limit is None and not r.bag_points_kept,
        "Bag points are taken back at a penalty, and without a bag limit there is none.",
    ),
    (
        lambda r: r.bag_limit is None and r.bag_count == "reset",
        "The bag count begins again at a penalty, and without a bag limit there is none.",
    ),
    (
        lambda r: r.failed_nil_tricks == "ignored" and r.failed_nil_bag_points == 0,
        "The tricks of a failed nil are ignored, so their bags have no points to set.",
    ),
    (
        lambda r: r.boston != "bonus" and r.boston_bonus != default(r, "boston_bonus"),
        "A Boston bonus makes no sense while Boston scores no bonus.",
    ),
    (
        lambda r: r.missed_contract == "zero" and r.ten_missed != TEN_PLAIN,
        "A missed contract costs nothing, so missing ten can have no price.",
    ),
    (
        lambda r: r.missed_contract == "zero" and r.blind_bid_missed != "doubled",
        "A missed contract costs nothing, so missing a blind number can have no price.",
    ),
    (
        lambda r: r.ten_contracts == "doubled" and r.ten_made != TEN_PLAIN,
        "From ten on a trick bid is worth 20, so making ten can have no other price.",
    ),
    (
        lambda r: r.ten_contracts == "doubled" and r.ten_missed != TEN_PLAIN,
        "From ten on a trick bid is worth 20, so missing ten can have no other price.",
    ),
    (
        lambda r: r.boston == "nothing" and r.boston_unbid,
        "A Boston that was not bid makes no sense while Boston scores nothing.",
    ),
    (
        lambda r: r.bag_points != 1 and not r.bag_points_kept,
        "Bag points are taken back at a penalty only where each bag scores 1.",
    ),
    (
        lambda r: r.bag_points == 0 and r.failed_nil_bag_points == 0,
        "No bag scores a point, so those of a failed nil have none to lose.",
    ),
    (
        lambda r: r.bag_limit is None and r.bag_penalty is not None,
        "A bag penalty is paid at the bag limit, and there is none.",
    ),
)
