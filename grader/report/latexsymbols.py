"""Letters of formulas, as Unicode has them."""

from __future__ import annotations

# Signs that stand between two things.
SPACED = {
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "sim": "∼", "equiv": "≡",
    "ll": "≪", "gg": "≫", "propto": "∝", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪",
    "cap": "∩", "to": "→", "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒", "Leftrightarrow": "⇔",
    "leftrightarrow": "↔", "mapsto": "↦", "times": "×", "cdot": "·", "odot": "⊙", "oplus": "⊕", "otimes": "⊗",
    "pm": "±", "mp": "∓", "mid": "|", "land": "∧", "lor": "∨", "circ": "∘", "ast": "∗", "div": "÷", "iff": "⇔",
    "implies": "⇒", "gets": "←", "cong": "≅", "perp": "⊥", "mod": "mod", "bmod": "mod", "colon": ":",
}  # fmt: skip
SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π",
    "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂",
    "nabla": "∇", "infty": "∞", "top": "⊤", "bot": "⊥", "prime": "′", "ell": "ℓ", "forall": "∀", "exists": "∃",
    "emptyset": "∅", "dots": "…", "ldots": "…", "cdots": "…", "vdots": "⋮", "ddots": "⋱", "lVert": "‖", "rVert": "‖",
    "|": "‖", "Vert": "‖", "lvert": "|", "rvert": "|", "vert": "|", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊",
    "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "neg": "¬", "lnot": "¬", "star": "⋆", "bullet": "•", "dagger": "†",
    "hbar": "ℏ", "Re": "Re", "Im": "Im", "degree": "°", "checkmark": "✓", "backslash": "\\",
}  # fmt: skip
# Marks that are put on a letter.
ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "overline": "\u0304"}
STROKED = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ", "E": "𝔼", "P": "ℙ", "1": "𝟙"}
SCRIPT = {"L": "ℒ", "N": "𝒩", "O": "𝒪", "D": "𝒟", "H": "ℋ", "F": "ℱ", "B": "ℬ", "V": "𝒱", "X": "𝒳", "Y": "𝒴"}
RAISED = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzT⊤′",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᵀ′",
        strict=True,
    )
)
LOWERED = dict(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
