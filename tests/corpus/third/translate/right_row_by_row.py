# right: tensors filled in place row by row, greedy decoding one sentence after the other from one encoding, the loss by gather, the beam with heapq, NAdam at a stepwise rate.
import heapq

import torch
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
    model.train(True)
    for parameter in model.parameters():
        parameter.grad = None
    labels = target[:, 1:].contiguous()
    log_p = torch.log_softmax(model(source, target[:, :-1].contiguous()), dim=2)
    right_word = log_p.gather(2, labels.unsqueeze(2)).squeeze(2)
    real = labels != PAD
    loss = -right_word.masked_select(real).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
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


def greedy(model, source, max_length):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        keep = source != PAD
        memory = model.encode(source, keep)
        sentences = []
        for row in range(source.shape[0]):
            tokens = []
            while len(tokens) < max_length and (not tokens or tokens[-1] != EOS):
                ids = torch.tensor([[SOS] + tokens], device=source.device)
                logits = model.decode(ids, memory[row : row + 1], keep[row : row + 1])
                tokens.append(int(logits[0, -1].argmax()))
            sentences.append(tokens)
    model.train(was_training)
    longest = max(map(len, sentences))
    result = torch.full((len(sentences), longest), PAD, dtype=torch.int64)
    for row, tokens in enumerate(sentences):
        result[row, : len(tokens)] = torch.tensor(tokens)
    return result.to(source.device)


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
