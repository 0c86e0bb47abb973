"""A stand-in for a trained model: what it says is looked up in tables, so that the right answer is known."""

import torch


class TableModel:
    """Encodes and decodes like a trained encoder-decoder, and counts the encoder's calls.

    lengths: how long an answer is, its EOS included: {first token of the source: length}
    scores: (states, vocab_size); which row is used depends on the source's real tokens and on all of the target so far
    silent: tokens that it never says, such as SOS and padding
    """

    def __init__(self, lengths: dict[int, int], scores: torch.Tensor, eos: int, silent: tuple[int, ...] = ()) -> None:
        self.lengths, self.scores, self.eos, self.silent = lengths, torch.as_tensor(scores), eos, silent
        self.encoder_calls = 0

    def encode(self, source: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """source: ids (batch, source), source_keep: bool (batch, source) -> memory (batch, source, 2)."""
        self.encoder_calls += 1
        source, source_keep = torch.as_tensor(source), torch.as_tensor(source_keep)
        if source.dim() != 2 or source_keep.shape != source.shape or source_keep.dtype != torch.bool:
            found = f"{tuple(source.shape)} and {source_keep.dtype} {tuple(source_keep.shape)}"
            raise ValueError(f"encode takes ids (batch, source) and bool (batch, source); it got {found}")
        return torch.stack([source, source[:, :1].expand_as(source)], dim=-1).to(torch.get_default_dtype())

    def decode(self, target: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """target: ids (batch, target), what was said so far -> logits (batch, target, vocab_size).

        Position t is what could follow after the first t + 1 tokens of the target; later ones are not looked at.
        """
        target, memory = torch.as_tensor(target), torch.as_tensor(memory)
        source_keep = torch.as_tensor(source_keep)
        if target.dim() != 2 or target.shape[1] == 0 or not len(target) == len(memory) == len(source_keep):
            shapes = ", ".join(str(tuple(array.shape)) for array in (target, memory, source_keep))
            raise ValueError(f"target, memory and source_keep must be of one batch, target of two axes; got {shapes}")
        heard = (memory[..., 0] * source_keep).sum(1).long()  # one number a sentence, from its real tokens
        lengths = torch.tensor([self.lengths[int(first)] for first in memory[:, 0, 1]])
        state, logits = heard, []
        for t in range(target.shape[1]):
            state = (3 * state + target[:, t].long() + 1) % len(self.scores)
            row = self.scores[state].clone()  # (batch, vocab_size)
            row[:, list(self.silent)] = -9.0
            row[:, self.eos] = torch.where(lengths == t + 1, 9.0, -9.0).to(row.dtype)
            logits.append(row)
        return torch.stack(logits, dim=1)
