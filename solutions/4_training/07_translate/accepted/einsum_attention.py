"""The blocks' own parameters, but every attention computed by einsum: nothing of the library is called for it."""

import random

import torch
from provided import EOS, PAD, SOS, progress
from torch import nn
from torch.nn.functional import cross_entropy


def make_batch(pairs, device="cpu"):
    sides = [[[SOS, *words, EOS] for words in side] for side in zip(*pairs, strict=True)]
    lengths = [max(len(row) for row in rows) for rows in sides]
    padded = [[row + [PAD] * (n - len(row)) for row in rows] for rows, n in zip(sides, lengths, strict=True)]
    return torch.tensor(padded[0], device=device), torch.tensor(padded[1], device=device)


def masks(source, decoder_input):
    length = decoder_input.shape[1]
    future = decoder_input.new_ones(length, length).triu(1)
    return source != PAD, future == 0


def attend(attention, asking, asked, keep):
    """(batch, query, d_model) and the weights (batch, head, query, key). keep: (batch or 1, query or 1, key)."""
    heads = attention.num_heads
    W_q, W_k, W_v = attention.in_proj_weight.chunk(3)
    b_q, b_k, b_v = attention.in_proj_bias.chunk(3)

    def project(x, W, b):
        return (x @ W.T + b).unflatten(-1, (heads, -1))  # (batch, length, head, d_k)

    q, k, v = project(asking, W_q, b_q), project(asked, W_k, b_k), project(asked, W_v, b_v)
    scores = torch.einsum("bqhd,bkhd->bhqk", q, k) / q.shape[-1] ** 0.5
    weights = scores.masked_fill(~keep[:, None], -torch.inf).softmax(-1)
    return attention.out_proj(torch.einsum("bhqk,bkhd->bqhd", weights, v).flatten(2)), weights


class Translator(nn.Module):
    def __init__(self, source_words, target_words, d_model=32, heads=2, d_ff=64, blocks=1, max_length=16):
        super().__init__()
        self.source_embedding = nn.Embedding(source_words, d_model)
        self.target_embedding = nn.Embedding(target_words, d_model)
        self.positions = nn.Embedding(max_length, d_model)
        self.encoder_blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True) for _ in range(blocks)
        )
        self.decoder_blocks = nn.ModuleList(
            nn.TransformerDecoderLayer(d_model, heads, d_ff, dropout=0.0, batch_first=True) for _ in range(blocks)
        )
        self.out = nn.Linear(d_model, target_words)

    def encode(self, source):
        keep = masks(source, source)[0][:, None]
        x = self.source_embedding(source) + self.positions.weight[: source.shape[1]]
        for block in self.encoder_blocks:
            x = block.norm1(x + attend(block.self_attn, x, x, keep)[0])
            x = block.norm2(x + block.linear2(block.linear1(x).clamp(min=0)))
        return x

    def look(self, memory, source, decoder_input):
        """The logits, and the last block's weights over the source, of all heads."""
        keep, past = masks(source, decoder_input)
        y = self.target_embedding(decoder_input) + self.positions.weight[: decoder_input.shape[1]]
        for block in self.decoder_blocks:
            y = block.norm1(y + attend(block.self_attn, y, y, past[None])[0])
            found, weights = attend(block.multihead_attn, y, memory, keep[:, None])
            y = block.norm2(y + found)
            y = block.norm3(y + block.linear2(block.linear1(y).clamp(min=0)))
        return self.out(y), weights

    def decode(self, memory, source, decoder_input):
        return self.look(memory, source, decoder_input)[0]

    def forward(self, source, decoder_input):
        return self.decode(self.encode(source), source, decoder_input)


def train_step(model, optimizer, source, target):
    model.train()
    loss = cross_entropy(model(source, target[:, :-1]).flatten(0, 1), target[:, 1:].flatten(), ignore_index=PAD)
    for parameter in model.parameters():
        parameter.grad = None
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.detach()


def train(pairs, source_words, target_words, device="cpu"):
    model, total = Translator(source_words, target_words).to(device), 420
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / 40, 1 - step / total))
    for step in range(total):
        batch = make_batch([random.choice(pairs) for _ in range(64)], device)
        loss = train_step(model, optimizer, *batch)
        schedule.step()
        progress(step + 1, total, loss.item())
    return model


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    memory, words = model.encode(source), torch.full((len(source), 1), SOS, device=source.device)
    ended = words[:, 0] == EOS
    while words.shape[1] <= max_length and not ended.all():
        chosen = model.decode(memory, source, words)[:, -1].argmax(-1)
        words = torch.cat([words, torch.where(ended, PAD, chosen)[:, None]], 1)
        ended |= chosen == EOS
    return [[word for word in row[1:].tolist() if word not in (PAD, EOS)] for row in words]


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    memory = model.encode(source)
    race = [(0.0, (SOS,), False)]
    while not all(done for _, _, done in race) and max_length > 0:
        max_length -= 1
        following = [entry for entry in race if entry[2]]
        for score, tokens, done in race:
            if not done:
                logs = model.decode(memory, source, torch.tensor([tokens], device=source.device))[0, -1].log_softmax(0)
                following += [(score + log, (*tokens, i), i == EOS) for i, log in enumerate(logs.tolist())]
        race = sorted(following, reverse=True)[:width]
    return [token for token in race[0][1] if token not in (SOS, EOS)]


@torch.no_grad()
def cross_attention(model, source, decoder_input):
    return model.look(model.encode(source), source, decoder_input)[1].mean(1)
