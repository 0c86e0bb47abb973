"""Masking: which keys may a query attend to?  In every mask True means keep, False means hide."""

import numpy as np


def look_ahead_mask(length: int) -> np.ndarray:
    """Hide the future: query i sees the keys 0 to i, itself included.

    Returns bool (query, key), both of size `length`.
    """
    raise NotImplementedError


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    """Hide the padding from all queries alike.

    ids: token ids, (batch, key).  pad: the id of the padding token, not always 0.
    Returns bool (batch, 1, key): True at real tokens.
    """
    raise NotImplementedError


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    """Keep a key only where both masks keep it.

    look_ahead: bool (query, key).  padding: bool (batch, 1, key).
    Returns bool (batch, query, key).
    """
    raise NotImplementedError


def additive(mask: np.ndarray) -> np.ndarray:
    """The mask as a matrix to add to scores: 0 where it keeps, -inf where it hides.

    mask: bool, any shape.  Returns floats of the same shape.
    """
    raise NotImplementedError


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Softmax over the keys, as if the hidden ones were not there.

    scores: finite floats (..., query, key), float16 too.  keep: bool, broadcasts to the shape of scores.
    Returns weights (..., query, key), floats of any precision: 0 at hidden keys. Every row adds up to 1, but a
    row with no visible key is all zeros.
    """
    raise NotImplementedError
