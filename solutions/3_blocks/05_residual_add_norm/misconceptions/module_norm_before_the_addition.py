"""The module, as post-norm, normalises the sublayer's output and adds x afterwards.

The addition comes before the norm: self.norm(x + sublayer(x)). The norm is the last step.
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        return x + sublayer(self.norm(x)) if self.norm_first else x + self.norm(sublayer(x))
