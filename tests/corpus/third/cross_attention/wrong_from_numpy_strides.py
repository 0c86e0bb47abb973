# wrong: torch.from_numpy refuses arrays with negative strides, though the arrays need not be contiguous: a reversed view such as encoder_states[:, ::-1] raises ValueError.
import numpy as np
import torch


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    z, h = torch.from_numpy(decoder_states), torch.from_numpy(encoder_states)
    q = z @ torch.from_numpy(W_q)
    k = h @ torch.from_numpy(W_k)
    v = h @ torch.from_numpy(W_v)
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if source_keep is None:
        weights = scores.softmax(dim=-1)
    else:
        keep = torch.from_numpy(source_keep).unsqueeze(1)
        weights = scores.masked_fill(~keep, float("-inf")).softmax(dim=-1)
        weights = weights.masked_fill(~keep.any(dim=-1, keepdim=True), 0.0)
    return (weights @ v).numpy(), weights.numpy()


def alignment(weights: np.ndarray) -> np.ndarray:
    return torch.from_numpy(weights).argmax(dim=-1).numpy()
