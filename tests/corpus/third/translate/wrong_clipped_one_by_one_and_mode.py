# wrong: two mistakes: train_step clips the gradient of each parameter by itself instead of all together, and does not switch the model to training mode.
from contextlib import contextmanager
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn
from torch.nn.utils.rnn import pad_sequence


def framed(words, device):
    return torch.tensor([SOS] + list(words) + [EOS], dtype=torch.long, device=device)


def make_batch(pairs, device="cpu"):
    source = pad_sequence([framed(words, device) for words, _ in pairs], batch_first=True, padding_value=PAD)
    target = pad_sequence([framed(words, device) for _, words in pairs], batch_first=True, padding_value=PAD)
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

    def encode(self, source, source_keep):
        where = torch.arange(source.shape[1], device=source.device)
        return self.encoder(self.source_embedding(source) + self.positions[where], source_keep)

    def decode(self, decoder_input, memory, source_keep):
        where = torch.arange(decoder_input.shape[1], device=decoder_input.device)
        x = self.target_embedding(decoder_input) + self.positions[where]
        x = self.decoder(x, memory, source_keep)
        return self.head(x)

    def forward(self, source, decoder_input):
        source_keep = (source - PAD).bool()
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


def step_loss(model, source, target):
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), ignore_index=PAD)


def train_step(model, optimizer, source, target):
    loss = step_loss(model, source, target)
    optimizer.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        if parameter.grad is not None:
            nn.utils.clip_grad_norm_(parameter, 1.0)
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words)
    model.to(device)
    optimizer = torch.optim.NAdam(model.parameters(), lr=6e-3)
    epochs, size = 45, 128
    source, target = make_batch(pairs, device)
    starts = range(0, len(pairs), size)
    steps, step = epochs * len(starts), 0
    for epoch in range(epochs):
        if epoch in (25, 38):
            for group in optimizer.param_groups:
                group["lr"] /= 4
        order = torch.randperm(len(pairs)).to(device)
        for start in starts:
            rows = order[start : start + size]
            loss = train_step(model, optimizer, source[rows], target[rows])
            step += 1
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
