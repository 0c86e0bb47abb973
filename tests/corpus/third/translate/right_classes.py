# right: small classes for a hypothesis and for the evaluation mode, only the open rows are decoded, the mean loss as a masked sum, RAdam with a cosine rate.
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest

import torch
import torch.nn.functional as F
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    def table(sentences):
        columns = zip_longest(*((SOS, *words, EOS) for words in sentences), fillvalue=PAD)
        return torch.tensor(list(columns), dtype=torch.long, device=device).T.contiguous()

    sources, targets = zip(*pairs)
    return table(sources), table(targets)


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


@contextmanager
def evaluating(model):
    before = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(before)


def train_step(model, optimizer, source, target):
    model.train()
    optimizer.zero_grad()
    labels = target[:, 1:].reshape(-1)
    logits = model(source, target[:, :-1])
    each = F.cross_entropy(logits.reshape(len(labels), -1), labels, reduction="none")
    counts = (labels != PAD).to(each.dtype)
    loss = (each * counts).sum() / counts.sum()
    loss.backward()
    nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
    optimizer.step()
    return loss.detach().cpu().item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words).to(device)
    optimizer = torch.optim.RAdam(model.parameters(), lr=1.2e-2)
    steps = 700
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps)
    everything = make_batch(pairs, device)
    for step in range(steps):
        rows = torch.randperm(len(pairs))[:128].to(device)
        loss = train_step(model, optimizer, everything[0][rows], everything[1][rows])
        cosine.step()
        progress(step + 1, steps, loss)
    return model.eval()


def greedy(model, source, max_length):
    with evaluating(model):
        keep = source != PAD
        memory = model.encode(source, keep)
        ids = torch.full((len(source), max_length + 1), PAD, dtype=torch.long, device=source.device)
        ids[:, 0] = SOS
        rows = torch.arange(len(source), device=source.device)  # those that go on
        length = 0
        while len(rows) and length < max_length:
            logits = model.decode(ids[rows, : length + 1], memory[rows], keep[rows])
            length += 1
            ids[rows, length] = logits[:, -1].argmax(dim=-1)
            rows = rows[ids[rows, length] != EOS]
        return ids[:, 1 : length + 1]


@dataclass(frozen=True)
class Hypothesis:
    tokens: tuple
    score: float

    @property
    def finished(self):
        return self.tokens[-1:] == (EOS,)

    def grown(self, log_probabilities):
        return [Hypothesis((*self.tokens, t), self.score + p) for t, p in enumerate(log_probabilities)]


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
