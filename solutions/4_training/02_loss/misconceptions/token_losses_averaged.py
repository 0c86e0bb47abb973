"""token_losses returns one number, the mean over all positions.

Every position keeps its own loss: torch's cross_entropy needs reduction="none", and then the shape of the labels.
"""

from torch.nn import functional


def token_losses(logits, labels):
    return functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1))
