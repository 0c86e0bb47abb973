"""token_losses turns the logits into probabilities and then treats these as logits: the softmax is taken twice.

torch's cross_entropy and log_softmax take logits and do the softmax themselves. Give them the logits as they are.
"""

import torch
from torch.nn import functional


def token_losses(logits, labels):
    probabilities = torch.softmax(logits, dim=-1)
    return -functional.log_softmax(probabilities, dim=-1).gather(-1, labels[..., None])[..., 0]
