"""Losses, scores and attention weights in single precision; the cross-attention is computed once more by hand."""

import random

import torch
from provided import EOS, PAD, SOS, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    batch = []
    for side in range(2):
        tensor = torch.zeros(len(pairs), max(len(pair[side]) for pair in pairs) + 2, dtype=torch.long)
        for row, pair in zip(tensor, pairs, strict=True):
            n = len(pair[side])
            row[0], row[n + 1] = SOS, EOS
            row[1 : n + 1] = torch.tensor(pair[side], dtype=torch.long)
        batch.append(tensor.to(device))
    return batch[0], batch[1]


def masks(source, decoder_input):
    places = torch.arange(decoder_input.shape[1], device=decoder_input.device)
    return source > PAD, places[None, :] <= places[:, None]


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
        x = self.source_embedding(source) + self.positions.weight[None, : source.shape[1]]
        keep, _ = masks(source, source)
        for block in self.encoder_blocks:
            x = block(x, src_key_padding_mask=keep.logical_not())
        return x

    def steps(self, memory, source, decoder_input):
        """What goes into each decoder block, and what comes out of the last."""
        keep, past = masks(source, decoder_input)
        y = [self.target_embedding(decoder_input) + self.positions.weight[None, : decoder_input.shape[1]]]
        for block in self.decoder_blocks:
            y.append(block(y[-1], memory, past.logical_not(), None, None, keep.logical_not()))
        return y

    def decode(self, memory, source, decoder_input):
        return self.out(self.steps(memory, source, decoder_input)[-1])

    def forward(self, source, decoder_input):
        return self.decode(self.encode(source), source, decoder_input)


def train_step(model, optimizer, source, target):
    model.train()
    labels = target[:, 1:]
    log_probabilities = model(source, target[:, :-1]).float().log_softmax(-1)
    losses = -log_probabilities.gather(-1, labels[..., None])[..., 0]
    real = labels != PAD
    loss = losses[real].sum() / real.sum()
    model.zero_grad()
    loss.backward()
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    length = torch.sqrt(sum((g.float() ** 2).sum() for g in gradients))
    for gradient in gradients:
        gradient /= max(1.0, length.item())
    optimizer.step()
    return loss.item()


def train(pairs, source_words, target_words, device="cpu"):
    model = Translator(source_words, target_words, d_model=40, d_ff=80).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-3, betas=(0.9, 0.98))
    for step in range(400):
        optimizer.param_groups[0]["lr"] = 4e-3 * min(1, (step + 1) / 40, (400 - step) / 200)
        source, target = make_batch(random.choices(pairs, k=72), device)
        loss = train_step(model, optimizer, source, target)
        progress(step + 1, 400, loss)
    return model


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    memory = model.encode(source)
    sentences = [[SOS] for _ in source]
    for _ in range(max_length):
        if all(sentence[-1] == EOS for sentence in sentences):
            break
        logits = model.decode(memory, source, torch.tensor(sentences, device=source.device)).float()
        for sentence, row in zip(sentences, logits, strict=True):
            sentence.append(EOS if sentence[-1] == EOS else int(row[-1].argmax()))
    return [[word for word in sentence[1:] if word != EOS] for sentence in sentences]


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    memory = model.encode(source)
    alive, finished = [((), 0.0)], []
    for _ in range(max_length):
        pool = list(finished)
        for words, score in alive:
            decoder_input = torch.tensor([[SOS, *words]], device=source.device)
            best = model.decode(memory, source, decoder_input)[0, -1].float().log_softmax(-1)
            values, tokens = best.topk(min(width, len(best)))
            pool += [((*words, t), score + v) for v, t in zip(values.tolist(), tokens.tolist(), strict=True)]
        pool = sorted(pool, key=lambda item: item[1], reverse=True)[:width]
        finished = [item for item in pool if item[0][-1] == EOS]
        alive = [item for item in pool if item[0][-1] != EOS]
        if not alive:
            break
    words, _ = max(alive + finished, key=lambda item: item[1])
    return [word for word in words if word != EOS]


@torch.no_grad()
def cross_attention(model, source, decoder_input):
    memory = model.encode(source)
    block = model.decoder_blocks[-1]
    keep, past = masks(source, decoder_input)
    y = model.steps(memory, source, decoder_input)[-2]
    seen, _ = block.self_attn(y, y, y, attn_mask=~past, need_weights=False)
    query = block.norm1(y + seen)
    _, weights = block.multihead_attn(query, memory, memory, key_padding_mask=~keep)
    return weights.float()
