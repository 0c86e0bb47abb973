# wrong: combine turns the padding mask round, so it hides the rows of padded queries and leaves the columns of padded keys visible; shows for any padding.
import numpy as np


def look_ahead_mask(length):
    mask = np.zeros((length, length), dtype=bool)
    for query in range(length):
        for key in range(query + 1):
            mask[query, key] = True
    return mask


def padding_mask(ids, pad):
    return np.expand_dims(np.not_equal(ids, pad), axis=1)


def combine(look_ahead, padding):
    batch = []
    for sentence in padding:
        batch.append(look_ahead * sentence.T)
    return np.stack(batch)


def additive(mask):
    with np.errstate(divide="ignore"):
        return np.log(mask.astype(float))


def masked_softmax(scores, keep):
    keep = np.broadcast_to(keep, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(*scores.shape[:-1]):
        seen = keep[row]
        if seen.any():
            s = scores[row][seen].astype(float)
            e = np.exp(s - s.max())
            weights[row][seen] = e / e.sum()
    return weights
