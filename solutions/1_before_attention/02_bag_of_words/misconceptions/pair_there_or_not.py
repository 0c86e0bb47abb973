"""The table of pairs records only whether a pair occurs, not how often.

A pair that occurs three times must count 3. Add 1 each time you meet it. (With arrays of indices, counts[first, second]
+= 1 adds only once for each different pair; np.add.at adds every time.)
"""

from solution import bigram_counts as right


def bigram_counts(documents, vocabulary):
    return (right(documents, vocabulary) > 0).astype(float)
