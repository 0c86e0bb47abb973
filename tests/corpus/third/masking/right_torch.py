# right: torch throughout (tril, masked_fill, softmax in double precision), empty rows filled with zeros; masks come back as numpy bool.
import numpy as np
import torch


def look_ahead_mask(length: int) -> np.ndarray:
    return torch.tril(torch.ones(length, length, dtype=torch.bool)).numpy()


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    return torch.tensor(np.array(ids, dtype=np.int64)).ne(int(pad)).unsqueeze(-2).numpy()


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    a, b = torch.tensor(np.array(look_ahead)), torch.tensor(np.array(padding))
    return (a.unsqueeze(0) & b).numpy()


def additive(mask: np.ndarray) -> np.ndarray:
    m = torch.tensor(np.array(mask))
    return torch.zeros(m.shape, dtype=torch.float32).masked_fill(~m, float("-inf")).numpy()


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    s = torch.tensor(np.array(scores, dtype=np.float64))
    k = torch.tensor(np.array(np.broadcast_to(keep, scores.shape)))
    w = torch.softmax(s.masked_fill(~k, float("-inf")), dim=-1)
    return w.masked_fill(~k.any(dim=-1, keepdim=True), 0.0).numpy()
