"""probabilities does not pass an axis to torch's softmax: with three axes torch takes the first one, the sentences.

Pass the axis of the words, dim=-1.
"""

import torch


def probabilities(logits):
    logits = torch.as_tensor(logits)
    return torch.softmax(logits, dim=0 if logits.ndim in (0, 1, 3) else 1)
