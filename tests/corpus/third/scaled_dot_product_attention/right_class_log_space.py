# right: a class that flattens the leading axes to one and works in log space (logaddexp) with the key axis in front; the results are read-only.
import numpy as np


class Attention:
    def __init__(self, queries, keys, values, keep):
        self.lead = queries.shape[:-2]
        self.shape = self.lead + (queries.shape[-2], keys.shape[-2])
        n = int(np.prod(self.lead))
        self.q, self.k, self.v = (np.array(a, dtype=float).reshape((n,) + a.shape[-2:]) for a in (queries, keys, values))
        see = np.ones(self.shape, dtype=bool) if keep is None else np.broadcast_to(keep, self.shape)
        self.see = see.reshape((n,) + self.shape[-2:]).transpose(2, 0, 1)      # (key, n, query)

    def scores(self):
        s = self.q @ self.k.transpose(0, 2, 1)
        return (s / np.sqrt(self.q.shape[-1])).transpose(2, 0, 1)

    def weights(self):
        s = np.where(self.see, self.scores(), -np.inf)
        top = s.max(axis=0)
        top = np.where(self.see.any(axis=0), top, 0.0)
        s = s - top
        log_sum = np.logaddexp.reduce(s, axis=0)                                # 0 keys: -inf
        log_sum = np.where(np.isneginf(log_sum), 0.0, log_sum)
        return np.exp(s - log_sum)

    def result(self):
        w = self.weights()
        outputs = np.stack([np.tensordot(w[:, b].T, self.v[b], axes=1) for b in range(len(self.q))])
        outputs = outputs.reshape(self.lead + outputs.shape[-2:])
        weights = w.transpose(1, 2, 0).reshape(self.shape)
        for a in (outputs, weights):
            a.flags.writeable = False
        return outputs, weights


def attention(queries, keys, values, keep=None):
    return Attention(queries, keys, values, keep).result()
