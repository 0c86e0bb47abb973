"""The keys are transposed, so that the query picks a column instead of a row.

The formula Q Kᵀ compares a query with rows of K. Here the rows are the masks themselves and one of them is selected:
queries @ keys. The matrix is square, so there is no error.
"""


def pull_masks(queries, keys):
    return queries @ keys.T
