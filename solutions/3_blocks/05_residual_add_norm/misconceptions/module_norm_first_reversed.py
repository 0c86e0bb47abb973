"""The module has pre-norm and post-norm the wrong way round.

norm_first means that the norm comes before the sublayer: x + sublayer(self.norm(x)).
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        if self.norm_first:
            return self.norm(x + sublayer(x))
        return x + sublayer(self.norm(x))
