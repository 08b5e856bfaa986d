"""How near an answer's meaning is to an expectation's wording: the last layer, and a weak one.

Measured on correct paraphrases and misconceptions in the reference's words, likeness ranks the misconceptions
higher. It is therefore used as a margin (nearer to the right wording than to any misconception) and only ever
says "unsure, ask what was meant".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diotima.domain.grades import MisconceptionFinding, Span
from diotima.domain.ports import Encoder
from diotima.engine.phrases import AS_DENIED, Heard
from diotima.engine.polarity import stances
from diotima.engine.scheme import ExpectationScheme, Scheme
from diotima.engine.words import Reading, read

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CEILING = 0.54
"""The most that likeness alone can earn: below ``near`` (.55), so that it never skips a rung."""

_FLOOR, _LOW, _HIGH = 0.10, 0.45, 0.85
_BY_CHANCE = 0.4
"""Share of an expectation's words that any sentence may have without being about it."""
_MISCONCEPTION_NEAR, _MISCONCEPTION_MARGIN = 0.60, 0.05


@dataclass(frozen=True)
class Likeness:
    """Cosines of an answer's sentences and clauses to everything authored; empty without an encoder."""

    pieces: tuple[Span, ...]
    expectation: dict[str, NDArray[np.float32]]
    """By expectation id: one row a piece, one column a reference."""
    misconception: dict[str, NDArray[np.float32]]
    """By misconception id: one row a piece, one column: its statement."""
    given: frozenset[str]

    def of(self, e: ExpectationScheme, heard: Heard) -> tuple[float, Span | None]:
        """Probability (at most ``CEILING``) and the piece that earned it."""
        p, span = self._by_words(e, heard)
        if not self.pieces or e.source.id not in self.expectation:
            return p, span
        cosines = self.expectation[e.source.id]
        row, column = divmod(int(cosines.argmax()), cosines.shape[1])
        near, wrong = float(cosines[row, column]), self._nearest_misconception()
        if wrong > near or _points_elsewhere(self.pieces[row].text, e.references[column].source):
            return min(p, 0.2), None
        by_meaning = _FLOOR + (CEILING - _FLOOR) * _share(near, _LOW, _HIGH)
        return (by_meaning, self.pieces[row]) if by_meaning > p else (p, span)

    def misconceptions(self, scheme: Scheme) -> tuple[MisconceptionFinding, ...]:
        """Misconceptions that an answer is clearly nearer to than to what contradicts them."""
        found = []
        for m in scheme.misconceptions:
            cosines = self.misconception.get(m.source.id)
            if cosines is None:
                continue
            row = int(cosines[:, 0].argmax())
            near = float(cosines[row, 0])
            right = max((float(self.expectation[c].max()) for c in m.source.contrasts), default=0.0)
            margin = near - right
            if near < _MISCONCEPTION_NEAR or margin < _MISCONCEPTION_MARGIN:
                continue
            if not _points_elsewhere(self.pieces[row].text, m.source.statement):
                confidence = min(0.9, 0.65 + 0.35 * margin / 0.3)
                found.append(MisconceptionFinding(m.source.id, round(confidence, 4), self.pieces[row]))
        return tuple(found)

    def _nearest_misconception(self) -> float:
        return max((float(c.max()) for c in self.misconception.values()), default=-1.0)

    def _by_words(self, e: ExpectationScheme, heard: Heard) -> tuple[float, Span | None]:
        """By shared words alone: a whole statement without facets counts, otherwise at most "unsure"."""
        best, tokens, text = 0.0, [], heard.reading.source
        for sentence, place in zip(heard.reading.by_sentence, heard.reading.sentences, strict=True):
            said = {t.stem for t in sentence if not t.stop} - self.given
            for reference, secret in zip(e.references, e.secret, strict=True):
                share = len(secret & said) / len(secret) if secret else 0.0
                if share > best and not _points_elsewhere(text[place.start : place.end], reference.source):
                    best, tokens = share, [t for t in sentence if t.stem in secret]
        ceiling = 0.9 if not e.facets else CEILING
        return _FLOOR + (ceiling - _FLOOR) * _share(best, _BY_CHANCE, 1.0), heard.reading.span(tokens)


def measure(encoder: Encoder | None, scheme: Scheme, answer: Reading) -> Likeness:
    """Compare an answer with everything authored. Asks the encoder once, for all texts together."""
    if encoder is None:
        return Likeness((), {}, {}, scheme.given)
    pieces = _pieces(answer)
    references = {e.source.id: [r.source for r in e.references] for e in scheme.expectations}
    statements = {m.source.id: [m.source.statement] for m in scheme.misconceptions}
    authored = [t for texts in (*references.values(), *statements.values()) for t in texts]
    # Authored texts apart: a caching encoder remembers exactly these.
    known = encoder.encode(authored)
    said = encoder.encode([p.text for p in pieces])
    cosines = said @ known.T
    at = 0
    tables: list[dict[str, NDArray[np.float32]]] = [{}, {}]
    for table, groups in zip(tables, (references, statements), strict=True):
        for name, texts in groups.items():
            table[name] = cosines[:, at : at + len(texts)]
            at += len(texts)
    return Likeness(pieces, tables[0], tables[1], scheme.given)


def _pieces(answer: Reading) -> tuple[Span, ...]:
    """Sentences and clauses with content, each once. The whole is not among them: it would blur with
    length."""
    groups = [g for g in (*answer.by_sentence, *answer.clauses) if any(not t.stop for t in g)]
    spans = (answer.span(tokens) for tokens in groups)
    return tuple(dict.fromkeys(s for s in spans if s is not None))


def _share(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _points_elsewhere(said: str, reference: str) -> bool:
    """Whether a shared word is denied on one side and stated on the other."""
    there = dict(_pointing(reference))
    return any(stem in there and there[stem] != denied for stem, denied in _pointing(said))


def _pointing(text: str) -> list[tuple[str, bool]]:
    tokens = read(text).tokens
    return [(t.stem, s in AS_DENIED) for t, s in zip(tokens, stances(text), strict=True) if not t.stop]
