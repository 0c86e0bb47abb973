# right: einsum and the logarithm of the sum of exponentials; queries are scaled before the product
import numpy as np


def _log_sum_exp(x):
    peak = np.max(x, axis=-1, keepdims=True, initial=-np.inf)
    peak = np.where(np.isneginf(peak), 0.0, peak)
    with np.errstate(divide="ignore"):
        return peak + np.log(np.exp(x - peak).sum(axis=-1, keepdims=True))


def attention(queries, keys, values, keep=None):
    q = queries * (1.0 / np.sqrt(queries.shape[-1]))
    e = np.einsum("...id,...jd->...ij", q, keys)
    e = e if keep is None else np.where(keep, e, -np.inf)
    norm = _log_sum_exp(e)
    norm = np.where(np.isneginf(norm), 0.0, norm)
    w = np.exp(e - norm)
    return np.einsum("...ij,...jv->...iv", w, values), w
