# wrong: train builds a larger Translator (d_model 64, 4 heads) than the sizes of the stub, so its parameters fit into no Translator(source_words, target_words).
import heapq
from contextlib import contextmanager
from itertools import zip_longest

import torch
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
    model = Translator(source_words, target_words, d_model=64, heads=4, d_ff=128).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3, betas=(0.9, 0.98))
    source, target = make_batch(pairs, device)
    steps, batch_size = 600, 128
    for step in range(1, steps + 1):
        picked = torch.randint(0, len(pairs), (batch_size,)).to(device)
        loss = train_step(model, optimizer, source[picked], target[picked])
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


def beam(model, source, width, max_length):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        keep = source != PAD
        memory = model.encode(source, keep)

        def continuations(tokens, score):
            if tokens[-1] == EOS:
                yield tokens, score
                return
            ids = torch.tensor([tokens], device=source.device)
            logits = model.decode(ids, memory, keep)[0, -1]
            # log softmax by hand
            log_p = logits - torch.logsumexp(logits, dim=0)
            for token, gain in enumerate(log_p.tolist()):
                yield (*tokens, token), score + gain

        best = [((SOS,), 0.0)]
        rounds = 0
        while rounds < max_length and any(tokens[-1] != EOS for tokens, _ in best):
            pool = [candidate for hypothesis in best for candidate in continuations(*hypothesis)]
            best = heapq.nlargest(width, pool, key=lambda candidate: candidate[1])
            rounds += 1
    model.train(was_training)
    return [(list(tokens[1:]), score) for tokens, score in best]
