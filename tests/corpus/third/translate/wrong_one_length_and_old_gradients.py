# wrong: two mistakes: make_batch pads both sides to the longest sentence of either, and train_step adds its gradients to those that were there before.
from contextlib import contextmanager
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def pad_to(ids, length):
    return ids + (length - len(ids)) * [PAD]


def make_batch(pairs, device="cpu"):
    sources = [[SOS] + list(s) + [EOS] for s, _ in pairs]
    targets = [[SOS] + list(t) + [EOS] for _, t in pairs]
    length = max(len(ids) for ids in sources + targets)
    source = torch.tensor([pad_to(ids, length) for ids in sources], dtype=torch.long, device=device)
    target = torch.tensor([pad_to(ids, length) for ids in targets], dtype=torch.long, device=device)
    return source, target


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
        self.source_embedding = Embedding(source_words, d_model)  # times √d_model already
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def _placed(self, embedding, ids):
        vectors = embedding(ids)
        return vectors + self.positions[None, : vectors.size(1)]

    def encode(self, source, source_keep):
        return self.encoder(self._placed(self.source_embedding, source), source_keep)

    def decode(self, decoder_input, memory, source_keep):
        hidden = self.decoder(self._placed(self.target_embedding, decoder_input), memory, source_keep)
        return self.head(hidden)

    def forward(self, source, decoder_input):
        source_keep = source.ne(PAD)
        memory = self.encode(source, source_keep)
        return self.decode(decoder_input, memory, source_keep)


def train_step(model, optimizer, source, target):
    model.train()
    logits = model(source, target[:, :-1])
    loss = F.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), ignore_index=PAD)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words).to(device)
    source, target = make_batch(pairs, device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    steps, size = 700, 128
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=steps)
    for step in range(1, steps + 1):
        chosen = torch.randint(len(pairs), (size,)).to(device)
        loss = train_step(model, optimizer, source[chosen], target[chosen])
        schedule.step()
        progress(step, steps, loss)
    return model


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    ids = torch.full((len(source), 1), SOS, dtype=torch.int64, device=source.device)
    ended = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        logits = model.decode(ids, memory, source_keep)
        best = logits[:, -1].argmax(dim=-1)
        best = torch.where(ended, torch.full_like(best, PAD), best)
        ids = torch.cat([ids, best[:, None]], dim=1)
        ended = ended | (best == EOS)
        if ended.all():
            break
    return ids[:, 1:]


@dataclass(frozen=True)
class Hypothesis:
    tokens: tuple
    score: float

    @property
    def finished(self):
        return self.tokens[-1:] == (EOS,)

    def grown(self, log_probabilities):
        return [Hypothesis((*self.tokens, t), self.score + p) for t, p in enumerate(log_probabilities)]


@contextmanager
def evaluating(model):
    before = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(before)


def beam(model, source, width, max_length):
    with evaluating(model):
        keep = source != PAD
        memory = model.encode(source, keep)
        kept = [Hypothesis((), 0.0)]
        for _ in range(max_length):
            going_on = [h for h in kept if not h.finished]
            if not going_on:
                break
            kept = [h for h in kept if h.finished]
            ids = torch.tensor([(SOS, *h.tokens) for h in going_on], device=source.device)
            n = len(going_on)
            logits = model.decode(ids, memory.repeat(n, 1, 1), keep.repeat(n, 1))
            for h, row in zip(going_on, F.log_softmax(logits[:, -1], dim=-1).tolist()):
                kept += h.grown(row)
            kept = sorted(kept, key=lambda h: h.score, reverse=True)[:width]
        return [(list(h.tokens), h.score) for h in kept]
