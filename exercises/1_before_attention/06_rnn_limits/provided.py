"""The derivative of one step of an RNN, and a text plot of norms over time."""

import math

import numpy as np

ROWS = 6
COLUMNS = 60


def jacobian(h, W_h):
    """The derivative of one step, h = tanh(x W_x + h_before W_h + b), with respect to the state before it.

    h: (d_h,), the new state.  W_h: (d_h, d_h).
    Returns (d_h, d_h). Entry [i, j] is how much unit i of the new state changes per small change of unit j of the
    state before: the slope of tanh at unit i, which is 1 - h[i]**2, times the weight from j to i, W_h[j, i].
    """
    h, W_h = np.asarray(h), np.asarray(W_h)
    return (1 - h**2)[:, None] * W_h.T


def plot(norms, name="|dh_T/dh_t|"):
    """The norms of t = 1 ... T, one after the other, on a log scale: a text of 9 short lines.

    0 is drawn as `v` at the bottom, infinity as `^` at the top, what is no number as `?`.
    """
    try:
        values = [float(norm) for norm in (norms.tolist() if hasattr(norms, "tolist") else norms)]
    except (TypeError, ValueError):
        values = []
    if not values:
        return f"{name}: nothing to plot; expected one number for each t"
    low, high = _range([math.log10(value) for value in values if 0 < value < math.inf])
    slot = max(1, COLUMNS // len(values))  # columns for each t
    shown = values if len(values) <= COLUMNS else [values[i * len(values) // COLUMNS] for i in range(COLUMNS)]
    grid = [[" "] * (slot * len(shown)) for _ in range(ROWS)]  # the last row is the lowest
    for column, value in enumerate(shown):
        row, mark = _place(value, low, high)
        grid[ROWS - 1 - row][column * slot : (column + 1) * slot] = mark * slot
    lines = [f"{name} for t = 1 ... {len(values)}, log scale"]
    for number, cells in enumerate(grid):
        level = 10 ** (high - (high - low) * number / (ROWS - 1))
        lines.append(f"{level:8.1e} |{''.join(cells)}".rstrip())
    lines.append(f"{'':8} +{'-' * len(grid[0])}")
    lines.append(f"{'':8}  1{len(values):>{max(2, len(grid[0]) - 1)}}")
    return "\n".join(lines)


def _range(logs):
    """The lowest and the highest level; at least a factor of ten apart, so that noise does not look like a slope."""
    high = max(logs, default=0.0)
    return min([high - 1.0, *logs]), high


def _place(value, low, high):
    """The row of a value, counted from the bottom, and its mark."""
    if math.isnan(value):
        return 0, "?"
    if value <= 0:
        return 0, "v"
    if math.isinf(value):
        return ROWS - 1, "^"
    return round((math.log10(value) - low) / (high - low) * (ROWS - 1)), "*"
