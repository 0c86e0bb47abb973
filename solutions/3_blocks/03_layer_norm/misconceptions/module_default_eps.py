"""The module does not use its own eps, but the library's 1e-5.

Pass self.eps on: it is an argument of the constructor, and a large eps changes the result.
"""

from solution import LayerNorm as Right
from torch.nn import functional


class LayerNorm(Right):
    def forward(self, x):
        return functional.layer_norm(x, self.gamma.shape, self.gamma, self.beta)
