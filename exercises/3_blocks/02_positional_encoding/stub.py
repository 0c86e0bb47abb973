"""Positional encoding: a fixed vector for every position in the sentence, added to the embedding there."""

import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    """The table of sines and cosines, one row for each position, counted from 0.

    Columns 2i and 2i + 1 are a pair: sine and cosine of pos / 10000^(2i / d_model).
    d_model may be odd: the last sine then has no cosine beside it.
    returns (length, d_model)
    """
    raise NotImplementedError


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Add to every word the row of the table that belongs to its position in the sentence.

    embeddings: (position, d_model) or (batch, position, d_model)
    table: (max_length, d_model), made once for all sentences; max_length is at least the number of positions
    returns the shape of embeddings; the caller's arrays are left as they are
    """
    raise NotImplementedError


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    """The matrix M that moves every position by k: PE(pos + k) = PE(pos) @ M, the same M for every pos.

    k: an integer, negative to move back
    returns (d_model, d_model). For an odd d_model it is the matrix of all pairs, including the incomplete one, without
    its last row and column: every column but the last is then moved exactly.
    """
    raise NotImplementedError


def binary_code(length: int, bits: int) -> np.ndarray:
    """The positions 0, 1, 2, ... written in binary, highest bit first. From 2^bits on the codes start again at 0.

    returns (length, bits), whole numbers 0 and 1
    """
    raise NotImplementedError


def code_distances(codes: np.ndarray) -> np.ndarray:
    """How far apart the codes of any two positions are: the length of their difference.

    codes: (position, feature), made by whatever method
    returns (position, position)
    """
    raise NotImplementedError
