"""The module detaches its input: its own layer learns, the decoder below gets no gradient.

Use x itself, not x.detach(), x.data or a copy made with torch.tensor(x).
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log_softmax(self.linear(x.detach()), dim=-1)
