"""The given parameters, but everything computed by hand: einsum, means and variances, the loss, the clipping."""

import random

import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    sides = [[[SOS, *words, EOS] for words in side] for side in zip(*pairs, strict=True)]
    lengths = [max(len(row) for row in rows) for rows in sides]
    padded = [[row + [PAD] * (n - len(row)) for row in rows] for rows, n in zip(sides, lengths, strict=True)]
    return torch.tensor(padded[0], device=device), torch.tensor(padded[1], device=device)


def attend(attention, asking, asked, keep):
    """keep: (batch or 1, query or 1, key)."""
    q, k, v = (
        (x @ W.weight.T).unflatten(-1, (attention.heads, -1))
        for x, W in ((asking, attention.W_q), (asked, attention.W_k), (asked, attention.W_v))
    )
    scores = torch.einsum("bqhd,bkhd->bhqk", q, k) / q.shape[-1] ** 0.5
    weights = scores.masked_fill(~keep[:, None], -torch.inf).softmax(-1)
    return torch.einsum("bhqk,bkhd->bqhd", weights, v).flatten(2) @ attention.W_o.weight.T


def normalise(norm, x):
    centred = x - x.mean(-1, keepdim=True)
    return norm.gamma * centred / (centred.square().mean(-1, keepdim=True) + norm.eps).sqrt() + norm.beta


def feed(part, x):
    return (x @ part.linear_1.weight.T + part.linear_1.bias).clamp(min=0) @ part.linear_2.weight.T + part.linear_2.bias


class Translator(nn.Module):
    def __init__(self, source_words, target_words, d_model=32, heads=2, d_ff=64, n_blocks=1, max_length=16):
        super().__init__()
        self.source_embedding = Embedding(source_words, d_model)
        self.target_embedding = Embedding(target_words, d_model)
        self.register_buffer("positions", positional_encoding(max_length, d_model), persistent=False)
        self.encoder = Encoder(d_model, heads, d_ff, n_blocks)
        self.decoder = Decoder(d_model, heads, d_ff, n_blocks)
        self.head = OutputHead(d_model, target_words)

    def encode(self, source, source_keep):
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        for block in self.encoder.blocks:
            x = normalise(block.norm_1, x + attend(block.attention, x, x, source_keep[:, None]))
            x = normalise(block.norm_2, x + feed(block.feed_forward, x))
        return x

    def decode(self, decoder_input, memory, source_keep):
        n = decoder_input.shape[1]
        y = self.target_embedding(decoder_input) + self.positions[:n]
        past = torch.ones(1, n, n, device=y.device).tril() > 0
        for block in self.decoder.blocks:
            y = normalise(block.norm_1, y + attend(block.self_attention, y, y, past))
            y = normalise(block.norm_2, y + attend(block.cross_attention, y, memory, source_keep[:, None]))
            y = normalise(block.norm_3, y + feed(block.feed_forward, y))
        logits = y @ self.head.linear.weight.T + self.head.linear.bias
        return logits - logits.logsumexp(-1, keepdim=True)

    def forward(self, source, decoder_input):
        keep = source > PAD
        return self.decode(decoder_input, self.encode(source, keep), keep)


def train_step(model, optimizer, source, target):
    model.train()
    optimizer.zero_grad()
    labels = target[:, 1:]
    log_probs = model(source, target[:, :-1]).log_softmax(-1)
    real = labels != PAD
    loss = -(log_probs.gather(-1, labels[..., None])[..., 0] * real).sum() / real.sum()
    loss.backward()
    grads = [p.grad for p in model.parameters() if p.grad is not None]
    norm = torch.sqrt(sum(g.square().sum() for g in grads))
    for g in grads:
        g.mul_(torch.clamp(1 / norm, max=1.0))
    optimizer.step()
    return float(loss.detach())


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.004, betas=(0.9, 0.98))  # built before the move
    model.to(device)
    order = list(pairs)
    steps, done = 10 * (len(order) // 50), 0
    for _ in range(10):
        random.shuffle(order)
        for at in range(0, len(order) - 49, 50):
            done += 1
            progress(done, steps, train_step(model, optimizer, *make_batch(order[at : at + 50], device)))
    return model


def greedy(model, source, max_length):
    model.eval()
    with torch.no_grad():
        keep = source != PAD
        memory = model.encode(source, keep)
        rows = [[] for _ in source]
        for _ in range(max_length):
            longest = max(len(row) for row in rows)
            said = [[SOS, *row] + [PAD] * (longest - len(row)) for row in rows]
            if all(row and row[-1] == EOS for row in rows):
                break
            logits = model.decode(torch.tensor(said, device=source.device), memory, keep)
            for row, chosen in zip(rows, logits[:, -1].argmax(-1).tolist(), strict=True):
                if not row or row[-1] != EOS:
                    row.append(chosen)
    longest = max(len(row) for row in rows)
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows], device=source.device)


def beam(model, source, width, max_length):
    model.eval()
    keep = source != PAD
    with torch.no_grad():
        memory = model.encode(source, keep)
        alive, finished = [([], 0.0)], []
        for _ in range(max_length):
            grown = []
            for tokens, score in alive:
                logits = model.decode(torch.tensor([[SOS, *tokens]], device=source.device), memory, keep)
                log_probs = logits[0, -1] - logits[0, -1].logsumexp(0)
                grown += [([*tokens, token], score + float(value)) for token, value in enumerate(log_probs)]
            best = sorted(finished + grown, key=lambda pair: pair[1], reverse=True)[:width]
            finished = [pair for pair in best if pair[0][-1] == EOS]
            alive = [pair for pair in best if pair[0][-1] != EOS]
            if not alive:
                break
    return sorted(finished + alive, key=lambda pair: pair[1], reverse=True)
