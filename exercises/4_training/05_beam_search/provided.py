"""A stand-in for a trained model: what it says is looked up, so that the right answer is known."""

from collections.abc import Callable, Sequence

import torch


class TableModel:
    """Encodes and decodes like a trained encoder-decoder, and counts the encoder's calls.

    row: what could follow: from the tokens said so far, SOS left out, to one logit for each token of the vocabulary
    """

    def __init__(self, row: Callable[[tuple[int, ...]], Sequence[float]], sos: int) -> None:
        self.row, self.sos = row, sos
        self.encoder_calls = 0

    def encode(self, source: torch.Tensor) -> torch.Tensor:
        """source: ids (1, source) -> memory (1, source, 3)."""
        self.encoder_calls += 1
        source = torch.as_tensor(source)
        if source.dim() != 2:
            raise ValueError(f"encode takes ids (1, source); it got {tuple(source.shape)}")
        self.memory = torch.stack([source, 2 * source, 3 * source], dim=-1).to(torch.get_default_dtype())
        return self.memory.clone()

    def decode(self, target: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
        """target: ids (hypotheses, target), SOS first; memory: (hypotheses, source, 3), the same for each of them.

        returns logits (hypotheses, target, vocab_size): position t is what could follow the first t + 1 tokens
        """
        target, memory = torch.as_tensor(target), torch.as_tensor(memory)
        expected = (len(target), *self.memory.shape[1:])
        if tuple(memory.shape) != expected:
            raise ValueError(f"memory must have a row for each hypothesis, {expected}; it is {tuple(memory.shape)}")
        if not torch.equal(memory, self.memory.expand(expected).to(memory)):
            raise ValueError("memory is not what the encoder gave")
        if target.dim() != 2 or target.shape[1] == 0 or bool((target[:, 0] != self.sos).any()):
            raise ValueError(f"each row of target must begin with SOS ({self.sos}); it is {target.tolist()}")
        rows = [[self.row(tuple(said[1 : t + 1])) for t in range(len(said))] for said in target.tolist()]
        return torch.tensor(rows, dtype=torch.get_default_dtype())
