"""Translates a sentence with the student's Translator, trained on all others, and shows how it came to its words.

Blocks of earlier exercises that the student has written take the place of the given ones.
"""

import random
import sys

import torch
from torch import nn

EXAMPLE = "i love you very much"
BLOCKS = ("multi_head", "layer_norm", "feed_forward", "encoder", "decoder", "output_head")
WIDTH, LONGEST = 3, 13
TAGS = ("<it>", "<hi>")


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    import provided

    seed = int(rng.randint(0, 2**31 - 1))
    random.seed(seed)
    torch.manual_seed(seed)
    torch.set_default_dtype(torch.float32)
    corpus = provided.corpus()
    sentence = " ".join(given["text"].lower().split())
    sentence = sentence if sentence.startswith("<") else f"{language(sentence, corpus)} {sentence}"
    words = [sorted({word for pair in corpus for word in pair[side].split()}) for side in (0, 1)]
    numbers = [{word: 3 + at for at, word in enumerate(known)} for known in words]
    unknown = [word for word in sentence.split() if word not in numbers[0]]
    if unknown:
        known = " ".join(word for word in words[0] if not word.startswith("<"))
        return f"the model has never seen '{unknown[0]}'; it knows these words: {known}"
    use_own(impl, provided)
    pairs = [
        tuple([number[word] for word in text.split()] for number, text in zip(numbers, pair, strict=True))
        for pair in corpus
        if pair[0] != sentence
    ]
    model = impl.train(pairs, 3 + len(words[0]), 3 + len(words[1])).eval()
    source = torch.tensor([[provided.SOS, *(numbers[0][word] for word in sentence.split()), provided.EOS]])
    tokens = [token for token in impl.greedy(model, source, LONGEST)[0].tolist() if token > provided.EOS]
    names = {number: word for word, number in numbers[1].items()} | {provided.SOS: "(start)", provided.EOS: "(end)"}
    found, right = " ".join(names[token] for token in tokens), dict(corpus).get(sentence)
    verdict = (
        "" if right is None else "   ✓ as the grammar has it" if right == found else f"   the grammar has: {right}"
    )
    sides = ["(start)", *sentence.split(), "(end)"], ["(start)", *(names[token] for token in tokens)]
    return [
        f"{sentence} → {found}{verdict}",
        "\n".join(["Beam search with three hypotheses:", *tree(model, source, names, provided)]),
        *heads(model, source, torch.tensor([[provided.SOS, *tokens]]), sides),
    ]


def language(sentence, corpus):
    """The one whose sentences hold these words."""
    known = {tag: {word for source, _ in corpus if source.startswith(tag) for word in source.split()} for tag in TAGS}
    return max(TAGS, key=lambda tag: (f"{tag} {sentence}" in dict(corpus), len(known[tag] & set(sentence.split()))))


def use_own(impl, provided):
    """Modules of the student's other exercises, where they were loaded, in place of the given blocks."""
    own = {name: sys.modules.get(name) for name in ("multi_head", "layer_norm", "feed_forward")}
    if own["multi_head"]:
        provided.MultiHeadAttention = own["multi_head"].MultiHeadAttention
    if own["layer_norm"]:
        provided.LayerNorm = lambda d_model, eps=1e-5: own["layer_norm"].LayerNorm(d_model, eps)
    if own["feed_forward"]:
        provided.FeedForward = own["feed_forward"].FeedForward
    for name, kind in (("encoder", "Encoder"), ("decoder", "Decoder"), ("output_head", "OutputHead")):
        if sys.modules.get(name):
            setattr(impl, kind, getattr(sys.modules[name], kind))


@torch.no_grad()
def tree(model, source, names, provided):
    """The hypotheses that a beam keeps, from the first token on, as lines."""
    visible = source != provided.PAD
    memory = model.encode(source, visible)
    best_so_far, edges = {(): 0.0}, {}
    for _ in range(LONGEST):
        grown = {tokens: score for tokens, score in best_so_far.items() if tokens and tokens[-1] == provided.EOS}
        if len(grown) == len(best_so_far):
            break
        for tokens, score in best_so_far.items():
            if tokens not in grown:
                said = torch.tensor([[provided.SOS, *tokens]])
                likely = model.decode(said, memory, visible)[0, -1].log_softmax(-1).topk(WIDTH)
                for value, token in zip(likely.values.tolist(), likely.indices.tolist(), strict=True):
                    grown[*tokens, token] = score + value
                    edges[*tokens, token] = value
        best_so_far = dict(sorted(grown.items(), key=lambda item: -item[1])[:WIDTH])
    best = max(best_so_far, key=best_so_far.get)
    shown = {tokens[:length] for tokens in best_so_far for length in range(1, len(tokens) + 1)}

    def lines(start, indent):
        children = sorted((each for each in shown if each[:-1] == start), key=lambda each: -edges[each])
        for at, each in enumerate(children):
            last = at == len(children) - 1
            mark = "   ← best" if each == best else ""
            probability = torch.tensor(edges[each]).exp().item()
            yield f"{indent}{'└' if last else '├'}─ {names.get(each[-1], '?')} {probability:.2f}{mark}"
            yield from lines(each, indent + ("   " if last else "│  "))

    return ["(start)", *lines((), "")]


@torch.no_grad()
def heads(model, source, decoder_input, sides):
    """A drawing for each attention of the model: where each head looks. `sides`: the words of source and target."""
    calls = []
    hooks = [
        module.register_forward_pre_hook(
            lambda module, args, kwargs, name=name: calls.append((name, module, args, kwargs)), with_kwargs=True
        )
        for name, module in model.named_modules()
        if hasattr(module, "W_q") or isinstance(module, nn.MultiheadAttention)
    ]
    try:
        model(source, decoder_input)
    finally:
        for hook in hooks:
            hook.remove()
    for name, module, args, kwargs in calls:
        asking, asked = (*args, *(kwargs[key] for key in ("query_input", "key_value_input") if key in kwargs))[:2]
        rows = sides[not name.startswith("encoder")]
        columns = sides[0 if asked.shape[1] == len(sides[0]) and "self" not in name else 1]
        masked = name.startswith("decoder") and "self" in name
        panels = [
            {"title": f"head {number}", "rows": rows, "columns": columns, "values": head}
            for number, head in enumerate(weights(module, asking[0], asked[0], masked), 1)
        ]
        side, _, number, kind = name.split(".")[:4]
        title = f"{side}, block {int(number) + 1}, {kind.replace('_', '-')}: where each word looks"
        yield {"title": title, "panels": panels}


def weights(module, asking, asked, masked):
    """(head, query, key), from the module's own projections."""
    if isinstance(module, nn.MultiheadAttention):
        count = module.num_heads
        (W_q, W_k, _), (b_q, b_k, _) = module.in_proj_weight.chunk(3), module.in_proj_bias.chunk(3)
        q, k = asking @ W_q.T + b_q, asked @ W_k.T + b_k
    else:
        count, q, k = module.heads, module.W_q(asking), module.W_k(asked)
    q, k = (x.unflatten(-1, (count, -1)).transpose(0, 1) for x in (q, k))
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    if masked:
        scores = scores.masked_fill(torch.ones_like(scores[0]).triu(1) > 0, -torch.inf)
    return scores.softmax(-1)
