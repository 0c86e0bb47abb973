"""encoder hides the padding in the first block only.

Padding positions have a vector after every block. Pass keep to each block, not just to the first.
"""

import numpy as np
from solution import encoder_block


def encoder(x, blocks, heads, keep):
    for number, weights in enumerate(blocks):
        x = encoder_block(x, weights, heads, keep if number == 0 else np.ones_like(keep))
    return x
