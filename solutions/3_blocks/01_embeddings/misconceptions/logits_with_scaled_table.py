"""tied_logits multiplies by √d_model, as embed does.

The factor belongs to the input side only. The logits are plain dot products with the rows of the table.
"""

import numpy as np


def tied_logits(hidden, embedding):
    return hidden @ embedding.T * np.sqrt(embedding.shape[1])
