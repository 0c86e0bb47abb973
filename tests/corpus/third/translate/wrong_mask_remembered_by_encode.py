# wrong: encode keeps the mask of its source and decode uses that one instead of its argument, so decoding goes wrong if another source has been encoded in between.
import random
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
        self.keep = None

    def add_positions(self, x):
        return x + self.positions[: x.shape[1]].unsqueeze(0)

    def encode(self, source, source_keep):
        self.keep = source_keep  # the decoder hides the same padding
        return self.encoder(self.add_positions(self.source_embedding(source)), source_keep)

    def decode(self, decoder_input, memory, source_keep):
        y = self.add_positions(self.target_embedding(decoder_input))
        return self.head(self.decoder(y, memory, self.keep))

    def forward(self, source, decoder_input):
        source_keep = source != PAD
        memory = self.encode(source, source_keep)
        return self.decode(decoder_input, memory, source_keep)


def train_step(model, optimizer, source, target):
    model.train()
    logits = model(source, target[:, :-1])
    labels = target[:, 1:]
    loss = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=PAD)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


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
