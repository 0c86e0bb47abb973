"""The capstone: a Transformer that learns to translate."""

import torch
from provided import (  # noqa: F401
    EOS,
    PAD,
    SOS,
    Decoder,
    Embedding,
    Encoder,
    OutputHead,
    positional_encoding,
    progress,
)
from torch import nn

Pairs = list[tuple[list[int], list[int]]]  # (ids of a source sentence, ids of its translation), words only


def make_batch(pairs: Pairs, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    """Sentences of different lengths as two tensors on `device`.

    returns source (batch, longest source + 2) and target (batch, longest target + 2), both int64; each row is
    SOS, the words, EOS, then PAD up to the longest of its own side
    """
    raise NotImplementedError


class Translator(nn.Module):
    """An encoder and a decoder, built from the blocks of the course. In every mask True means keep."""

    def __init__(
        self,
        source_words: int,
        target_words: int,
        d_model: int = 32,
        heads: int = 2,
        d_ff: int = 64,
        n_blocks: int = 1,
        max_length: int = 16,
    ) -> None:
        super().__init__()
        self.source_embedding = Embedding(source_words, d_model)  # already times √d_model
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def encode(self, source: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """source: int (batch, source), source_keep: bool (batch, source), True at real tokens
        -> memory (batch, source, d_model).

        Call self.encoder(x, source_keep).
        """
        raise NotImplementedError

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """decoder_input: int (batch, position), SOS and the words so far    memory: what encode returned
        -> logits (batch, position, target_words): at each position, for the token that comes next.

        Call self.decoder(y, memory, source_keep), which hides the future by itself, then self.head.
        """
        raise NotImplementedError

    def forward(self, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        """Make source_keep, encode, decode -> logits (batch, position, target_words)."""
        raise NotImplementedError


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, source: torch.Tensor, target: torch.Tensor) -> float:
    """One teacher-forced step; source and target as make_batch returns them.

    model: model(source, decoder_input) returns logits
    The loss is the mean over the labels that are not PAD. The gradients of all parameters together are clipped to
    length 1. returns the loss before the update, as a plain number
    """
    raise NotImplementedError


def train(pairs: Pairs, source_words: int, target_words: int, device: str = "cpu") -> Translator:
    """A Translator(source_words, target_words), with the sizes of the stub, trained on `pairs`, on `device`.

    You choose the number of steps, the optimiser, the rates and the batches. Call progress(step, steps, loss) after
    every step; step counts from 1.
    """
    raise NotImplementedError


def greedy(model: nn.Module, source: torch.Tensor, max_length: int) -> torch.Tensor:
    """Predict the most likely next token, again and again, for each row of source.

    model: has encode and decode, like Translator; it decodes in evaluation mode, and encode is called once
    max_length: the maximum number of tokens to predict, counting EOS but not SOS
    returns ids (batch, length): without SOS, with EOS if it was predicted, and only PAD after EOS; as long as the
        longest sentence
    """
    raise NotImplementedError


def beam(model: nn.Module, source: torch.Tensor, width: int, max_length: int) -> list[tuple[list[int], float]]:
    """The best sentences that a beam of this width finds for one source sentence.

    source: int (1, source)    model, max_length: as in greedy
    returns at most `width` pairs, the best first: the tokens without SOS, with EOS if it was predicted, and the score:
        the sum of their log-probabilities

    In each round every hypothesis that is not finished grows by every token, even PAD and SOS; the best `width`
    of all, finished ones included, are kept. It ends when all of them are finished, or after max_length rounds.
    """
    raise NotImplementedError
