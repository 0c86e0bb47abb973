# wrong: make_batch puts SOS and EOS into the lists of the caller, so the pairs have changed afterwards and a second batch from them has two SOS.
import torch
import torch.nn.functional as F
from provided import EOS, PAD, SOS, Decoder, Embedding, Encoder, OutputHead, positional_encoding, progress
from torch import nn


def make_batch(pairs, device="cpu"):
    for source_words, target_words in pairs:
        for words in (source_words, target_words):
            words.insert(0, SOS)
            words.append(EOS)
    longest_source = max(len(s) for s, _ in pairs)
    longest_target = max(len(t) for _, t in pairs)
    source = [s + [PAD] * (longest_source - len(s)) for s, _ in pairs]
    target = [t + [PAD] * (longest_target - len(t)) for _, t in pairs]
    return torch.tensor(source, device=device), torch.tensor(target, device=device)


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
    model = Translator(source_words, target_words).to(device)
    optimizer = torch.optim.RAdam(model.parameters(), lr=1.2e-2)
    steps = 700
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps)
    everything = make_batch(pairs, device)
    for step in range(steps):
        rows = torch.randperm(len(pairs))[:128].to(device)
        loss = train_step(model, optimizer, everything[0][rows], everything[1][rows])
        cosine.step()
        progress(step + 1, steps, loss)
    return model.eval()


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
