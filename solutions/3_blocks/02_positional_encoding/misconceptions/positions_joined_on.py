"""add_positions concatenates the position to the embedding, so the vectors are twice as wide.

That could work too, but makes the vectors wider. Here, as in the paper, both have d_model numbers and are added.
"""

import numpy as np


def add_positions(embeddings, table):
    places = np.broadcast_to(table[: embeddings.shape[-2]], embeddings.shape)
    return np.concatenate([embeddings, places], axis=-1)
