"""A stand-in for a trained model: its predictions are looked up, so that the right result is known."""

from collections.abc import Callable, Sequence

import torch


class TableModel:
    """Encodes and decodes like a trained encoder-decoder, and counts the encoder's calls.

    row: from the tokens so far, without SOS, and a number that depends on the real tokens of the source, to the logits
        of the next token, one for each token of the vocabulary
    """

    def __init__(self, row: Callable[[tuple[int, ...], int], Sequence[float]], sos: int) -> None:
        self.row, self.sos = row, sos
        self.encoder_calls = 0

    def encode(self, source: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """source: ids (1, source), source_keep: bool (1, source) -> memory (1, source, 3)."""
        self.encoder_calls += 1
        source, source_keep = torch.as_tensor(source), torch.as_tensor(source_keep)
        if source.dim() != 2 or source_keep.shape != source.shape or source_keep.dtype != torch.bool:
            found = f"{tuple(source.shape)} and {source_keep.dtype} {tuple(source_keep.shape)}"
            raise ValueError(f"encode takes ids (1, source) and bool (1, source); it got {found}")
        mixed = source + (source * source_keep).sum(1, keepdim=True)  # each position reads all that it may see
        self.memory = torch.stack([mixed, 2 * mixed, 3 * mixed], dim=-1).to(torch.get_default_dtype())
        return self.memory.clone()

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """decoder_input: ids (hypotheses, position), SOS first; memory (hypotheses, source, 3) and source_keep, bool
        (hypotheses, source): the same row for every hypothesis.

        returns logits (hypotheses, position, vocab_size): position t predicts what comes after the first t + 1 tokens
        """
        decoder_input, memory = torch.as_tensor(decoder_input), torch.as_tensor(memory)
        source_keep = torch.as_tensor(source_keep)
        if decoder_input.is_floating_point():
            raise ValueError(f"decoder_input must hold ids, which are whole numbers; it is {decoder_input.dtype}")
        expected = (len(decoder_input), *self.memory.shape[1:])
        if tuple(memory.shape) != expected:
            raise ValueError(f"memory must have one row per hypothesis, {expected}; it is {tuple(memory.shape)}")
        if not torch.equal(memory, self.memory.expand(expected).to(memory)):
            raise ValueError("memory is not what the encoder returned")
        if tuple(source_keep.shape) != expected[:2] or source_keep.dtype != torch.bool:
            found = f"{source_keep.dtype} {tuple(source_keep.shape)}"
            raise ValueError(f"source_keep must have one row per hypothesis, bool {expected[:2]}; it is {found}")
        if decoder_input.dim() != 2 or decoder_input.shape[1] == 0 or bool((decoder_input[:, 0] != self.sos).any()):
            raise ValueError(
                f"each row of decoder_input must start with SOS ({self.sos}); got {decoder_input.tolist()}"
            )
        heard = (memory[..., 0] * source_keep).sum(1).long().tolist()  # one number per hypothesis
        rows = [
            [self.row(tuple(ids[1 : t + 1]), number) for t in range(len(ids))]
            for ids, number in zip(decoder_input.tolist(), heard, strict=True)
        ]
        return torch.tensor(rows, dtype=torch.get_default_dtype())
