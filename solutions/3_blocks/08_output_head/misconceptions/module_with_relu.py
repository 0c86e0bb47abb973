"""The module sets negative logits to 0, as a hidden layer with ReLU does.

The last layer is linear only. A negative logit means that a word is unlikely; do not cut it off.
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log_softmax(torch.relu(self.linear(x)), dim=-1)
