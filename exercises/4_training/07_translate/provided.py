"""What the capstone provides: the sentences, the special ids, the blocks of the course, a progress line.

The corpus is made by a small grammar, so that nothing has to be downloaded and everything about it is known. English
is translated into Italian and into Hindi; the first word of the source, <it> or <hi>, says into which.

    Italian   i love you very much            → ti amo molto
              he does not see them today      → non li vede oggi
              your cat is a lovely cat        → il tuo gatto è un gatto adorabile
    Hindi     i like eating ice-cream         → मुझे आइसक्रीम खाना पसंद है
              their tea is not hot            → उनकी चाय गरम नहीं है
              how is her milk ?               → उसका दूध कैसा है ?

No word can be translated alone: Italian puts the object before the verb and leaves the subject out, but the verb
shows it; articles, possessives and question words agree with the noun; Hindi puts the verb last.

The blocks are those of Parts 2 and 3, with the parameter names of their stubs, on top of PyTorch's own operators. In
every mask True means keep.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from itertools import product

import torch
from torch import nn
from torch.nn import functional

PAD, SOS, EOS = 0, 1, 2  # the same in both vocabularies; words have the ids from 3 on

# Sentences that stand alone: they come from the lectures, and none of them is ever held out.
FIXED = (
    ("<hi> how are you ?", "आप कैसे हैं ?"),
    ("<hi> congratulations", "बधाई हो"),
    ("<hi> thank you", "धन्यवाद"),
    ("<hi> i am fine", "मैं बढ़िया हूँ"),
    ("<it> how are you ?", "come stai ?"),
    ("<it> congratulations", "congratulazioni"),
    ("<it> thank you", "grazie"),
    ("<it> i am fine", "sto bene"),
)

# Italian: subject, object, verb in six persons.
SUBJECTS = ("i", "you", "he", "she", "we", "they")
OBJECTS = {"me": "mi", "you": "ti", "him": "lo", "her": "la", "us": "ci", "them": "li"}
SAME_PERSON = {("i", "me"), ("i", "us"), ("you", "you"), ("we", "us"), ("we", "me")}
VERBS = {
    "love": "amo ami ama ama amiamo amano",
    "see": "vedo vedi vede vede vediamo vedono",
    "thank": "ringrazio ringrazi ringrazia ringrazia ringraziamo ringraziano",
    "help": "aiuto aiuti aiuta aiuta aiutiamo aiutano",
    "hear": "sento senti sente sente sentiamo sentono",
}
ADVERBS = {"": "", "often": "spesso", "today": "oggi", "always": "sempre", "very much": "molto"}
# Italian: possessive, noun (masculine or feminine), adjective.
OWNERS = {"my": "mio mia", "your": "tuo tua", "his": "suo sua", "her": "suo sua", "our": "nostro nostra"}
THINGS = {"cat": "m gatto", "dog": "m cane", "book": "m libro", "house": "f casa", "car": "f macchina"}
QUALITIES = {"lovely": "adorabile", "large": "grande", "special": "speciale", "elegant": "elegante"}

# Hindi: who likes, doing what.
LIKERS = {"i": "मुझे", "you": "आपको", "he": "उसे", "she": "उसे", "we": "हमें", "they": "उन्हें"}
ACTIONS = {
    "eating": ("खाना", ("ice-cream", "rice", "bread", "fruit")),
    "drinking": ("पीना", ("tea", "milk", "water")),
    "buying": ("ख़रीदना", ("ice-cream", "rice", "bread", "fruit", "tea", "milk", "water")),
    "making": ("बनाना", ("ice-cream", "rice", "bread", "tea")),
    "selling": ("बेचना", ("ice-cream", "rice", "bread", "fruit", "tea", "milk", "water")),
}
FOODS = {
    "ice-cream": "f आइसक्रीम", "rice": "m चावल", "bread": "f रोटी", "fruit": "m फल",
    "tea": "f चाय", "milk": "m दूध", "water": "m पानी",
}  # fmt: skip
# Hindi: possessive (before a masculine, before a feminine noun), state.
HOLDERS = {
    "my": "मेरा मेरी", "your": "आपका आपकी", "his": "उसका उसकी", "her": "उसका उसकी",
    "our": "हमारा हमारी", "their": "उनका उनकी",
}  # fmt: skip
STATES = {"hot": "गरम", "ready": "तैयार", "clean": "साफ़", "spoiled": "ख़राब"}


def corpus() -> list[tuple[str, str]]:
    """All sentences of the grammar with their translations, always in the same order; no source occurs twice."""
    parts = (FIXED, _clitics(), _qualities(), _likes(), _states())
    return [(" ".join(source.split()), " ".join(target.split())) for part in parts for source, target in part]


def _clitics() -> Iterator[tuple[str, str]]:
    """i love you very much → ti amo molto"""
    for subject, other, verb, adverb in product(SUBJECTS, OBJECTS, VERBS, ADVERBS):
        if (subject, other) in SAME_PERSON or (adverb == "very much" and verb in ("see", "hear")):
            continue
        third, form = subject in ("he", "she"), VERBS[verb].split()[SUBJECTS.index(subject)]
        spoken = verb + "s" if third else verb
        yield f"<it> {subject} {spoken} {other} {adverb}", f"{OBJECTS[other]} {form} {ADVERBS[adverb]}"
        never = f"{'does' if third else 'do'} not {verb}"
        yield f"<it> {subject} {never} {other} {adverb}", f"non {OBJECTS[other]} {form} {ADVERBS[adverb]}"


def _qualities() -> Iterator[tuple[str, str]]:
    """your cat is a lovely cat → il tuo gatto è un gatto adorabile"""
    for owner, thing, quality in product(OWNERS, THINGS, QUALITIES):
        gender, noun = THINGS[thing].split()
        feminine = gender == "f"
        owned = f"{'la' if feminine else 'il'} {OWNERS[owner].split()[feminine]} {noun}"
        a = "una" if feminine else "un"
        for is_not, no in (("", ""), ("not", "non")):
            yield f"<it> {owner} {thing} is {is_not} {quality}", f"{owned} {no} è {QUALITIES[quality]}"
            yield (
                f"<it> {owner} {thing} is {is_not} a {quality} {thing}",
                f"{owned} {no} è {a} {noun} {QUALITIES[quality]}",
            )


def _likes() -> Iterator[tuple[str, str]]:
    """i like eating ice-cream → मुझे आइसक्रीम खाना पसंद है"""
    for liker, (action, (doing, foods)) in product(LIKERS, ACTIONS.items()):
        third = liker in ("he", "she")
        for food in foods:
            what = f"{LIKERS[liker]} {FOODS[food].split()[1]} {doing} पसंद"
            yield f"<hi> {liker} {'likes' if third else 'like'} {action} {food}", f"{what} है"
            yield f"<hi> {liker} {'does' if third else 'do'} not like {action} {food}", f"{what} नहीं है"


def _states() -> Iterator[tuple[str, str]]:
    """their tea is not hot → उनकी चाय गरम नहीं है"""
    for holder, food in product(HOLDERS, FOODS):
        gender, noun = FOODS[food].split()
        feminine = gender == "f"
        held = f"{HOLDERS[holder].split()[feminine]} {noun}"
        yield f"<hi> how is {holder} {food} ?", f"{held} {'कैसी' if feminine else 'कैसा'} है ?"
        for state, word in STATES.items():
            yield f"<hi> {holder} {food} is {state}", f"{held} {word} है"
            yield f"<hi> {holder} {food} is not {state}", f"{held} {word} नहीं है"


def positional_encoding(length: int, d_model: int) -> torch.Tensor:
    """The table (length, d_model): columns 2i and 2i + 1 are sine and cosine of pos / 10000^(2i / d_model)."""
    rates = 10000.0 ** -(torch.arange(0, d_model, 2) / d_model)
    angles = torch.outer(torch.arange(length).to(rates), rates)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


class Embedding(nn.Module):
    """Token ids (...) -> vectors (..., d_model): rows of a learned table, times √d_model."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return functional.embedding(ids, self.weight) * math.sqrt(self.weight.shape[1])


class MultiHeadAttention(nn.Module):
    """(batch, query, d_model) and (batch, key, d_model) -> (batch, query, d_model).

    keep: bool (batch, query, key); batch and query may be 1
    """

    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)
        self.seen: list[torch.Tensor] | None = None  # see watched

    def forward(self, query_input: torch.Tensor, key_value_input: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        pairs = (len(query_input), query_input.shape[1], key_value_input.shape[1])
        asked = key_value_input.transpose(0, 1)
        out, weights = functional.multi_head_attention_forward(
            *(query_input.transpose(0, 1), asked, asked, query_input.shape[-1], self.heads),
            *(None, None, None, None, False, 0.0, self.W_o.weight, None),
            attn_mask=(~keep).expand(pairs).repeat_interleave(self.heads, 0),  # the library's True means hide
            need_weights=self.seen is not None,
            average_attn_weights=False,
            use_separate_proj_weight=True,
            q_proj_weight=self.W_q.weight,
            k_proj_weight=self.W_k.weight,
            v_proj_weight=self.W_v.weight,
        )
        if self.seen is not None:
            self.seen.append(weights)
        return out.transpose(0, 1)


class LayerNorm(nn.Module):
    """(..., d_model) -> (..., d_model): every token normalised over its features, times gamma, plus beta."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)


class FeedForward(nn.Module):
    """(..., d_model) -> (..., d_model): two linear layers with a ReLU between them."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.Sequential(self.linear_1, nn.ReLU(), self.linear_2)(x)


class EncoderBlock(nn.Module):
    """Self-attention and feed-forward, an add and norm after each (post-norm)."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = MultiHeadAttention(d_model, heads)
        self.norm_1 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.norm_2 = LayerNorm(d_model)

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for norm, sublayer in (
            (self.norm_1, lambda x: self.attention(x, x, keep[:, None])),
            (self.norm_2, self.feed_forward),
        ):
            x = norm(x + sublayer(x))
        return x


def _stack(kind: Callable[..., nn.Module], n_blocks: int, *sizes: int) -> nn.ModuleList:
    return nn.ModuleList(kind(*sizes) for _ in range(n_blocks))


class Encoder(nn.Module):
    """x (batch, source, d_model) and source_keep, bool (batch, source) -> memory, the shape of x."""

    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = _stack(EncoderBlock, n_blocks, d_model, heads, d_ff)

    def forward(self, x: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        return reduce(lambda y, block: block(y, source_keep), self.blocks, x)


class DecoderBlock(nn.Module):
    """Masked self-attention, cross-attention and feed-forward, an add and norm after each (post-norm)."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, heads)
        self.norm_1 = LayerNorm(d_model)
        self.cross_attention = MultiHeadAttention(d_model, heads)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.norm_3 = LayerNorm(d_model)

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        length = x.shape[1]
        past = torch.ones(1, length, length, dtype=torch.bool, device=x.device).tril()
        for norm, sublayer in (
            (self.norm_1, lambda x: self.self_attention(x, x, past)),
            (self.norm_2, lambda x: self.cross_attention(x, memory, source_keep[:, None])),
            (self.norm_3, self.feed_forward),
        ):
            x = norm(x + sublayer(x))
        return x


class Decoder(nn.Module):
    """x (batch, target, d_model), memory (batch, source, d_model), source_keep, bool (batch, source) -> the shape of x.

    No position sees a later one. All blocks read the same memory.
    """

    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = _stack(DecoderBlock, n_blocks, d_model, heads, d_ff)

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        return reduce(lambda y, block: block(y, memory, source_keep), self.blocks, x)


class OutputHead(nn.Module):
    """(..., d_model) -> log-probabilities (..., vocab_size)."""

    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.log_softmax(self.linear(x), dim=-1)


@contextmanager
def watched(attention: MultiHeadAttention) -> Iterator[list[torch.Tensor]]:
    """A list that fills with the weights (batch, head, query, key) of every call inside the `with` block."""
    attention.seen = []
    try:
        yield attention.seen
    finally:
        attention.seen = None


class Enough(Exception):
    """Ends a training early: a check has seen enough of it."""


class Progress:
    """`progress(step, steps, loss)`, called after every step, prints a line now and then: the bar of the grader."""

    def __init__(self) -> None:
        self.enough: Callable[[int, float], bool] | None = None  # a check that has seen enough ends the training
        self.where = ""  # the device, if a check has said so

    def __call__(self, step: int, steps: int, loss: float) -> None:
        if step % 50 == 0 or step == steps:
            where = f" on {self.where}" if self.where else ""
            print(f"step {step:5d} of {steps}   loss {loss:.4f}{where}", flush=True)
        if self.enough is not None and self.enough(step, float(loss)):
            raise Enough


progress = Progress()
