# right: pad_sequence, a beam that runs all open hypotheses as one batch with topk over a flat table, AdamW with warm-up and linear decay over shuffled epochs.
import random

import torch
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
    optimizer.zero_grad(set_to_none=True)
    decoder_input, labels = target[:, :-1], target[:, 1:]
    real = labels != PAD
    logits = model(source, decoder_input)
    loss = nn.functional.cross_entropy(logits[real], labels[real])
    loss.backward()
    torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=1)
    optimizer.step()
    return float(loss.detach())


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


@torch.inference_mode()
def greedy(model, source, max_length):
    model.eval()
    keep = source.ne(PAD)
    memory = model.encode(source, keep)
    columns = [source.new_full((source.size(0),), SOS)]
    open_rows = torch.ones_like(columns[0], dtype=torch.bool)
    while len(columns) <= max_length and bool(open_rows.any()):
        logits = model.decode(torch.stack(columns, dim=1), memory, keep)[:, -1]
        token = logits.max(dim=-1).indices.masked_fill(~open_rows, PAD)
        columns.append(token)
        open_rows = open_rows & token.ne(EOS)
    return torch.stack(columns[1:], dim=1).clone()


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
