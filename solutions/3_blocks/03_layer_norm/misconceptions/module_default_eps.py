"""The module does not use its own eps.

Add self.eps to the variance, or pass it to the library, whose default is 1e-5. A large eps changes the result.
"""

from solution import LayerNorm as Right
from torch.nn import functional


class LayerNorm(Right):
    def forward(self, x):
        return functional.layer_norm(x, self.gamma.shape, self.gamma, self.beta)
