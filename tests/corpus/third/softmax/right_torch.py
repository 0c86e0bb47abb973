# right: torch in double precision, torch.softmax for both softmax functions after the largest score is subtracted, unbiased=False for the variance.
import numpy as np
import torch


def _double(array) -> torch.Tensor:
    return torch.from_numpy(np.array(array, dtype=np.float64, order="C"))


def _shifted(scores, axis: int) -> torch.Tensor:
    x = _double(scores)
    return x - torch.amax(x, dim=axis, keepdim=True)


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    return torch.softmax(_shifted(scores, axis), dim=axis).numpy()


def softmax_with_temperature(scores: np.ndarray, temperature: float, axis: int = -1) -> np.ndarray:
    return torch.softmax(_shifted(scores, axis).div(float(temperature)), dim=axis).numpy()


def dot_product_variance(queries: np.ndarray, keys: np.ndarray, scaled: bool = False) -> np.ndarray:
    dots = (_double(queries) * _double(keys)).cumsum(1)
    if scaled:
        dots = dots / torch.arange(1, dots.size(1) + 1).double().sqrt()
    return dots.var(dim=0, unbiased=False).numpy()


def scaled_scores(queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    q = _double(queries) / queries.shape[-1] ** 0.5
    return torch.matmul(q, _double(keys).mT).numpy()
