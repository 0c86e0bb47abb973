"""The module has no residual connection: x is not added.

Add x in both arrangements. It is the path along which the gradient comes back through many layers.
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        return sublayer(self.norm(x)) if self.norm_first else self.norm(sublayer(x))
