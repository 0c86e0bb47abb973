"""The module returns the logits of its linear layer, without the log-softmax.

Subtract log Σ exp over the vocabulary: torch.log_softmax(logits, dim=-1), or logits − torch.logsumexp(...).
"""

from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return self.linear(x)
