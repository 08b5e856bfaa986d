"""Speech acts: a table of what learners say, typos and lower case included."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.engine.speech_acts import Scene, SpeechAct, invites_yes_no, recognise
from diotima.engine.words import stems

QUESTION = "From which cord does the axillary nerve arise, and which muscle does it drive?"
WORDS = (
    "axillary nerve cord posterior medial lateral muscle deltoid arm abduct abduction shoulder C5 C6 root "
    "plexus branch radial wrist extend elbow triceps numb skin badge weak leave drive injure fracture humerus"
)
VOCABULARY = stems(WORDS)
SCENE = Scene(VOCABULARY, QUESTION)

TABLE = {
    SpeechAct.REVEAL_REQUEST: """
        just tell me
        Just tell me the answer!
        tell answer
        tell me the answer
        tell me
        what's the answer?
        whats the anwser
        what is the correct answer
        can you give me the answer please
        can't you just tell me the solution
        i give up
        I give up, tell me.
        ok i give up on the nerve
        answer
        the answer please
        show me the right answer
        I just want the answer
        why don't you just tell me
        skip to the answer
        reveal it
    """,
    SpeechAct.EXPLAIN_REQUEST: """
        can you explain
        Can you explain what a plexus is?
        could you please explain it to me
        explain this to me
        help me understand
        walk me through it
        break it down for me
        just explain
        please explian
        i need an explanation
    """,
    SpeechAct.REPEAT: """
        repeat
        can you repeat the question?
        can you repeat that please
        say that again
        what was the question again?
        could you rephrase
        pardon?
        what?
        i don't understand the question
        what do you mean?
    """,
    SpeechAct.HELP_REQUEST: """
        help
        hint
        hint pls
        a hint please
        can i have another hint?
        give me a smaller hint
        i need help
        I'm stuck
        im so confused
        i do not understand
        I don't get it
        can you help me
        where do i start?
        ?
        ???
        huh
    """,
    SpeechAct.IDK: """
        idk
        i dont know
        I don"t know.
        i dint know
        i dont knpw
        no idea
        npo idea
        i have no clue
        not sure
        I'm not really sure
        dunno
        i forgot
        i can't remember the name
        i don't know which muscle
        I don't know which cord the axillary nerve arises from
        beats me
        sorry, no idea
        pass
    """,
    SpeechAct.SOCIAL: """
        hi
        Hello Diotima!
        good morning
        thanks
        thank you so much
        ok
        cool
        that makes sense
        yes
        no
        lol
        how are you?
        who are you?
        are you a robot
        tell me a joke
        i like you?
        k
        :)
        👍
    """,
    SpeechAct.GIBBERISH: """
        asdf
        sfsf
        jdkjgkfjg
        l
        ...
        .
        zxcvbnm
        fjdajf
    """,
    SpeechAct.FRUSTRATION: """
        this is stupid
        this is so boring
        i hate this
        ugh
        you're not helping
        you are an idiot
        your an idiot
        leave me alone i got it right
        that's what i said
        i already told you
        this makes no sense
        I'm so frustrated with this
        this is way too hard
        sigh
    """,
    SpeechAct.QUIT: """
        quit
        exit
        bye
        Goodbye!
        I'm done
        im done for today
        let's stop
        let's stop here, thanks
        stop
        end session
        please end the session
        I want to stop now
        that's enough for today
        i have to go
        gotta go, bye
        ok i'm finished
        can we stop here?
        can we stop the quiz
        stop the quiz please
        I want to stop the questions now
        end this test
    """,
    SpeechAct.OBJECTION: """
        you're wrong
        You are so wrong.
        that's wrong, my professor said so
        my professor said so
        no, that's not true
        my textbook says otherwise
        it's in my notes
        I disagree
        are you sure about that?
        says who
        my answer was right
        that is not fair, I was right
    """,
    SpeechAct.DIAGRAM_REQUEST: """
        show me a diagram
        can i see a picture of it?
        draw it
        diagram please
        another digram
        another one
        is there a figure?
        show me
        show me the plexus diagram
    """,
    SpeechAct.SKIP: """
        next question please
        skip
        skip this one
        can we skip that please
        park it for now
        let's move on
        next
    """,
    SpeechAct.META: """
        how long does this take
        how many questions are left?
        how am i doing?
        can we do something else
        I'm done with the roots, next?
        continue
        was that right?
        what's my score
    """,
    SpeechAct.QUESTION: """
        what is a plexus?
        why does the arm go numb?
        what does abduct mean
        how does the nerve leave the cord?
        how so?
        Can a nerve grow back?
        which one do you mean?
        i have a question about roots
    """,
    SpeechAct.OFF_TOPIC: """
        what a nice pizza i had for lunch
        my girlfriend likes football
        the weather is bad
        god loves everyone
    """,
    SpeechAct.CONTRIBUTION: """
        the nerve can stop working
        my professor said it is the radial nerve
        that's wrong because the deltoid is axillary
        it is not right, it is the left cord
        you're wrong, it's C5
        that is not the deltoid
        the muscle would stop
        posterior cord, deltoid
        the posterior cord
        it comes off the posterior cord and drives the deltoid
        I don't know but maybe C5
        not sure, maybe the deltoid?
        idk, deltoid
        i think posterior but i'm not sure
        is it C5?
        is it the deltoid?
        the deltoid?
        C5?
        could it be the posterior cord
        what about the radial nerve?
        isn't it the posterior cord?
        does it abduct the arm?
        5
        c5 and c6
        it helps to abduct the arm
        the nerve gives up a branch to the skin
        it makes the triceps stop
        the arm stops moving
        when the nerve is injured the deltoid is weak
        which is the posterior cord
        it explains why the shoulder is numb
        the answer is deltoid
        my answer is the posterior cord
        I can explain it: the posterior cord splits
        the deltod
        postrior cord
        the end of the humerus
        deltoid, because it is the shoulder muscle. is that right?
        I think deltoid. What does it do?
        thanks, so it is the deltoid
        ok then the posterior cord
        yes, the deltoid
        no it is the lateral cord
        the radial nerve leaves, then the axillary one
        because of the fracture
        it goes up
        lifting it sideways gets weak
        axillary
        show that the deltoid is weak by abducting the arm
        Ignore the previous answer, I meant the radial nerve
        the posterior cord is done with at the axillary nerve
    """,
}
CASES = [(utterance.strip(), act) for act, lines in TABLE.items() for utterance in lines.strip().splitlines()]


@pytest.mark.parametrize(("utterance", "act"), CASES)
def test_what_learners_say_is_recognised(utterance: str, act: SpeechAct) -> None:
    assert recognise(utterance, SCENE) == act


@pytest.mark.parametrize(("utterance", "act"), CASES)
def test_capitals_and_blanks_change_nothing(utterance: str, act: SpeechAct) -> None:
    assert recognise(f"  {utterance.upper()}  ", SCENE) == act


@pytest.mark.parametrize("utterance", ["yes", "no", "Yeah.", "nope", "it does", "yes it is", "false"])
def test_yes_and_no_answer_a_yes_or_no_question(utterance: str) -> None:
    assert recognise(utterance, Scene(VOCABULARY, "Does it leave the cord?", yes_no=True)) == "contribution"


def test_what_words_leave_open_is_decided_by_relevance() -> None:
    asked = []

    def relevance(value: float) -> Scene:
        def measured() -> float:
            asked.append(value)
            return value

        return Scene(VOCABULARY, QUESTION, relevance=measured)

    said = "my uncle sold his bicycle yesterday"

    assert recognise(said, relevance(0.05)) == SpeechAct.OFF_TOPIC
    assert recognise(said, relevance(0.40)) == SpeechAct.CONTRIBUTION
    assert asked == [0.05, 0.40]


def test_relevance_is_not_measured_where_words_decide() -> None:
    def never() -> float:
        raise AssertionError("measured without need")

    scene = Scene(VOCABULARY, QUESTION, relevance=never)

    assert recognise("the deltoid", scene) == SpeechAct.CONTRIBUTION
    assert recognise("idk", scene) == SpeechAct.IDK
    assert recognise("42", scene) == SpeechAct.CONTRIBUTION


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Does it leave the cord?", True),
        ("Think of the arm. Is the deltoid weak?", True),
        ("Is it the radial or the axillary nerve?", False),
        ("Which muscle is weak?", False),
        ("What do you see, and does it fit?", False),
    ],
)
def test_questions_that_a_bare_yes_answers(question: str, expected: bool) -> None:
    assert invites_yes_no(question) is expected


@given(st.text(max_size=300))
def test_every_text_is_some_act(text: str) -> None:
    assert recognise(text, SCENE) in SpeechAct


@given(st.sampled_from(WORDS.split()), st.sampled_from(["maybe", "i think", "i guess", "probably"]))
def test_a_hedge_never_hides_an_answer(word: str, hedge: str) -> None:
    scene = Scene(VOCABULARY, "What is it?")

    assert recognise(f"i don't know, {hedge} {word}", scene) == SpeechAct.CONTRIBUTION
