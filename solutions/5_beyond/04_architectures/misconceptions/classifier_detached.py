"""The classifier's embeddings are cut off from the gradient.

The logits are right, but the embeddings would never learn. Use no detach(), no_grad() or torch.tensor(…) of
computed values.
"""

from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :]
        x = self.embed(ids).detach()
        for block in self.blocks:
            x = block(x, seen)
        total = (x * real[:, :, None]).sum(dim=1)
        mean = total / real.sum(dim=1, keepdim=True)
        return self.head(mean)
