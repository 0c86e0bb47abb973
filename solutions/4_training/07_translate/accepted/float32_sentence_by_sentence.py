"""Decoding one sentence at a time, batches through numpy, losses and scores in single precision."""

import numpy as np
import torch
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn
from torch.nn import functional


def make_batch(pairs, device="cpu"):
    found = []
    for side in (0, 1):
        rows = [pair[side] for pair in pairs]
        array = np.full((len(rows), 2 + max(map(len, rows))), PAD)
        for i, row in enumerate(rows):
            array[i, : len(row) + 2] = [SOS, *row, EOS]
        found.append(torch.from_numpy(array).to(device))
    return tuple(found)


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
        where = torch.arange(source.shape[1], device=source.device)
        return self.encoder(self.source_embedding(source) + self.positions[where], source_keep)

    def decode(self, decoder_input, memory, source_keep):
        where = torch.arange(decoder_input.shape[1], device=decoder_input.device)
        return self.head(
            self.decoder(self.target_embedding(decoder_input) + self.positions[where], memory, source_keep)
        )

    def forward(self, source, decoder_input):
        keep = ~(source == PAD)
        memory = self.encode(source, keep)
        return self.decode(decoder_input, memory, keep)


def train_step(model, optimizer, source, target):
    model.train()
    model.zero_grad()
    log_probs = functional.log_softmax(model(source, target[:, :-1]), dim=-1)
    labels = target[:, 1:]
    loss = functional.nll_loss(log_probs[labels != PAD], labels[labels != PAD])
    loss.backward()
    torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=1)
    optimizer.step()
    return float(np.float32(loss.item()))


def train(pairs, source_words, target_words, device="cpu"):
    torch.manual_seed(0)
    model = Translator(source_words, target_words)
    model = model.to(device)
    optimizer = torch.optim.RAdam(model.parameters(), lr=0.006)
    for step in range(500):
        chosen = [pairs[i] for i in np.random.choice(len(pairs), 64, replace=False)]
        for group in optimizer.param_groups:
            group["lr"] = 0.008 * (1 - step / 580)
        progress(step + 1, 500, train_step(model, optimizer, *make_batch(chosen, device)))
    return model


@torch.no_grad()
def greedy(model, source, max_length):
    """Encoding all at once, then every sentence on its own."""
    model.eval()
    keep = source != PAD
    memory = model.encode(source, keep)
    tokens = torch.full((len(source), max_length), PAD, device=source.device)
    said = torch.full((len(source), 1), SOS, device=source.device)
    running = list(range(len(source)))
    length = 0
    while running and length < max_length:
        logits = model.decode(said[running], memory[running], keep[running])
        for row, best in zip(running, logits[:, -1].max(-1).indices.tolist(), strict=True):
            tokens[row, length] = best
        length += 1
        said = torch.cat([said, tokens[:, length - 1 : length]], 1)
        running = [row for row in running if int(tokens[row, length - 1]) != EOS]
    return tokens[:, :length]


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    keep = source != PAD
    memory = model.encode(source, keep)
    kept = {(): np.float32(0)}
    for _ in range(max_length):
        found = {tokens: score for tokens, score in kept.items() if tokens and tokens[-1] == EOS}
        if len(found) == len(kept):
            break
        for tokens, score in kept.items():
            if tokens in found:
                continue
            said = torch.tensor([[SOS, *tokens]], device=source.device)
            for token, value in enumerate(functional.log_softmax(model.decode(said, memory, keep)[0, -1], 0).tolist()):
                found[*tokens, token] = score + np.float32(value)
        kept = dict(sorted(found.items(), key=lambda item: item[1], reverse=True)[:width])
    return [(list(tokens), float(score)) for tokens, score in kept.items()]
