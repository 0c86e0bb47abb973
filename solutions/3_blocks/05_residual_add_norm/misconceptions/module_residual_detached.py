"""The module adds a detached copy of x: the residual path carries no gradient.

Add x itself, not x.detach() or x.data. The gradient must come back along both paths.
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        residual = x.detach().clone()
        if self.norm_first:
            return residual + sublayer(self.norm(x))
        return self.norm(residual + sublayer(x))
