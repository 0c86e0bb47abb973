"""The numbers of the sources and of the statement, against the reference of `output_head`."""

import numpy as np
import torch

from tests.content.reference import reference

head = reference("output_head")

VOCABULARY = ["a", "am", "I", "thanks", "student", "<eos>"]
LOGITS = np.array(
    [[0, 1, 4, 1, 0, -1], [1, 3, 0, 0, 1, 0], [3, 0, 0, -1, 2, 0], [1, 0, 0, 1, 5, 1], [0, 0, -1, 1, 1, 4.0]]
)


def test_the_layer_of_ten_thousand_neurons_has_so_many_numbers():
    layer = head.OutputHead(512, 10_000).linear
    assert sum(parameter.numel() for parameter in layer.parameters()) == 5_130_000
    np.testing.assert_allclose(head.log_probabilities(np.zeros(10_000)), -9.2103, atol=5e-5)
    np.testing.assert_allclose(head.probabilities(np.zeros(10_000)), 0.0001)


def test_the_three_words():
    logits = head.to_logits(np.array([1.0, 2]), np.array([[1.0, 0, 2], [0, 1, -1]]), np.array([0, 0.5, 0]))
    np.testing.assert_allclose(logits, [1, 2.5, 0])
    np.testing.assert_allclose(head.probabilities(logits), [0.1710, 0.7662, 0.0629], atol=5e-5)
    np.testing.assert_allclose(head.log_probabilities(logits), [-1.7664, -0.2664, -2.7664], atol=5e-5)


def test_i_am_a_student_is_read_off_the_six_word_table():
    assert head.most_likely_words(LOGITS, VOCABULARY) == ["I", "am", "a", "student", "<eos>"]
    best, logs = head.probabilities(LOGITS).max(axis=-1), head.log_probabilities(LOGITS)
    np.testing.assert_allclose(best, [0.8749, 0.7042, 0.6512, 0.9360, 0.8749], atol=5e-5)
    np.testing.assert_allclose(logs.max(axis=-1), [-0.1336, -0.3507, -0.4289, -0.0662, -0.1336], atol=5e-5)


def test_the_sentence_has_the_printed_log_probability():
    logs = head.log_probabilities(LOGITS)
    whole = head.sentence_log_probability(logs, np.array([2, 1, 0, 4, 5]))
    np.testing.assert_allclose([whole, np.exp(whole)], [-1.1130, 0.3286], atol=5e-5)
    np.testing.assert_allclose(logs[2, 3], -4.4289, atol=5e-5)
    np.testing.assert_allclose(head.sentence_log_probability(logs, np.array([2, 1, 3, 4, 5])), -5.1130, atol=5e-5)


def test_products_of_81_words_vanish_and_their_logs_do_not():
    assert 0.0001**80 > 0
    assert 0.0001**81 == 0
    logs = head.log_probabilities(np.zeros((81, 10_000)))
    np.testing.assert_allclose(head.sentence_log_probability(logs, np.zeros(81, int)), -81 * 9.2103, atol=0.01)


def test_a_word_800_below_the_best_has_log_probability_minus_800():
    logits = np.array([0.0, -800.0])
    np.testing.assert_array_equal(head.probabilities(logits), [1, 0])
    np.testing.assert_allclose(head.log_probabilities(logits), [0, -800])


def test_the_module_agrees_with_the_library():
    module, x = head.OutputHead(5, 7), torch.randn(2, 3, 5)
    torch.testing.assert_close(module(x), torch.log_softmax(module.linear(x), dim=-1))
