# right: torch softmax per query, patterns with torch comparisons
import numpy as np
import torch


def window_pattern(length, radius):
    p = torch.arange(length)
    return ((p[:, None] - p).abs() <= radius).numpy()


def global_pattern(length: int, tokens: list[int]) -> np.ndarray:
    is_global = np.isin(np.arange(length), tokens)
    return is_global[:, None] | is_global[None, :]


def random_pattern(length, chosen):
    mask = torch.zeros(length, length, dtype=torch.bool)
    index = torch.tensor(np.asarray(chosen), dtype=torch.int64)
    return mask.scatter(1, index, True).numpy()


def union(patterns: list[np.ndarray]) -> np.ndarray:
    result = patterns[0].copy()
    for pattern in patterns[1:]:
        result |= pattern
    return result


def sparse_attention(queries, keys, values, keep, compare):
    v = torch.tensor(np.asarray(values), dtype=torch.float64)
    out = torch.zeros(len(queries), v.shape[1], dtype=torch.float64)
    for i in range(len(queries)):
        seen = np.flatnonzero(keep[i])
        if seen.size:
            scores = torch.tensor(np.asarray(compare(queries[i], keys[seen])), dtype=torch.float64)
            out[i] = torch.softmax(scores, 0) @ v[torch.from_numpy(seen)]
    return out.numpy()


def multiplications(keep: np.ndarray, d_k: int, d_v: int) -> int:
    pairs = int(np.count_nonzero(keep))
    return pairs * d_k + pairs * d_v
