# right: a class that works on the gaps between a score and the best one, axis moved to the front by a transposition and back; results are non-contiguous views.
import numpy as np


class Gaps:
    """How far every score lies below the best of its row, the axis in front."""

    def __init__(self, scores, axis):
        self.order = [axis % scores.ndim] + [a for a in range(scores.ndim) if a != axis % scores.ndim]
        front = np.transpose(scores, self.order)
        if front.dtype.kind in "iub":
            front = front.astype(object)        # exact, however large or unsigned
            self.below = (front - front.max(axis=0)).astype(np.float64)
        else:
            front = front.astype(np.float64)
            self.below = front - front.max(axis=0)

    def share(self, temperature=1.0):
        e = np.exp(self.below / temperature)
        return (e / e.sum(axis=0)).transpose(np.argsort(self.order))


def softmax(scores, axis=-1):
    return Gaps(scores, axis).share()


def softmax_with_temperature(scores, temperature, axis=-1):
    return Gaps(scores, axis).share(float(temperature))


def dot_product_variance(queries, keys, scaled=False):
    products = np.multiply(queries, keys, dtype=np.float64)
    variance = np.empty(products.shape[1])
    for d in range(products.shape[1]):
        total = products[:, : d + 1].sum(axis=1)
        variance[d] = np.square(total - total.mean()).mean()
        if scaled:
            variance[d] /= d + 1
    return variance


def scaled_scores(queries, keys):
    d_k = np.shape(queries)[-1]
    turned = np.matmul(keys, np.swapaxes(queries, -1, -2)) / np.sqrt(d_k)   # (…, key, query)
    return np.swapaxes(turned, -1, -2)
