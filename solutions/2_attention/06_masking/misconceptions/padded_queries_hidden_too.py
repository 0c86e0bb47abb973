"""The combined mask hides the rows of padded queries.

Padding is hidden as a key, in its column, and only there. What a padded query sees does not matter, and hiding its row
leaves it with nothing. Use the padding mask once, as (batch, 1, key).
"""

import numpy as np


def combine(look_ahead, padding):
    return look_ahead & padding & np.swapaxes(padding, -1, -2)
