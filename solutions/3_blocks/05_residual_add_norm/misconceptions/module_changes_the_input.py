"""The module changes the tensor it was given: x += … writes into the caller's tensor.

Write x + sublayer(x). In place it also breaks the gradient: autograd still needs the old x.
"""

from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        if self.norm_first:
            x += sublayer(self.norm(x))
            return x
        x += sublayer(x)
        return self.norm(x)
