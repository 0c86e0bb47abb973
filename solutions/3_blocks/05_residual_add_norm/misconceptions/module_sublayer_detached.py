"""The module runs the sublayer outside the graph: its weights get no gradient.

Call sublayer on x (or on the normalised x) with no detach and no torch.no_grad() around it, and add its
output.
"""

import torch
from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        with torch.no_grad():
            branch = sublayer(self.norm(x) if self.norm_first else x)
        return x + branch if self.norm_first else self.norm(x + branch)
