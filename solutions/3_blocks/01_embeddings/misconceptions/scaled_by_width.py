"""embed multiplies by d_model, without the root.

The factor is √d_model: for 512 columns 22.6, not 512.
"""


def embed(ids, embedding):
    return embedding[ids] * embedding.shape[1]
