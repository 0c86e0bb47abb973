# right: torch in single precision (float32 results), torch.softmax and triu, returned as numpy arrays.
import numpy as np
import torch


def _single(array):
    return torch.tensor(np.array(array, dtype=np.float32))


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    shares = torch.tensor(np.array(counts, dtype=np.float64))
    shares = (shares / shares.sum()).float()
    return (shares.unsqueeze(1) * _single(meanings)).sum(0).numpy()


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    return torch.matmul(_single(weights), _single(embeddings)).numpy()


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    e = _single(embeddings)
    scores = torch.matmul(e, e.t())
    if scaled:
        scores = scores.div(float(e.size(1)) ** 0.5)
    return torch.softmax(scores, dim=1).numpy()


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    return torch.triu(_single(weights), diagonal=1).sum(dim=1).numpy()
