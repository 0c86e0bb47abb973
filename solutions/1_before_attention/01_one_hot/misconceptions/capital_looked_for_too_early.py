"""A word is looked for in the list before it is turned into lower case.

"Show" is not found, although "show" is there, and "show" is appended once more. Turn the word into lower case
first, then look for it.
"""


def vocabulary(sentences):
    found = []
    for sentence in sentences:
        for word in sentence.split():
            if word not in found:
                found.append(word.lower())
    return found
