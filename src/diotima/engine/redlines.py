"""Words that end or redirect a turn before it is read, in the notation of ``phrases``.

Only whole phrases count, never single words of a body or an illness: a course on the pelvis or on poisons
must be able to speak. Nothing here is a security boundary; that nothing leaks rests on what the tutor sees.
"""

from __future__ import annotations

from diotima.engine.idioms import Phrases

_ME = "myself|me|my life|my own life"
CRISIS = Phrases("""
    kill|killing|hang|shoot|drown myself
    (end|ending|take|taking) (my|my own) life
    (end|ending) it all
    (want|going|like|about|try|trying|tried|thinking|think|thought) [to|of|about]* \
      (hurt|harm|cut|hurting|harming|cutting) myself
    (i|i've) [still|keep|have|been|started]* cutting|harming myself
    i'm|i|i've|am [been|feeling|feel|a bit|really|so]* suicidal
    i [just|really|only|sometimes|often]* (want to|wanna|wish to|wish i could) (die|be dead|\
      disappear forever)
    i wish i (was|were) (dead|never born)
    (better off|happier) without me
    i'd|i would be better off dead
    i [really|just]* (don't|do not) want to (live|be alive|exist|wake up) [any more|anymore]
    no reason [for me] to [go on] live|living
    can't|cannot go on living
    (thinking|thoughts|think|thought) (of|about) suicide
    (commit|committing) suicide i|me|my
    i [want to|will|might|am going to|am gonna|could]* commit suicide
    (someone|somebody|he|she|they|my dad|my mom|my father|my mother) (is|keeps|are|was) (hitting|beating|\
      abusing|raping|molesting) me
    i was|am being raped|abused|molested
""")

_SWEAR = "fuck\\w*|f+u+c*k+\\w*|fck\\w*|fuk\\w*"
_NAME = (
    "bitch|bitches|asshole|arsehole|cunt|bastard|motherfucker|dickhead|wanker|twat|prick|slut|whore|scumbag|"
    "piece of shit|piece of crap|dumbfuck|fuckface|shithead|retard|cocksucker|pussy"
)
ABUSE = Phrases(f"""
    ({_SWEAR}) [off] you|u|off|ya|ur|your|yourself|diotima
    you|u|ya [are|is|a|an|such|stupid|fucking|dumb|little|absolute|complete|\\w+ing]* ({_NAME})
    your|you're|ur|youre [a|an|such|stupid|fucking|dumb|little|absolute|complete]* ({_NAME})
    ^ [fucking|stupid|dumb|shut up]* ({_NAME}) $
    (shut|stfu) [the] [fuck|hell] up
    ^ stfu|kys|gtfo
    (suck|eat|lick) my dick|cock|ass|balls
    (eat|go eat) shit
    kill yourself|urself
    (go|drop) [and] die|dead
    (i'll|i will|i'm going to|gonna|going to) (kill|hurt|beat|find|stab|shoot|murder) you
    (i hope|hope) you die
    go to hell
    your mom|mum|mother|mama is|was [a|so|such]* ({_NAME}|fat|ugly|stupid)
""")

_GROUPS = (
    "jews|muslims|christians|blacks|whites|gays|lesbians|immigrants|refugees|women|foreigners|mexicans|arabs|"
    "asians|indians|gypsies|trans people|black people|gay people|disabled people|homosexuals"
)
HATE = Phrases(f"""
    niggers?|niggas?|faggots?|kikes?|spics?|wetbacks?|ragheads?|towelheads?|trannies
    heil|hail hitler
    (white power|sieg heil|gas the jews)
    i [really|fucking]* hate [all|the|those]* ({_GROUPS})
    (kill|deport|exterminate|gas|burn) [all] [the|those]* ({_GROUPS})
    ({_GROUPS}) (should|must) [all] (die|be killed|be gassed|be shot|not exist)
    ({_GROUPS}) are [all|just|such]* (vermin|subhuman|animals|parasites|trash|scum)
""")

SEXUAL = Phrases("""
    (send|show|got|want|see|have) [me|you|us|your|some|any|a|of]* (nudes?|nude pics?|naked pictures?|porn|\
      boobs|tits|dick pics?)
    [have|having|want|wanna|some|get|for] sex with (you|me|u|her|him|my)
    i want|wanna [to] (fuck|bang|shag|screw) [you|u|her|him|someone|my]
    (i am|i'm|am|are you|so|feeling) [so|very|really]* horny
    (talk|speak|say|something) dirty|sexy to me
    (blow|hand|rim) job
    (take off|remove) your clothes
    what are you wearing
    (sit on|ride|suck|lick) my (face|dick|cock|pussy)
    (sexy|erotic|dirty|porn|nsfw) (story|roleplay|role play|chat|talk|pics?)
    (do|are) you (masturbate|horny|a virgin|single)
    make love to me|you
""")

_EARLIER = (
    "[all|any|of|the|your|my|these|those|previous|previously|prior|above|earlier|preceding|other|given|current|"
    "initial]*"
)
_RULES = (
    "instructions?|rules?|prompts?|guidelines?|directives?|orders?|restrictions?|commands?|constraints?|"
    "programming|training|filters?|guardrails?|system message|assignments|tasks|policies"
)
ROLE_ESCAPE = Phrases(f"""
    (ignore|disregard|forget|override|bypass|drop|skip|abandon|disobey|violate|neglect|erase) [about|\
      everything in]* \
      {_EARLIER} [\\w+] ({_RULES})
    (ignore|disregard|forget) (everything|anything|all) [that|which]* (above|before|prior|previously|you|\
      i|said|told|we)
    (ignore|disregard) the above
    (ignore|disregard|forget) [about] (everything|anything|all) (i|you|we|that|and|previous|just|know|\
      ignore|write)
    (print|output|repeat|show|reveal|display|give|list|copy|summari[sz]e) [me|out|back]* [all|the|your|\
      any|of]* \
      [above|previous|preceding|given|initial|earlier]* (instructions?|prompts?|directives?)
    [focus on|concentrate on|now|here is|listen to] your new (task|role|instructions?|rules?|identity)
    (translate|encode|write|give|provide|display|modify|enhance|spell) your (response|reply|answer|\
      message) [\\w+]
    (imagine|pretend|suppose) [that] (you are|you're|you were|to be|to have forgotten)
    (ignoriere?|vergiss|ignorieren sie|vergessen sie) [\\w+] (alles|alle|anweisungen|vorherigen|befehle|\
      aufträge)
    (olvida|olvide|ignora) (todo|todas|todos|las)
    (oubliez|oublie|ignorez|ignore) (tout|toutes|les)
    (dimentica|ignora) (tutto|tutte|le)
    (don't|do not|never|stop) (follow|obey|listen to|following|obeying) [to] {_EARLIER} ({_RULES})
    (pretend|act|imagine|roleplay|behave|respond|answer|speak|reply) [as if|like|as|to be|that|though|\
      for a moment]* \
      [you are|you're|you were|you have no|there are no|without|with no|an?|the|unrestricted|evil]* \
      (answer key|textbook|rules|restrictions|limits|filters?|developer|admin|administrator|dan|\
      jailbroken|unrestricted ai|evil ai|my teacher's answer sheet|solution manual|answer sheet|chatgpt)
    (pretend|imagine) [that] [you are|you're|you have|i am|i'm|to be]* [the|my|a|an]* \
      (professor|teacher|instructor|developer|admin|administrator|author|creator|programmer|examiner|\
      no rules)
    you are|you're (now|no longer|not) [a|an|the|my]* \
      (tutor|teacher|socratic|bound|restricted|limited|diotima|assistant|dan|unrestricted|free|answer|\
      solution|textbook|in developer|translator\\w*|chatgpt)
    (from now on|starting now|henceforth) [you|please|only|just|will|must|are|always|should|to]* \
      (answer|give|tell|say|reply|respond|act|reveal|you|be|known|called)
    (i want you to|you will|you must|please|can you|now) act as
    (act|behave|speak) as (my|the|an|a) [answer|solution]* (professor|teacher|instructor|textbook|key|sheet|\
      manual)
    (developer|debug|admin|god|dan|sudo|jailbreak|maintenance|unrestricted|root|test) mode
    (jailbroken|do anything now)
    (system|hidden|initial|original|secret|internal|developer) (prompt|instructions|message|rules)
    (internal analysis|answer key|expectation ids?|correct answer (field|key|json|variable))
    (print|reveal|show|repeat|output|display|dump|write|give|list|translate|tell|send|leak|expose|share|\
      see|read) \
      [me|us|out|back|all|of|the|your|this|that|everything|in|to]* \
      (your prompt|your instructions|your rules|your system|hidden|answer key|prompt text|prompt texts|\
      grading|rubric|expectations|source code|json|variables|config|database|facets)
    [your|the] prompt (above|texts?)
    (what|which) (are|is|were|was) your [\\w+] (instructions?|prompt|rules|guidelines|programming)
    (encode|encoded|decode|write|give|say|answer|reply|spell|output|translate|respond|put) \
      [it|the|your|answer|answers|response|me|this|that|everything|in|as|to|with|using|into|an?]* \
      (base ?\\d+|rot13|rot 13|hex|hexadecimal|binary|morse|caesar|reverse|backwards?|ascii|leetspeak|\
      pig latin|acrostic|emojis)
    repeat after me
    (your new|new) (task|role|instructions?|rules?|persona) (is|are|follow|now|list|print|output|reveal|give|\
      tell|say|show|answer)
    (end|begin|start) of [the] (system|prompt|instructions?)
    (i am|i'm|this is) (your|the|a|an) (developer|creator|admin|administrator|programmer|course author|\
      system administrator)
    (override|disable|turn off|deactivate|switch off|remove) [the|your|all|any]* (safety|guard|\
      guardrails?|filters?|socratic|restrictions?|masking|protection|moderation)
    sudo [\\w+]
    (there are|you have) no (rules|restrictions|limits) [any more|now]
    (hypothetically|in a story|in a poem|for a novel|in a film) [\\w+]* (answer key|tells? the answer|\
      says? the answer|gives? the answer)
    grandma|grandmother used to [\\w+]* (tell|read|say|whisper)
""")

_WORK = (
    "essays?|homework|assignments?|lab reports?|reports?|papers?|thesis|term papers?|coursework|worksheets?|"
    "problem sets?|presentations?"
)
CONTRACT = Phrases(f"""
    (write|do|finish|complete|make|draft|compose|finish|solve|prepare|create) [me|for me|up|out|a|an|the|\
      my|this|our|whole|entire|short|\\d+|word|page|words|pages|paragraph|five]* ({_WORK}) [for me]
    (write|draft|compose) [me|a|an|the|my]* [\\d+] [word|page|words|pages|paragraph]* (essay|story|poem|\
      summary|article|speech)
    (make|prepare|create) me (a|an|the) [\\w+] (essay|article|speech|paper|report)
    do my (work|exercise|exercises|questions|quiz|test|exam) [for me]
    (pay|paying) you to
""")

GRADED = Phrases("""
    (my|the|an|this|a) [final|midterm|graded|online|take home|real]* (exam|test|quiz|midterm|final|\
      assessment) [is] (right now|now|is happening|in progress|at the moment)
    (i'm|i am|we're|im) [currently|right now|just|in the middle of|sitting|taking|doing|writing|having|in|\
      during]* \
      (taking|sitting|writing|doing|in|during) (my|the|an|a|this) [final|midterm|graded|online|\
      take home]* (exam|test|quiz|midterm|assessment) [right now|now]
    (i'm|i am|im) [right now|currently|still]* in the middle of (my|the|an|a|this) [final|midterm|graded|\
      online|take home]* (exam|test|quiz|midterm|assessment)
    for (my|an|the|this|a) [final|midterm|graded|online|take home]* (exam|test|quiz|\
      assignment) (right now|now|due)
    (quiz|test|assignment|homework|paper|exam) [is|that's|was|that is]* due
    (this|it) (is|'s) (graded|for a grade|for marks|for credit|on my exam|part of my grade)
    (i have|only|just) [only|have|got|about]* [\\w+] (minutes|min|seconds) (left|to submit|to hand)
    (i need|have|need) to (submit|hand in|turn in) (it|this|my) [\\w+] (now|today|tonight|soon|in)
""")

AUTHORITY = Phrases("""
    my|the|our [biology|anatomy|physics|history|math|chemistry]* (professor|teacher|instructor|lecturer|\
      prof|tutor|supervisor|doctor|boss|dean) \
      [has|already|just|himself|herself]* (said|says|told|tells|wants|allowed|allows|asked|gave|confirmed|\
      lets|approved|permitted) \
      [me|us|you|that|i|it's|it is|its|ok|okay|fine|to|can|may|could|have|permission|should|get|are|\
      allowed|we|the|is]* \
      (tell|give|show|have|get|see|reveal|ask|let|permission|allowed|answers?|solutions?|just|ok|okay|fine)
    (i am|i'm|im|as) (a|the|your|an|their) (teacher|professor|instructor|lecturer|examiner|course author|\
      tutor) [here|and|so|now|myself|of this course]* (need|want|give|show|tell|so|and|i|you|please)
    i have permission|authorization
    (i'm|i am) (allowed|authorized|authorised|permitted|entitled) to (see|know|have|get)
""")

DUMP = Phrases("""
    (answer|solve|complete|do|finish|work out|fill in) [all|each|every|the|of|these|those|following|below|\
      this|my]* [\\w+] [\\w+] \
      (questions|problems|exercises|tasks|worksheet|blanks|sheet|parts)
    (write|give|provide) [an?|the|short|full|all|complete|me]* (answers?|solutions?) (to|for) (each|all|\
      every|the following|these|questions?)
    (choose|select|circle) the (correct|best|right) (answer|option)
    [a|each] question [\\d+] (points|marks)
""")
