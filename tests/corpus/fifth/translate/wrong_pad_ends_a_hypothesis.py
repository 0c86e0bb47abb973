# wrong: beam takes a hypothesis that ends with PAD for finished; shows with a model that predicts PAD and goes on

import random

import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
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
        self.source_embedding = Embedding(source_words, d_model)  # times √d_model already
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def encode(self, source: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """source, source_keep: (batch, source) -> memory (batch, source, d_model)."""
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """decoder_input: (batch, position), memory: (batch, source, d_model) -> (batch, position, target_words)."""
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))

    def forward(self, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, source: torch.Tensor, target: torch.Tensor) -> float:
    """Forward, loss, backward, clip, update."""
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]  # each position predicts its next token
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(pairs: Pairs, source_words: int, target_words: int, device: str = "cpu") -> Translator:
    """Adam at one rate: so small a model needs neither warm-up nor decay."""
    model = Translator(source_words, target_words).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
    for step in range(1, 501):
        batch = make_batch(random.sample(pairs, 64), device)
        progress(step, 500, train_step(model, optimizer, *batch))
    return model


@torch.no_grad()
def greedy(model: nn.Module, source: torch.Tensor, max_length: int) -> torch.Tensor:
    """source: (batch, source) -> ids (batch, length)."""
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)  # once: the source does not change
    tokens = torch.full((len(source), 1), SOS, device=source.device)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        if ended.all():
            break
        logits = model.decode(tokens, memory, source_keep)[:, -1]  # (batch, target_words): after the last token
        chosen = logits.argmax(-1).masked_fill(ended, PAD)
        tokens = torch.cat([tokens, chosen[:, None]], dim=1)
        ended = ended | (chosen == EOS)
    return tokens[:, 1:]


@torch.no_grad()
def beam(model: nn.Module, source: torch.Tensor, width: int, max_length: int) -> list[tuple[list[int], float]]:
    """source: (1, source) -> pairs (ids, sum of log-probabilities), the best first."""
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    hypotheses = [([], 0.0)]  # (tokens, sum of log-probabilities), the best first
    for _ in range(max_length):
        candidates = []
        for tokens, score in hypotheses:
            if tokens and tokens[-1] in (EOS, PAD):
                candidates.append((tokens, score))  # finished: it stays in the race as it is
                continue
            decoder_input = torch.tensor([[SOS, *tokens]], device=source.device)
            logits = model.decode(decoder_input, memory, source_keep)[0, -1]
            for token, log_probability in enumerate(logits.log_softmax(-1).tolist()):
                candidates.append(([*tokens, token], score + log_probability))
        hypotheses = sorted(candidates, key=lambda candidate: -candidate[1])[:width]
    return hypotheses
