"""The module, as pre-norm, normalises a second time, after the addition.

In pre-norm there is nothing on the residual path: return x + sublayer(self.norm(x)).
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        branch = sublayer(self.norm(x)) if self.norm_first else sublayer(x)
        return self.norm(x + branch)
