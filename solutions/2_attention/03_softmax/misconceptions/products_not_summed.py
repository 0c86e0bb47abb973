"""Each dimension's variance is measured separately; the products are never added up to a dot product.

Entry d - 1 is about the sum of the first d products. Add them first (np.cumsum along the dimensions),
then take the variance.
"""

import numpy as np


def dot_product_variance(queries, keys, scaled=False):
    products = queries * keys
    if scaled:
        products = products / np.sqrt(np.arange(1, products.shape[1] + 1))
    return np.var(products, axis=0)
