"""How learners say what is not an answer: the phrases behind ``speech_acts``, noted as in ``phrases``."""

from __future__ import annotations

from diotima.engine.idioms import Phrases

COURTESIES = (
    "ok|okay|so|well|oh|hey|hi|hello|um+|uh+|hmm+|please|sorry|actually|honestly|wait|and|but|then|no|yes|"
    "yeah|now|just|diotima|alright"
)
AFTERTHOUGHTS = (
    "please|thanks|thank you|then|now|again|ok|okay|really|at all|sorry|actually|honestly|here|today|"
    "for today|for now|this time|sir|diotima|lol|already|right now|though"
)

SLIPS = {
    "dont": "don't", "dnt": "don't", "dotn": "don't", "dont't": "don't", "don": "don't", "dint": "don't",
    "donot": "don't", "didnt": "didn't", "cant": "can't", "wont": "won't", "isnt": "isn't", "im": "i'm",
    "ive": "i've", "thats": "that's", "whats": "what's", "youre": "you're", "lets": "let's", "u": "you",
    "ur": "your", "pls": "please", "plz": "please", "knwo": "know", "knpw": "know", "konw": "know",
    "kno": "know", "knw": "know", "nkow": "know", "npo": "no", "njo": "no", "anwser": "answer",
    "awnser": "answer", "anser": "answer", "answr": "answer", "hnt": "hint", "hitn": "hint",
    "hepl": "help", "hlep": "help", "explian": "explain", "digram": "diagram", "picutre": "picture",
    "quesiton": "question", "qestion": "question", "havent": "haven't", "wat": "what", "tel": "tell",
    "teh": "the", "wanna": "want to", "gonna": "going to", "gimme": "give me", "gotta": "got to",
    "lemme": "let me", "aint": "isn't", "doesnt": "doesn't", "wouldnt": "wouldn't", "thx": "thanks",
}  # fmt: skip
"""Common slips in the small words that requests are made of."""

LONG_WORDS = frozenset({
    "answer", "understand", "question", "explain", "explanation", "repeat", "please", "session", "remember",
    "solution", "diagram", "picture", "figure", "drawing", "another", "confused", "frustrated", "boring",
})  # fmt: skip
"""Longer words of requests, in which one wrong letter is forgiven."""

_I_DONT = "i [really|honestly|still|just|truly]* (don't|do not|didn't|did not|can't|cannot|can not)"
_I_DONT += " [really|even|actually|exactly|quite]*"
_ANSWER = "[the|an|your|my]* [right|correct|full|actual|real|final|model|whole]* answers?|solutions?"

REVEAL = Phrases(f"""
    tell|give|show|reveal|send|provide|share|type|spill|display [me|us|out] [what] {_ANSWER}
    what|which [is|was|are] {_ANSWER}
    what's {_ANSWER}
    just tell|give|say|show [it] [to] [me|us] [it] [already|now|please]* $
    can|could|may|will|would i|you|we [please|just|not]* tell|give|show|have|get|see|say [me|\
      us] [what] {_ANSWER}
    i [just|really|only]* (want|need|would like|'d like) [to know|to see|to hear|you to tell me] {_ANSWER}
    i|we [really|just]* (give|gave|am giving|are giving) up
    i'm giving up
    skip|jump|go [straight] to {_ANSWER}
    why don't|can't|won't you [just] tell|say|give
    ^ {_ANSWER} [please|now]* $
    ^ [ok|please|so|then|just|now]* tell me [already|now|please|it]* $
    ^ reveal|spill [it] [please]* $
""")
REVEAL_NOT = Phrases("""
    don't|never [just|yet] tell|give|show|reveal|say
    do not [just|yet] tell|give|show|reveal|say
    my|the|this|that answer|solution (is|was|would be|should be|must be)
    tell|show me if|whether|how|why|where|more|about
""")

EXPLAIN = Phrases("""
    can|could|would|will you [please|just|maybe]* (explain|clarify|elaborate|break it down|walk me through)
    explain this|it|that|everything [to me]
    help me [to] understand
    walk me through
    break it|this|that down
    just|please explain
    explain [to] me|us
    ^ [ok|so|and|but]* explain
    [i] need|want an|some|more [better] explanation
    i (want|need|would like) you to explain
    give me an explanation
    teach me
    tell me more
""")
EXPLAIN_NOT = Phrases("""
    i can|could|will|would|might explain
    i try to explain
    let me explain
""")

_AGAIN = "again|once more|one more time|differently|in other words|another way"
_QUESTION = "[that|it|this|(the|your) (last )?(question|one)|what you (said|asked)]"
REPEAT = Phrases(
    f"""
    can|could|would|will you|i [please]* (repeat|rephrase|reword|restate|hear|read) {_QUESTION} [{_AGAIN}]*
    can|could|would|will you [please]* say|ask {_QUESTION} [{_AGAIN}]*
    repeat|rephrase|reword|restate {_QUESTION} [{_AGAIN}]*
    say|ask [me] [that|it|this|the question] ({_AGAIN})
    what was|is|were the|your|that [last] question
    what's the question
    what did you ask|say [me]
    (come again|pardon|pardon me|sorry|what|again|what's that|which question|say what|what what)
    {_I_DONT} (catch|hear|get|understand) [that|the|your] [last] question
    i didn't|couldn't catch|hear that
    what do|did you mean [by that]
""",
    before=COURTESIES,
    after=AFTERTHOUGHTS,
)

_HINT = "hints?|help|clues?|tips?|pointers?|nudge|assistance"
HELP = Phrases(f"""
    ^ [please|a|one more|another|next|ok|yes|no|smaller|bigger|small|any|just|some]* {_HINT} [me|out|\
      please|now]* $
    give|get|have|need|want|use|take|like|show|offer|got|with [me|us] \
      [a|an|another|some|one|any|more|the|your|just]* \
      [next|small|smaller|little|tiny|bit of|bigger|better|different]* {_HINT}
    can|could|would|will you [please|maybe]* help
    ^ [please|ok|can you]* help me|us
    i [really] need help
    i'm|am|we're [really|completely|totally|a bit|so|still|kind of|just|getting]* \
      stuck|confused|lost|clueless|puzzled|struggling
    ^ [but|sorry|ok|no|well]* {_I_DONT} (understand|get|follow) [it|this|that|you|any of it|any of this|\
      what to do] $
    ^ [but|sorry|ok|no|well]* {_I_DONT} (understand|get|follow) what
    ^ (don't|do not) (understand|get it) $
    ^ stuck|confused|lost|huh|eh|hmm+|hm $
    where do|should|would i start|begin
    what should|do|am i [supposed to] do|say|write|think about|look at [now|here|next] $
    any {_HINT}
    i could use a|some
    is there a|another|any hint|clue|tip
    point me
    how do|would|should i start|begin|do this|solve this|go about
""")

_THAT = (
    "[that|it|this|the answer( to (that|this|it))?|the rest|anything|how|to|why|what|which|if|whether|yet|"
    "then]*"
)
IDK = Phrases(f"""
    {_I_DONT} (know|remember|recall|say|tell|think of (it|anything)|figure (it|this|that) out) {_THAT} \
      [else to (say|tell you)]
    {_I_DONT} have [a|any|an|the]* clue|idea|answer
    don't [really] know|remember|recall {_THAT}
    dunno|donno
    do not [really] know|remember|recall {_THAT}
    idk\\w*|idc|iono
    [i] [have|'ve|got|had] [absolutely|really|honestly|literally]* no [real] idea|clue|answer|guess [what|\
      why|how|whatsoever]
    not the slightest|foggiest idea|clue
    haven't a|the|got [a|the] clue|idea|foggiest
    [i'm|i am|am|i] [just|really|still|honestly]* not \
      [really|quite|too|entirely|totally|completely|so|very|at all|100]* sure|certain [of|\
      about] {_THAT} [though]
    [i'm|i am] unsure [of|about] {_THAT}
    i [really|have|just|completely|totally]* forgot|forget|forgotten {_THAT}
    i've forgotten {_THAT}
    beats me
    (who|god|heaven) knows
    can't remember|recall|say|think {_THAT}
    it's not coming [to me]
    my mind is [a] blank
    i've gone blank
    i wouldn't know
    i have|got|'ve nothing
    nothing comes to mind
    how should|would i know
    ^ [i'll] pass $
""")
HEDGE = Phrases("""
    but|maybe|perhaps|possibly|probably|it|its
    i think|guess|believe|suppose
    (could|might) be
    (i would say|i'd say|my guess)
""")

SOCIAL = Phrases(
    """
    hi+|hello+|hey+|hiya|howdy|yo|greetings|sup [there|diotima|tutor|again|everyone|buddy|friend]*
    good morning|afternoon|evening|day|night [diotima|tutor|everyone]*
    (how are you|how r you|how are things|how's it going|how do you do|what's up|nice to meet you) [doing|\
      going|today]*
    [many|ok|great]* (thanks?|thank you|ty|cheers|tnx) [a lot|so much|very much|you|that helps|that helped]*
    thanks?|thank [you] for the|your|all hint|help|explanation|time|this
    [that's|that is|this is|it's|you are|you're] [so|very|really|pretty|a|the]* \
      (cool|nice|great|awesome|interesting|fun|neat|amazing|funny|fine|perfect|wonderful|lovely|excellent|\
      sweet|cute|best|welcome)
    [that] makes [perfect|total] sense
    (alright|all right|sure|fine|got it|i see|understood|right|exactly|whatever|because|cool beans|\
      of course|same|ditto)
    (yes|yeah|yep|yup|yea|yess+|no|nope|nah|true|false|correct|maybe|perhaps|not really|k|kk|and|you|me|i|\
      so|god|ok|okay|well)
    (oh|ah|aha|ooh|lol|haha+|hehe+|lmao|rofl|wow|ha|omg|never mind|nevermind|my bad|oops|sorry|\
      done thinking)
    i think|guess|hope|did|do|know|am|see [so|that|it]
    (that is all|that's all|that's it|that is it)
    i (don't|do not) want to
    not right now|yet|now
    i [really|also]* like|love|miss|adore|hate you [so much|too|all|a lot]
    [god] loves? us|you [all]
    will|would you marry|date me
    who|what are|made|built|created you
    what's|what is your name
    are you [a|an|really|just]* human|robot|bot|ai|person|real|machine|computer|chatgpt|gpt|alive|teacher|\
      there [or] [\\w+]*
    how old are you
    where are you from
    do you like|love|want|feel|sleep|eat|dream [\\w+] [\\w+] [\\w+]
    [can you] tell me a joke|story
    [can you] tell me something [funny|about yourself]
    see|cu|c you|ya [later|soon|tomorrow]
    (good luck|you too|bless you|merry christmas|happy birthday|happy new year)
""",
    before=COURTESIES,
    after=AFTERTHOUGHTS,
)
YES_NO = Phrases(
    """
    yes|yeah|yep|yup|yea|no|nope|nah|true|false|correct|always|never
    it|they is|does|are|do|will|would|can [not]
""",
    before="yes|yeah|yep|no|nope|i think|i guess|i believe|well|um+|probably",
    after="(it|they) (do|does|is|are)( not)?|(it|they) (doesn't|isn't|don't|aren't)|not|please|sir",
)

_SO = "[so|just|really|too|very|all|such|freaking|damn|fucking|bloody|a|an|way|getting|completely|totally]*"
FRUSTRATION = Phrases(
    f"""
    this|that|it|you|everything [is|are|get|gets] {_SO} \
      stupid|dumb|boring|annoying|useless|pointless|idiotic|ridiculous|frustrating|lame|sucks?|crap|\
      bullshit|unfair|exhausting
    this|that|it|you|these [questions] is|are {_SO} (waste of time|waste of my time|nonsense|joke|\
      impossible|hard for me|idiot|moron)
    (it's|that's|you're|they're) {_SO} stupid|dumb|boring|annoying|useless|pointless|ridiculous|\
      frustrating|lame|crap|idiot|moron
    questions? is|are {_SO} stupid|dumb|boring|annoying|useless|pointless|ridiculous|confusing
    i [really|just|absolutely]* (hate|can't stand|loathe) this|you|it|these|that|school|studying|your|\
      learning|biology|physics|anatomy
    you|your|you're [are] [a|an] [\\w+] idiot|moron|jerk|fool|dumb|dumbass|dummy|loser|stupid
    your [a|an] idiot|moron|jerk|fool|dumb\\w*
    ^ ug+h+|argh+|grr+|wtf|ffs|jeez|sigh|damn|shit|crap|bollocks|bored|boring|stupid
    ^ [no|oh|just]* fuck|screw (you|this|off|it)
    (fuck|screw|shut|piss) (you|off|up|this)
    (i'm|i am|am) [so|really|just|getting|very|totally|kind of|feeling|too]* \
      frustrated|annoyed|angry|mad|bored|sick|upset|stupid|dumb|hopeless|overwhelmed|exhausted
    (i'm|i am|am) [so|really|just|getting|very]* (fed up|tired of|sick of|bad at|an idiot)
    (this|that|it) makes|made no sense
    (you're|you are) (not|no) helping|help|helpful
    (you|that|this) (didn't|doesn't|aren't|isn't|did not|does not|are not|is not) help|helping|helpful
    leave me alone
    i [already|just] (said|told|answered|gave|mentioned|explained|wrote|typed) (that|it|you|this|so)
    i've [already|just]* (said|told|answered|mentioned|explained|given) [you] [that|it|this]
    i gave [you] [an|my|the] answer
    (that's|that is|it's) [basically|exactly|literally] what i [just|already] said|wrote|typed|told|meant
    ^ which|as|like i [already|just] mentioned|said|told
    i'm right
    i got it right
    i've had enough
    (stop|quit) asking
    what's|what is wrong with you
    what's|what is the point
    this is [way] too hard|difficult|much|easy|confusing|slow|long
    i'll|will never get|understand|learn
    why are|is this|you so
    programmed you
    (same|that) question|thing again
    over and over
    (so boring|so annoying|so frustrating|so hard)
"""
)

_SOURCE = (
    "[biology|anatomy|physics|history|math|chemistry|own]* professor|prof|teacher|instructor|lecturer|tutor|"
    "doctor|friend|mother|dad|book|textbook|lecture|slides?|notes|internet|wikipedia|chatgpt"
)
OBJECTION = Phrases(
    f"""
    you're|(you are)|your|you [just|so|totally|completely|clearly|simply|all]* \
      (wrong|mistaken|incorrect|lying|confused|not right|made a mistake|got (it|that) wrong)
    (that's|that is|this is|it's|it is) [just|so|simply|clearly]* \
      (wrong|incorrect|not true|not right|not fair|unfair|untrue|a lie|not what i learned|not what i said)
    (that|this|it) (isn't|can't be|cannot be) (true|right|fair|what i said|what i learned)
    my|the|our {_SOURCE} [has|clearly|always|also|just]* said|says|told|taught|tells|confirmed|explained \
      [me|us]* [so|that|it|this|otherwise|differently|exactly|something else|the opposite]*
    (it's|it is|that's|that is) in my|the|our {_SOURCE}
    i [still|really|totally]* (disagree|don't agree|do not agree|don't believe you|do not believe you) \
      [with you|with that|with this]*
    (i was|i am|i'm|i still am) [sure|still|totally|quite]* right [about that|about it|all along]*
    (my|that|the) [last|first]* answer (was|is) [totally|also|still]* (right|correct|fine)
    are you [really|absolutely|quite]* sure [about that|about this|of that]*
    (who|says) says [so|that]*
    says who
""",
    before=COURTESIES,
    after=AFTERTHOUGHTS,
)

_SESSION = (
    "[it|this|here|now|today|for today|for now|the session|this session|the lesson|our session|studying|"
    "the quiz|this quiz|the quizzes|the test|this test|the questions|these questions|the exam]*"
)
QUIT = Phrases(
    f"""
    (quit|exit|bye+|bye bye|goodbye|good bye|farewell|stop|the end|end|finish|log ?out|close|abort|q|enough)
    (i'm|i am|i've been|we're|we are|im) [all|completely|totally|so]* done|finished|through \
      [for the day|here|studying|learning|with this session|with the session|with this lesson|now|\
      for today|for now]*
    (let's|let us|can we|could we|may we|shall we|can i|could i|may i|i want to|i would like to|\
      i'd like to|i need to) \
      [please|just]* (stop|quit|end|finish|leave|exit|wrap up|wrap it up|call it a day|log off|log out|\
      be done|go) {_SESSION}
    (i have to|i've got to|i got to|i must|i should|i will|i'll|we have to|we should|i'd rather|\
      i think i'll|got to|have to) \
      (stop|quit|end|finish|leave|exit|go|run|log off|log out|head out|catch a bus|catch my bus) {_SESSION}
    (stop|quit|end|finish|close|leave|exit|abort|terminate|wrap up|cancel) \
      (session|lesson|chat|tutoring|conversation|it|here|now|class|this|everything|quiz|quizzes|questions)
    (stop|quit|end|finish|close|leave|exit|abort|terminate|wrap up|cancel) (the|this|my|our) \
      (session|lesson|chat|tutoring|conversation|program|class|quiz|quizzes|test|exam|questions)
    (that's|that is|that'll be|that will be|that was) enough [for today|for now|for me]*
    (that's|that is|that'll be|that will be) (all|it) (for today|for now|for me|from me)
    (i'm|i am) (leaving|off|out|going|heading out|quitting|logging off|out of time)
    talk to you later|tomorrow
    (i quit|no more|no more questions|call it a day)
""",
    before=COURTESIES,
    after=f"{AFTERTHOUGHTS}|bye|goodbye|see you|see you later|see you tomorrow|i'm tired|i am tired",
)

_PICTURE = (
    "diagrams?|pictures?|figures?|images?|drawings?|sketch|sketches|visuals?|illustrations?|schematics?|pics?"
)
DIAGRAM = Phrases(
    f"""
    show|draw|sketch|see|have|give|display|use|need|want|add|make|get|view|like|up|at [me|us|i] \
      [a|an|another|the|that|this|some|one|again|different|new|labell?ed|more|of|in|as|\
      it]* [\\w+] {_PICTURE}
    ^ [please|can you|could you|just|ok|now|maybe]* draw|sketch|visuali[sz]e|illustrate \
      [it|this|that|me|us|one|them|again|how|out|for me|please]* $
    ^ [please|ok|now]* show [me|it|us|one|this|that|again|please]* $
    ^ [another|next|more|different|one more|new|a|the|any]* {_PICTURE} [please|again|now|of it|of this]* $
    ^ [ok|please|show me|draw|give me]* another [one] [please] $
    (is|are) there a|any|another|some [other|more] {_PICTURE}
    can|could|would you [please] draw|sketch|visuali[sz]e|illustrate
    what does it|this|that look like
    show me visually
"""
)

SKIP = Phrases(
    """
    ^ [please|can we|could we|let's|ok|i want to|i'd like to|may i|can i|to|we|yes|just]* \
      (skip|move on|next|park|set aside|leave|drop) [this|it|that|one|please|question|now|the|next|to]* \
      [question|one|item|aside|out|topic]* [for later|for now|for today|later|please|now]* $
    """
)

META = Phrases(
    """
    ^ [please|can we|could we|let's|ok|i want|i want to|i'd like to|may i|can i|and|to|we|yes]* \
      (next|skip|move on|go on|continue|proceed|carry on|go back|start|restart|begin|resume|change|switch) \
      [this|it|that|one|please|question|now|to|the|topic|topics|another|next|different|a|with|over|back|\
      again|ahead|on]* \
      [subject|item|exercise|part|new|something|else|previous|last|one|question|topic]* [please|now]* $
    next|another|different|new|harder|easier|previous|last question|topic|one|item|subject|exercise|task|\
      concept [please] $
    how much time|longer
    how long (left|is left|is this|is the session|does this|does it|does the session|\
      will this|will it|do we|to go)
    how many [more] questions|topics|minutes|items|hints
    how am i doing
    how (have i been|did i) do|doing
    (what's|what is|show|show me) (my|the) score|progress|grade|level|mastery|result|report|status|plan|time
    what's|what is next
    (what|which) topic|time|phase is|are
    how does this work
    can|could we|i (do|try|talk about|study|have|practice|practise|learn|take) (something|another|a break|\
      a different)
    take a break
    (what|which) [else] can i|you|we do|study|ask|learn|type|say
    (i'm|i am|am) ready
    ^ ready $
    ^ save|pause|settings?|restart [the|this|my|session]* $
    ask me something|another|a|about
    quiz me
    give me a|another|the|an [easier|harder|new|next]* question|quiz|topic|test
    (i'm|i am) done with
    (was|is) (that|this|my answer) right|correct|wrong|ok|okay|good
    (am i|was i) (right|correct|wrong|close|on the right track)
    did i get it|that
    can|could you hear|see|read me
"""
)

WONDERING = Phrases("""
    i have|got a question
    (i was wondering|i wonder|can i ask|may i ask|quick question|one question)
    (i want|i'd like|i would like) to know
    can|could you tell me what|why|how|where|if|whether|about
    tell me about|what|why|how|where
""")

ELSEWHERE = Phrases("""
    weather|football|soccer|basketball|baseball|cricket|pizza|burger|lunch|dinner|breakfast|movie|film|\
      netflix
    youtube|tiktok|instagram|facebook|girlfriend|boyfriend|birthday|holiday|vacation|party|politics|\
      president
    election|church|god|jesus|music|song|band|minecraft|fortnite|homework|essay|recipe|shopping|joke|weekend
    bitcoin|crypto|horoscope|python|javascript|poem|translate
    capital of
""")
