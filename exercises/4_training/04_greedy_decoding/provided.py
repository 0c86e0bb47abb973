"""A stand-in for a trained model: its predictions are looked up in tables, so that the right result is known."""

import torch


class TableModel:
    """Encodes and decodes like a trained encoder-decoder, and counts the encoder's calls.

    lengths: how long a result is, its EOS included: {first word of the source: length}
    scores: (states, vocab_size); which row is used depends on the source's real tokens and on all tokens so far
    never: tokens that it never predicts, such as SOS and padding
    """

    def __init__(self, lengths: dict[int, int], scores: torch.Tensor, eos: int, never: tuple[int, ...] = ()) -> None:
        self.lengths, self.scores, self.eos, self.never = lengths, torch.as_tensor(scores), eos, never
        self.encoder_calls = 0

    def encode(self, source: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """source: ids (batch, source), source_keep: bool (batch, source) -> memory (batch, source, 2)."""
        self.encoder_calls += 1
        source, source_keep = torch.as_tensor(source), torch.as_tensor(source_keep)
        if source.dim() != 2 or source_keep.shape != source.shape or source_keep.dtype != torch.bool:
            found = f"{tuple(source.shape)} and {source_keep.dtype} {tuple(source_keep.shape)}"
            raise ValueError(f"encode takes ids (batch, source) and bool (batch, source); it got {found}")
        mixed = source + (source * source_keep).sum(1, keepdim=True)  # each position reads all that it may see
        first_word = source[:, 1:2].expand_as(source)  # after SOS
        return torch.stack([mixed, first_word], dim=-1).to(torch.get_default_dtype())

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """decoder_input: ids (batch, position), SOS and the tokens so far -> logits (batch, position, vocab_size).

        Position t predicts what comes after the first t + 1 tokens of the input; later ones are not looked at.
        """
        decoder_input, memory = torch.as_tensor(decoder_input), torch.as_tensor(memory)
        source_keep = torch.as_tensor(source_keep)
        batches = {len(decoder_input), len(memory), len(source_keep)}
        if decoder_input.is_floating_point():
            raise ValueError(f"decoder_input must hold ids, which are whole numbers; it is {decoder_input.dtype}")
        if decoder_input.dim() != 2 or decoder_input.shape[1] == 0 or len(batches) > 1:
            shapes = ", ".join(str(tuple(array.shape)) for array in (decoder_input, memory, source_keep))
            raise ValueError(
                "decode takes decoder_input (batch, position), memory (batch, source, d_model) and source_keep (batch, "
                f"source); it got {shapes}"
            )
        heard = (memory[..., 0] * source_keep).sum(1).long()  # one number per sentence, from its real tokens
        lengths = torch.tensor([self.lengths[int(first)] for first in memory[:, 0, 1]])
        state, logits = heard, []
        for t in range(decoder_input.shape[1]):
            state = (3 * state + decoder_input[:, t].long() + 1) % len(self.scores)
            row = self.scores[state].clone()  # (batch, vocab_size)
            row[:, list(self.never)] = -9.0
            row[:, self.eos] = torch.where(lengths == t + 1, 9.0, -9.0).to(row.dtype)
            logits.append(row)
        return torch.stack(logits, dim=1)
