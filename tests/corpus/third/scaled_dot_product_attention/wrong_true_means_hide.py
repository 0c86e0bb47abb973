# wrong: the mask is read as in other libraries, True = hide (masked_fill(keep, -inf)); shows for every mask that is not None and not symmetric in True and False.
import numpy as np
import torch


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    Q = torch.from_numpy(np.array(queries, dtype=float))
    K = torch.from_numpy(np.array(keys, dtype=float))
    V = torch.from_numpy(np.array(values, dtype=float))
    scores = torch.matmul(Q, K.mT) / Q.size(-1) ** 0.5
    if keep is not None:
        mask = torch.from_numpy(np.array(keep))
        scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1), nan=0.0)
    return torch.matmul(weights, V).numpy(), weights.numpy()
