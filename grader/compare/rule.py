"""The one tolerance: |x − r| ≤ t·(|r| + s), with s the largest finite |r| of the array.

The dtype of a result does not show the precision used to compute it, so t is generous; checks, not
tolerances, are what tells a mistake from rounding.
"""

from __future__ import annotations

import numpy as np

from grader.compare.arrays import Array, Kind, as_float, is_exact, kind_of_mix

TOLERANCE = 1e-4
HALF_TOLERANCE = 1e-2


def ratio(reference: Array, value: Array, *, half: bool = False) -> Array:
    """Each element's error in tolerances: above 1 is wrong, infinite where nothing would be forgiven.

    Both arrays have the same shape, and kinds that may be compared.
    """
    if is_exact(reference):
        return np.where(_equal(reference, value), 0.0, np.inf)
    with np.errstate(all="ignore"):
        return _measured(as_float(reference), as_float(value), tolerance(reference, half=half))


def worst(reference: Array, value: Array, *, half: bool = False) -> float:
    """The largest error in tolerances; infinite if the shapes differ, 0 for empty arrays."""
    if reference.shape != value.shape:
        return float("inf")
    return float(np.max(ratio(reference, value, half=half), initial=0.0))


def tolerance(reference: Array, *, half: bool = False) -> float:
    """Only the reference decides: a student's own float16 does not buy a wider tolerance."""
    return HALF_TOLERANCE if half or reference.dtype == np.float16 else TOLERANCE


def _measured(r: Array, x: Array, t: float) -> Array:
    """Everything is divided by s first: the difference of two large numbers could overflow."""
    finite = np.isfinite(r) & np.isfinite(x)
    s = _scale(r)
    rs, xs = _divided(r[finite], s), _divided(x[finite], s)
    errors = np.full(r.shape, np.inf)
    errors[finite] = np.abs(xs - rs) / (t * (np.abs(rs) + 1))
    errors[np.isnan(errors)] = np.inf
    return np.where((r == x) | (np.isnan(r) & np.isnan(x)), 0.0, errors)


def _divided(flat: Array, s: float) -> Array:
    """Part by part: numpy's complex division gives NaN for the tiniest scales."""
    return (flat.view(np.float64) / s).view(flat.dtype)


def _scale(r: Array) -> float:
    """The largest finite magnitude, or 1; a complex one may overflow although both its parts are finite."""
    largest = float(np.max(np.abs(r[np.isfinite(r)]), initial=0.0))
    return min(largest, float(np.finfo(np.float64).max)) or 1.0


def _equal(reference: Array, value: Array) -> Array:
    """Exact equality. Where numpy would go through float64, Python's own comparison of numbers is used."""
    if kind_of_mix([reference, value]) in (Kind.BOOLEAN, Kind.WHOLE):
        return np.asarray(reference == value, dtype=np.bool_)
    return np.asarray(reference.astype(object) == value.astype(object), dtype=np.bool_)
