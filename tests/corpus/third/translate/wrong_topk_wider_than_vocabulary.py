# wrong: beam takes topk(width) of the tokens of each hypothesis, which fails when the width is larger than the number of words.
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


@torch.no_grad()
def beam(model, source, width, max_length):
    model.eval()
    source_keep = source != PAD
    memory = model.encode(source, source_keep)
    beams = [(0.0, [SOS])]
    for _ in range(max_length):
        candidates = []
        for score, ids in beams:
            if ids[-1] == EOS:
                candidates.append((score, ids))
                continue
            logits = model.decode(torch.tensor([ids], device=source.device), memory, source_keep)
            log_probs = torch.log_softmax(logits[:, -1], dim=-1).squeeze(0)
            top = torch.topk(log_probs, width)  # the others cannot be among the best
            for log_prob, token in zip(top.values.tolist(), top.indices.tolist()):
                candidates.append((score + log_prob, ids + [token]))
        beams = sorted(candidates, key=lambda b: b[0], reverse=True)[:width]
        if all(ids[-1] == EOS for _, ids in beams):
            break
    return [(ids[1:], score) for score, ids in beams]
