"""Words that mean the opposite, and the prefixes that turn one technical word into another.

Used wherever two words look alike or share a topic but must never be taken for each other: a typo is not
forgiven across a pair, and an answer that swaps one member for the other contradicts.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from types import MappingProxyType

_PAIRS = """
more/less most/least many/few greater/smaller larger/smaller bigger/smaller higher/lower high/low
big/small large/small long/short longer/shorter increase/decrease increases/decreases
increased/decreased increasing/decreasing rise/fall rises/falls raise/lower raises/lowers gain/lose
gains/loses strong/weak stronger/weaker fast/slow faster/slower hot/cold warm/cool heavy/light
thick/thin wide/narrow deep/superficial deep/shallow above/below over/under upper/lower up/down
upward/downward upwards/downwards front/back before/behind in/out inside/outside inner/outer
internal/external inward/outward inwards/outwards near/far nearer/farther closer/further left/right
top/bottom first/last early/late before/after start/end begin/stop open/closed opens/closes open/close
on/off motor/sensory sensory/motor voluntary/involuntary anterior/posterior ventral/dorsal
medial/lateral medially/laterally proximal/distal proximally/distally superior/inferior cranial/caudal
central/peripheral flexion/extension flex/extend flexes/extends flexor/extensor flexors/extensors
flexing/extending bend/straighten bends/straightens bending/straightening abduction/adduction
abduct/adduct abducts/adducts abductor/adductor pronation/supination pronate/supinate pronates/supinates
pronator/supinator elevation/depression elevate/depress elevates/depresses protraction/retraction
inversion/eversion invert/evert dorsiflexion/plantarflexion palmar/dorsal afferent/efferent
ascending/descending ascend/descend ascends/descends artery/vein arteries/veins arterial/venous
systole/diastole systolic/diastolic sympathetic/parasympathetic excite/inhibit excites/inhibits
excitatory/inhibitory excitation/inhibition depolarise/hyperpolarise depolarisation/hyperpolarisation
depolarize/hyperpolarize depolarization/hyperpolarization depolarises/hyperpolarises
depolarizes/hyperpolarizes contract/relax contracts/relaxes contraction/relaxation dilate/constrict
dilates/constricts dilation/constriction expand/contract expands/contracts push/pull pushes/pulls
attract/repel attracts/repels attraction/repulsion positive/negative positively/negatively cation/anion
anode/cathode charge/discharge series/parallel conductor/insulator conduct/insulate
connected/disconnected attached/detached agonist/antagonist upstream/downstream forward/backward
forwards/backwards clockwise/anticlockwise clockwise/counterclockwise horizontal/vertical absorb/emit
absorbs/emits absorption/emission acid/base acidic/basic acidic/alkaline oxidation/reduction
oxidise/reduce oxidize/reduce solid/liquid soluble/insoluble same/different equal/unequal
constant/variable direct/indirect directly/inversely directly/indirectly dependent/independent
true/false always/never all/none everything/nothing with/without present/absent presence/absence
possible/impossible able/unable preserved/lost intact/damaged accelerate/decelerate
accelerates/decelerates speed/slow import/export imports/exports input/output active/passive
active/inactive maximum/minimum maximal/minimal multiply/divide add/subtract plus/minus gas/liquid
male/female dominant/recessive homozygous/heterozygous prokaryote/eukaryote prokaryotic/eukaryotic
aerobic/anaerobic endothermic/exothermic supraclavicular/infraclavicular pre/post hyper/hypo
"""

_PREFIXES = (
    ("hyper", "hypo"),
    ("supra", "infra"),
    ("super", "sub"),
    ("inter", "intra"),
    ("endo", "exo"),
    ("endo", "ecto"),
    ("intra", "extra"),
    ("pre", "post"),
    ("ante", "post"),
    ("macro", "micro"),
    ("over", "under"),
    ("in", "out"),
    ("up", "down"),
    ("para", "ortho"),
    ("iso", "aniso"),
    ("homo", "hetero"),
    ("abduc", "adduc"),
    ("affer", "effer"),
    ("anion", "cation"),
    ("anab", "catab"),
    ("ex", "in"),
    ("im", "ex"),
    ("de", "hyper"),
)
"""Prefixes that oppose each other in front of the same rest of a word."""

_NEGATING_PREFIXES = ("non", "un", "in", "im", "ir", "il", "dis", "anti")
_NOT_NEGATED = frozenset(
    {"impulse", "impulses", "inform", "informs", "informed", "impress", "invent", "innate"}
)

_LOOKALIKES = (
    "medial/median ilium/ileum peroneal/perineal axillary/maxillary trapezius/trapezium charge/change "
    "current/currant ligament/filament radial/radical ulnar/lunar humeral/numeral typical/atypical "
    "symmetric/asymmetric symmetrical/asymmetrical nitrate/nitrite sulfate/sulfite phosphate/phosphite "
    "chlorate/chlorite chloride/chlorine fluoride/fluorine bromide/bromine iodide/iodine ureter/urethra "
    "mitosis/meiosis glucagon/glycogen mucous/mucus callous/callus tarsal/carpal metatarsal/metacarpal "
    "palatine/palatal facial/fascial fascia/facial coracoid/coronoid choroid/coronoid perfusion/profusion "
    "effect/affect effects/affects median/medium velocity/viscosity"
)
"""Different things whose names are one or two letters apart."""


def _pair_up(text: str) -> dict[str, frozenset[str]]:
    table: defaultdict[str, set[str]] = defaultdict(set)
    for pair in text.split():
        one, other = pair.split("/")
        table[one].add(other)
        table[other].add(one)
    return {word: frozenset(others) for word, others in table.items()}


_OPPOSITES = MappingProxyType(_pair_up(_PAIRS))
_DISTINCT = MappingProxyType(_pair_up(_LOOKALIKES))


def opposites_of(word: str) -> frozenset[str]:
    """Listed opposites of a lower-case word; empty if none is known."""
    return _OPPOSITES.get(word, frozenset())


@lru_cache(maxsize=65536)
def are_opposed(one: str, other: str) -> bool:
    """Whether two lower-case words are a listed pair, or differ by opposing or negating prefixes.

    >>> are_opposed("abduction", "adduction"), are_opposed("hypothenar", "hyperthenar")
    (True, True)
    """
    if one == other:
        return False
    return other in opposites_of(one) or _by_prefix(one, other) or _by_negating_prefix(one, other)


def must_not_blur(one: str, other: str) -> bool:
    """Whether spelling tolerance must keep the two apart: opposites, lookalikes, words with digits."""
    if any(c.isdigit() for c in one + other):
        return one != other
    return are_opposed(one, other) or other in _DISTINCT.get(one, ())


def opposite_spellings(word: str) -> frozenset[str]:
    """All known or derivable opposites of a word, as spellings."""
    swapped = {
        there + word[len(here) :]
        for pair in _PREFIXES
        for here, there in (pair, pair[::-1])
        if word.startswith(here) and len(word) >= len(here) + 3
    }
    return opposites_of(word) | swapped


def _by_prefix(one: str, other: str) -> bool:
    for first, second in _PREFIXES:
        for here, there in ((first, second), (second, first)):
            rest = one[len(here) :]
            if one.startswith(here) and len(rest) >= 2 and other == there + rest:
                return True
    return False


def _by_negating_prefix(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < 5 or long in _NOT_NEGATED:
        return False
    return any(long == prefix + short for prefix in _NEGATING_PREFIXES)
