"""The capstone: a Transformer that learns to translate."""

import random

import torch
from provided import EOS, PAD, SOS, progress, watched
from torch import nn
from torch.nn.functional import cross_entropy

Pairs = list[tuple[list[int], list[int]]]  # (ids of a source sentence, ids of its translation), words only


def make_batch(pairs: Pairs, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    """source (batch, longest source + 2), target (batch, longest target + 2)."""

    def rows(sentences):
        longest = max(len(words) for words in sentences)
        padded = [[SOS, *words, EOS] + [PAD] * (longest - len(words)) for words in sentences]
        return torch.tensor(padded, device=device)

    return rows([source for source, _ in pairs]), rows([target for _, target in pairs])


def masks(source: torch.Tensor, decoder_input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """source_keep (batch, source), past_keep (query, key). True means keep."""
    length = decoder_input.shape[1]
    past = torch.ones(length, length, dtype=torch.bool, device=decoder_input.device).tril()
    return source != PAD, past


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
        """source: (batch, source) -> memory (batch, source, d_model)."""
        source_keep, _ = masks(source, source)
        x = self.source_embedding(source) + self._places(source)
        for block in self.encoder_blocks:
            x = block(x, src_key_padding_mask=~source_keep)  # every word sees every real word
        return x

    def decode(self, memory: torch.Tensor, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        """memory: (batch, source, d_model), decoder_input: (batch, positions) -> (batch, positions, target_words)."""
        source_keep, past_keep = masks(source, decoder_input)
        y = self.target_embedding(decoder_input) + self._places(decoder_input)
        for block in self.decoder_blocks:  # all read the same memory
            y = block(y, memory, tgt_mask=~past_keep, memory_key_padding_mask=~source_keep)
        return self.out(y)

    def forward(self, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        return self.decode(self.encode(source), source, decoder_input)

    def _places(self, words: torch.Tensor) -> torch.Tensor:
        """The vectors of positions 0, 1, 2, ... for words (batch, length): (length, d_model)."""
        return self.positions(torch.arange(words.shape[1], device=words.device))


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, source: torch.Tensor, target: torch.Tensor) -> float:
    """Forward, loss, backward, clip, update."""
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]  # each position says its next word
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(pairs: Pairs, source_words: int, target_words: int, device: str = "cpu") -> Translator:
    """Adam at one rate: so small a model needs neither warm-up nor decay."""
    model = Translator(source_words, target_words).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.003)  # after the move: it holds what is trained
    for step in range(1, 501):
        batch = make_batch(random.sample(pairs, 64), device)
        progress(step, 500, train_step(model, optimizer, *batch))
    return model


@torch.no_grad()
def greedy(model: nn.Module, source: torch.Tensor, max_length: int) -> list[list[int]]:
    """source: (batch, source) -> the words of each row."""
    model.eval()
    memory = model.encode(source)  # once: the source does not change
    words = torch.full((len(source), 1), SOS, device=source.device)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        if ended.all():
            break
        logits = model.decode(memory, source, words)[:, -1]  # (batch, target_words): what comes after the last word
        chosen = logits.argmax(-1).masked_fill(ended, EOS)
        words = torch.cat([words, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS)
    return [[word for word in row if word != EOS] for row in words[:, 1:].tolist()]


@torch.no_grad()
def beam(model: nn.Module, source: torch.Tensor, width: int, max_length: int) -> list[int]:
    """source: (1, source) -> the words of the best hypothesis."""
    model.eval()
    memory = model.encode(source)
    hypotheses = [(0.0, [SOS])]  # (sum of log-probabilities, tokens), the best first
    for _ in range(max_length):
        candidates = []
        for score, tokens in hypotheses:
            if tokens[-1] == EOS:
                candidates.append((score, tokens))  # finished: it stays in the race as it is
                continue
            logits = model.decode(memory, source, torch.tensor([tokens], device=source.device))[0, -1]
            for token, log_probability in enumerate(logits.log_softmax(0).tolist()):
                candidates.append((score + log_probability, [*tokens, token]))
        hypotheses = sorted(candidates, key=lambda candidate: -candidate[0])[:width]
    _, best = hypotheses[0]
    return [token for token in best[1:] if token != EOS]


@torch.no_grad()
def cross_attention(model: Translator, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
    """(batch, positions, source): for each position a share of 1 for every source word."""
    with watched(model.decoder_blocks[-1].multihead_attn) as seen:
        model(source, decoder_input)
    return seen[0]
