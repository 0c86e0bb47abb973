# wrong: greedy takes a predicted PAD for the end of a row as well, though only EOS ends it and PAD is a token like any other.
import random

import torch
import torch.nn.functional as F
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    n = len(pairs)
    source = torch.full((n, max(len(s) for s, _ in pairs) + 2), PAD, dtype=torch.int64)
    target = torch.full((n, max(len(t) for _, t in pairs) + 2), PAD, dtype=torch.int64)
    for row, pair in enumerate(pairs):
        for ids, words in zip((source, target), pair):
            ids[row, 0] = SOS
            for place, word in enumerate(words):
                ids[row, 1 + place] = word
            ids[row, 1 + len(words)] = EOS
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
        self.source_embedding = Embedding(source_words, d_model)  # times √d_model already
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
    pairs = list(pairs)
    model = Translator(source_words, target_words).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=8e-3, weight_decay=1e-3)
    steps, size, warm = 800, 96, 80
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda done: min((done + 1) / warm, (steps - done) / (steps - warm))
    )
    queue = []
    for step in range(1, steps + 1):
        if len(queue) < size:
            fresh = pairs[:]
            random.shuffle(fresh)
            queue += fresh
        batch, queue = queue[:size], queue[size:]
        loss = train_step(model, optimizer, *make_batch(batch, device))
        rate.step()
        progress(step, steps, loss)
    return model


@torch.no_grad()
def greedy(model, source, max_length):
    model.eval()
    keep = source != PAD
    memory = model.encode(source, keep)
    batch = source.shape[0]
    ids = torch.full((batch, 1), SOS, dtype=torch.long, device=source.device)
    finished = torch.zeros(batch, dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        token = model.decode(ids, memory, keep)[:, -1].argmax(-1)
        token = token.masked_fill(finished, PAD)
        ids = torch.cat([ids, token.unsqueeze(-1)], dim=-1)
        finished |= (token == EOS) | (token == PAD)
        if finished.all():
            break
    return ids[:, 1:]


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    hypotheses = [([], 0.0)]
    for _ in range(max_length):
        candidates = []
        for tokens, score in hypotheses:
            if tokens and tokens[-1] == EOS:
                candidates.append((tokens, score))
                continue
            ids = torch.tensor([[SOS, *tokens]], dtype=torch.int64, device=source.device)
            log_probabilities = F.log_softmax(model.decode(ids, memory, source_keep)[0, -1], dim=-1)
            for token, more in enumerate(log_probabilities.tolist()):
                candidates.append(([*tokens, token], score + more))
        candidates.sort(key=lambda candidate: candidate[1], reverse=True)
        hypotheses = candidates[:width]
        if all(tokens[-1] == EOS for tokens, _ in hypotheses):
            break
    return hypotheses
