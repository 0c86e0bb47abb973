"""The module, as pre-norm, adds the normalised input instead of x itself.

After x = self.norm(x) the residual path is normalised too. Keep the original x and add it.
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        if self.norm_first:
            x = self.norm(x)
            return x + sublayer(x)
        return self.norm(x + sublayer(x))
