"""The module is post-norm whatever norm_first is.

Check self.norm_first in forward: if it is true, return x + sublayer(self.norm(x)).
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        return self.norm(x + sublayer(x))
