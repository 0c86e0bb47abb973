# wrong: in greedy a predicted PAD ends a sentence like EOS; shows with a model that predicts PAD and then words.
"""The capstone: a Transformer that learns to translate."""

import torch
from provided import (
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
from torch.nn import functional

Pairs = list[tuple[list[int], list[int]]]


def _table(sentences, device):
    longest = max(len(words) for words in sentences)
    rows = [[SOS, *words, EOS] + [PAD] * (longest - len(words)) for words in sentences]
    return torch.tensor(rows, dtype=torch.int64, device=device)


def make_batch(pairs: Pairs, device: str = "cpu") -> tuple[torch.Tensor, torch.Tensor]:
    return _table([source for source, _ in pairs], device), _table([target for _, target in pairs], device)


class Translator(nn.Module):
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
        self.source_embedding = Embedding(source_words, d_model)
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def encode(self, source: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))

    def forward(self, source: torch.Tensor, decoder_input: torch.Tensor) -> torch.Tensor:
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, source: torch.Tensor, target: torch.Tensor) -> float:
    model.train()
    model.zero_grad()
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(pairs: Pairs, source_words: int, target_words: int, device: str = "cpu") -> Translator:
    model = Translator(source_words, target_words).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    steps, size = 800, min(64, len(pairs))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=steps, pct_start=0.1)
    order = []
    for step in range(1, steps + 1):
        if len(order) < size:
            order = torch.randperm(len(pairs)).tolist()
        chosen, order = order[:size], order[size:]
        source, target = make_batch([pairs[i] for i in chosen], device)
        loss = train_step(model, optimizer, source, target)
        schedule.step()
        progress(step, steps, loss)
    return model


def greedy(model: nn.Module, source: torch.Tensor, max_length: int) -> torch.Tensor:
    model.eval()
    with torch.no_grad():
        source_keep = source != PAD
        memory = model.encode(source, source_keep)
        ids = torch.full((len(source), 1), SOS, dtype=torch.int64, device=source.device)
        finished = torch.zeros(len(source), dtype=torch.bool, device=source.device)
        for _ in range(max_length):
            token = model.decode(ids, memory, source_keep)[:, -1].argmax(dim=-1)
            token = token.masked_fill(finished, PAD)
            ids = torch.cat([ids, token[:, None]], dim=1)
            finished = finished | (token == EOS) | (token == PAD)
            if finished.all():
                break
    return ids[:, 1:]


def beam(model: nn.Module, source: torch.Tensor, width: int, max_length: int) -> list[tuple[list[int], float]]:
    model.eval()
    with torch.no_grad():
        source_keep = source != PAD
        memory = model.encode(source, source_keep)
        kept = [([], 0.0)]
        for _ in range(max_length):
            finished = [pair for pair in kept if pair[0][-1:] == [EOS]]
            growing = [pair for pair in kept if pair[0][-1:] != [EOS]]
            if not growing:
                break
            n = len(growing)
            ids = torch.tensor([[SOS, *words] for words, _ in growing], device=source.device)
            logits = model.decode(ids, memory.expand(n, -1, -1), source_keep.expand(n, -1))
            log_probs = functional.log_softmax(logits[:, -1], dim=-1)
            candidates = finished
            for (words, score), row in zip(growing, log_probs):
                best = row.topk(min(width, len(row)))
                for token, value in zip(best.indices.tolist(), best.values.tolist()):
                    if value > float("-inf"):
                        candidates.append(([*words, token], score + value))
            kept = sorted(candidates, key=lambda pair: pair[1], reverse=True)[:width]
    return kept
