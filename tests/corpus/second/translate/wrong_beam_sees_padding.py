# wrong: beam keeps every source position since there is one sentence only; shows when that sentence is padded
from dataclasses import dataclass, field

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
from torch.nn import functional as F

Pairs = list[tuple[list[int], list[int]]]


@dataclass
class Hypothesis:
    tokens: list[int] = field(default_factory=list)
    score: float = 0.0

    @property
    def finished(self):
        return bool(self.tokens) and self.tokens[-1] == EOS

    def grow(self, logp):
        for token in range(len(logp)):
            yield Hypothesis(self.tokens + [token], self.score + logp[token])


class evaluating:
    def __init__(self, model):
        self.model = model
        self.grad = torch.no_grad()

    def __enter__(self):
        self.model.eval()
        self.grad.__enter__()

    def __exit__(self, *error):
        self.grad.__exit__(*error)


def make_batch(pairs, device="cpu"):
    n = len(pairs)
    source = torch.full((n, 2 + max(len(s) for s, t in pairs)), PAD, dtype=torch.int64)
    target = torch.full((n, 2 + max(len(t) for s, t in pairs)), PAD, dtype=torch.int64)
    for i, pair in enumerate(pairs):
        for tensor, words in zip((source, target), pair):
            tensor[i, 0] = SOS
            for j, word in enumerate(words, start=1):
                tensor[i, j] = word
            tensor[i, len(words) + 1] = EOS
    return source.to(device), target.to(device)


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

    def encode(self, source, source_keep):
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, source_keep)

    def decode(self, decoder_input, memory, source_keep):
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))

    def forward(self, source, decoder_input):
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


def train_step(model, optimizer, source, target):
    model.train()
    for p in model.parameters():
        p.grad = None
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    weight = (labels != PAD).to(loss.dtype)
    loss = (loss * weight).sum() / weight.sum()
    loss.backward()
    grads = [p.grad for p in model.parameters() if p.grad is not None]
    length = torch.sqrt(sum((g**2).sum() for g in grads))
    if length > 1:
        for g in grads:
            g /= length
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words).to(device)
    steps, size = 500, 64
    optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.008, total_steps=steps + 1)
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


def greedy(model, source, max_length):
    keep = source != PAD
    rows = [[] for _ in range(len(source))]
    ended = [False] * len(source)
    with evaluating(model):
        memory = model.encode(source, keep)
        for t in range(max_length):
            if all(ended):
                break
            read = torch.tensor([[SOS] + row for row in rows], device=source.device)
            choice = model.decode(read, memory, keep)[:, -1, :].argmax(dim=-1).tolist()
            for i, token in enumerate(choice):
                rows[i].append(PAD if ended[i] else token)
                ended[i] = ended[i] or token == EOS
    return torch.tensor(rows, dtype=torch.int64, device=source.device)


def beam(model, source, width, max_length):
    keep = torch.ones_like(source, dtype=torch.bool)
    kept = [Hypothesis()]
    with evaluating(model):
        memory = model.encode(source, keep)
        for _ in range(max_length):
            if all(h.finished for h in kept):
                break
            race = [h for h in kept if h.finished]
            for h in kept:
                if not h.finished:
                    read = torch.tensor([[SOS] + h.tokens], device=source.device)
                    logits = model.decode(read, memory, keep)[0, -1].double()
                    race += h.grow(logits.log_softmax(-1).tolist())
            kept = sorted(race, key=lambda h: h.score)[::-1][:width]
    return [(h.tokens, h.score) for h in kept]
