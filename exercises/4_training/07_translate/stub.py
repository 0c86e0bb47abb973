"""The capstone: a Transformer that learns to translate."""

import torch
from provided import EOS, PAD, SOS, progress, watched  # noqa: F401
from torch import nn

Pairs = list[tuple[list[int], list[int]]]  # (ids of a source sentence, ids of its translation), words only


def make_batch(pairs: Pairs, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    """Sentences of different lengths as two tensors on `device`.

    returns source (batch, longest source + 2) and target (batch, longest target + 2), both int64; each row is
    SOS, the words, EOS, then PAD up to the longest of its own side
    """
    raise NotImplementedError


def masks(source: torch.Tensor, decoder_input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """What may be seen: True means keep.

    source: int (batch, source)    decoder_input: int (batch, positions)
    returns source_keep, bool (batch, source): False at padding;
        and past_keep, bool (query, key), both as many as positions: False where the key comes after the query.
        Both are on the device of the tensors they are made from.
    """
    raise NotImplementedError


class Translator(nn.Module):
    """An encoder and a decoder, built from the library's blocks. In their masks True means HIDE."""

    def __init__(
        self,
        source_words: int,
        target_words: int,
        d_model: int = 32,
        heads: int = 2,
        d_ff: int = 64,
        blocks: int = 1,
        max_length: int = 16,
    ) -> None:
        super().__init__()
        self.source_embedding = nn.Embedding(source_words, d_model)
        self.target_embedding = nn.Embedding(target_words, d_model)
        self.positions = nn.Embedding(max_length, d_model)  # learned; the same for source and target
        self.encoder_blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True) for _ in range(blocks)
        )
        self.decoder_blocks = nn.ModuleList(
            nn.TransformerDecoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True) for _ in range(blocks)
        )
        self.out = nn.Linear(d_model, target_words)

    def encode(self, source: torch.Tensor) -> torch.Tensor:
        """source: int (batch, source) -> memory (batch, source, d_model).

        A block is called as block(x, src_key_padding_mask=hide), hide: bool (batch, source).
        """
        raise NotImplementedError

    def decode(self, memory: torch.Tensor, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        """memory: what encode gave for source; decoder_input: int (batch, positions), SOS and the words so far
        -> logits (batch, positions, target_words).

        A block is called as block(y, memory, tgt_mask=hide_future, memory_key_padding_mask=hide).
        """
        raise NotImplementedError

    def forward(self, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        """-> logits (batch, positions, target_words)."""
        raise NotImplementedError


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, source: torch.Tensor, target: torch.Tensor) -> float:
    """One teacher-forced step; source and target as make_batch gives them.

    The loss is the mean over the labels that are not PAD. The gradients of all parameters together are clipped to
    length 1. returns the loss before the update, as a plain number
    """
    raise NotImplementedError


def train(pairs: Pairs, source_words: int, target_words: int, device: str = "cpu") -> Translator:
    """A Translator made for these vocabulary sizes and trained on `pairs`, on `device`.

    How long, with which optimiser, rates and batches is yours to choose. Call progress(step, steps, loss) after
    every step; step counts from 1.
    """
    raise NotImplementedError


def greedy(model: nn.Module, source: torch.Tensor, max_length: int) -> list[list[int]]:
    """The most likely next word, again and again. One list of words for each row of source, without SOS and EOS.

    model: has encode and decode, as Translator; it is put into evaluation mode, and encode is called once
    A row ends at its own EOS, or after max_length words.
    """
    raise NotImplementedError


def beam(model: nn.Module, source: torch.Tensor, width: int, max_length: int) -> list[int]:
    """The words of the most likely of `width` hypotheses, without SOS and EOS, for one sentence.

    source: int (1, source)    model: as in greedy
    A hypothesis counts the sum of the log-probabilities of its tokens, EOS too. In each round every hypothesis that is
    not finished grows by every possible token; the best `width` of all, finished ones included, go on. It ends when
    all of them are finished, or after max_length rounds.
    """
    raise NotImplementedError


def cross_attention(model: Translator, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
    """Where each position looks in the source: the weights of the last decoder block's cross-attention,
    (batch, positions, source), the mean over its heads. `with watched(attention) as seen:` helps."""
    raise NotImplementedError
