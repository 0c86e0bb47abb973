# wrong: train_step takes the model's output for log-probabilities and uses nll_loss, which is right for this Translator but not for a model that returns any logits.
from contextlib import contextmanager

import torch
import torch.nn.functional as F
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    sides = []
    for side in (0, 1):
        rows = [[SOS, *pair[side], EOS] for pair in pairs]
        longest = max(len(row) for row in rows)
        rows = [row + [PAD] * (longest - len(row)) for row in rows]
        sides.append(torch.tensor(rows, dtype=torch.int64, device=device))
    return sides[0], sides[1]


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
        length = source.shape[-1]
        words = self.source_embedding(source)
        places = torch.narrow(self.positions, 0, 0, length)
        return self.encoder(torch.add(words, places), source_keep)

    def decode(self, decoder_input, memory, source_keep):
        length = decoder_input.shape[-1]
        words = self.target_embedding(decoder_input)
        places = torch.narrow(self.positions, 0, 0, length)
        y = self.decoder(torch.add(words, places), memory, source_keep)
        return self.head(y)

    def forward(self, source, decoder_input):
        keep = ~torch.eq(source, PAD)
        return self.decode(decoder_input=decoder_input, memory=self.encode(source, keep), source_keep=keep)


def train_step(model, optimizer, source, target):
    model.train()
    optimizer.zero_grad()
    decoder_input = target[:, :-1]
    labels = target[:, 1:]
    log_probabilities = model(source, decoder_input)  # the head ends with log_softmax
    loss = F.nll_loss(log_probabilities.permute(0, 2, 1), labels, ignore_index=PAD)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
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


@contextmanager
def evaluating(model):
    before = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(before)


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


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    keep = source.ne(PAD)
    memory = model.encode(source, keep)
    prefixes = source.new_full((1, 1), SOS)  # the open hypotheses, a row each
    scores = torch.zeros(1, dtype=torch.float64, device=source.device)
    finished = []
    for _ in range(max_length):
        n = prefixes.size(0)
        logits = model.decode(prefixes, memory.expand(n, -1, -1), keep.expand(n, -1))[:, -1]
        table = scores[:, None] + logits.double().log_softmax(dim=-1)
        best, flat = table.flatten().topk(min(width, table.numel()))
        candidates = finished + [
            (prefixes[place // table.size(1)].tolist()[1:] + [place % table.size(1)], score)
            for score, place in zip(best.tolist(), flat.tolist())
        ]
        candidates = sorted(candidates, key=lambda c: -c[1])[:width]
        finished = [c for c in candidates if c[0][-1] == EOS]
        growing = [c for c in candidates if c[0][-1] != EOS]
        if not growing:
            break
        prefixes = source.new_tensor([[SOS, *tokens] for tokens, _ in growing])
        scores = scores.new_tensor([score for _, score in growing])
    return candidates
