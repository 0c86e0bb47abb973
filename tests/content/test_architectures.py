"""What the statement draws and counts, against the reference of `architectures`."""

import pytest
import torch

from tests.content.reference import ROOT, reference

STATEMENT = (ROOT / "exercises/5_beyond/04_architectures/README.md").read_text(encoding="utf-8")
PAD = 0


@pytest.fixture
def module():
    torch.manual_seed(0)
    return reference("architectures")


def vectors(model, block, inputs, call, place):
    """What a block returns when something is added to one place of one call of the embedding."""
    calls, seen = [], []

    def move(_module, _inputs, x):
        x = x.clone()
        if len(calls) == call and place is not None:
            x[:, place] += 1 + torch.arange(x.shape[-1])
        calls.append(1)
        return x

    hooks = [model.embed.register_forward_hook(move), block.register_forward_hook(lambda *a: seen.append(a[-1]))]
    model(*inputs)
    for hook in hooks:
        hook.remove()
    return seen[0][0]


def drawn(model, block, inputs, call, places):
    """For each place that asks: # where a change of another place reaches it, . where not."""
    before = vectors(model, block, inputs, call, None)
    moved = [(vectors(model, block, inputs, call, place) - before).abs().amax(-1) > 1e-6 for place in range(places)]
    return [" ".join("#" if m[i] else "." for m in moved) for i in range(3)]


def test_who_sees_whom_is_as_drawn(module):
    sizes, source, target = (8, 2, 11, 1), torch.tensor([[3, 4, 5, PAD]]), torch.tensor([[1, 6, 7]])
    classifier = module.Classifier(9, 2, *sizes, PAD)
    language_model = module.LanguageModel(9, *sizes)
    translator = module.Translator(9, *sizes, PAD)
    encoder, decoder = translator.encoder_blocks[0], translator.decoder_blocks[0]
    both_ways = drawn(classifier, classifier.blocks[0], [source], 0, 4)
    past = drawn(language_model, language_model.blocks[0], [source[:, :3]], 0, 3)
    of_source = drawn(translator, decoder, [source, target], 0, 4)
    itself = drawn(translator, decoder, [source, target], 1, 3)
    assert drawn(translator, encoder, [source, target], 0, 4) == both_ways
    names = zip(("I", "like", "tea"), ("<start>", "mi", "piace"), strict=True)
    for i, (word, said) in enumerate(names):
        line = f"    {word:6}{both_ways[i]}      {word:6}{past[i]}        {said:9}{of_source[i]}    {itself[i]}\n"
        assert line in STATEMENT


def test_numbers_to_learn(module):
    def numbers(*blocks):
        with torch.device("meta"):
            return sum(p.numel() for reads in blocks for p in module.Block(512, 8, 2048, reads).parameters())

    assert numbers(False) == 4 * 512**2 + 2 * 512 * 2048 + 2 * 512 == 3_146_752
    assert numbers(True) == 4_195_840
    assert numbers(*[False] * 6) == 18_880_512
    assert numbers(*[False] * 6, *[True] * 6) == 44_055_552


def test_the_same_weights_run_under_either_mask(module):
    """With one class for each word, the two models hold the same parameters."""
    classifier, language_model = module.Classifier(9, 9, 8, 2, 11, 2, PAD), module.LanguageModel(9, 8, 2, 11, 2)
    language_model.load_state_dict(classifier.state_dict())
    ids = torch.tensor([[3]])
    torch.testing.assert_close(classifier(ids), language_model(ids)[:, 0])
