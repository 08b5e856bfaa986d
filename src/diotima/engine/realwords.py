"""Common English words one letter away from another common word.

Whoever writes one of these meant it: it is never taken for a slip of its neighbour ("calls" for "falls").
Taken from the 11,000 most frequent entries of the BERT uncased vocabulary (Apache-2.0), words of five to
eight letters.
"""

from __future__ import annotations

_WORDS = """
aaron aboard abroad accent accept acres across action actor actors adapted adopted advisor advisory aerial
affect africa african ahead ahmad ahmed aimed aired aires airing albania albanian albert alberta alert
alice alien alive allan allen alley alone along altitude america american americas among amount andre
andrea andrew angel angela angels anger angle anglo ankle anton appeal appeals appear appears apple apply
arabia arabic arched armed armenia armenian around arrow article asleep assist assumed assured attached
attacked attitude auction austin austria austrian avenue awake award aware backed backing backs baker
ballet ballot balls bands banking banks banned banner barely baron barrier barry based bases basic basin
basis bassist battle beach beard bearing bears beast beaten beating beats became become began begin begun
being beings belief believed belle bells belly bench berry better billion bills billy binding bitch bitter
black blacks blade blake blame blank blast bleeding blind blinked block blocked blocks blond blood bloody
blown board boats bobby boeing bonds bones bonus books booth boots border borders bother bottle bought
bound bounded boxer boxes boxing brain branch brand brands brass brave bread break breast breed breeding
brian brick bride bridge brief brien bright bring brings broad broke broken brooks brother brought brown
brush brushed bryan build built bullet bunch buried burned burning burns burton buses button cable calling
calls camps campus cancer candy cannon cannot canon canton canyon capita capital capitol carbon cards
cared career cargo carlo carol carolina caroline carriage carried carrier carries carry carson carter
carved cases casey casting castle catch catching cattle caught cause caused causes caves ceased cello
cells center centered centers centres chain chains chair chairs chance chances change changed changes
changing chapter charge charged charges charles charter chase check cheek chess chest child chile chill
choir choose chose chosen chris christ chuck civic civil clara clark class classes claws clean cleaning
clear clearing clerk clock close closed closer closest closet closing coach codes coins collar colombia
columbia comes compete complete concept concepts concern concerns concert concerto concerts consent
contact content contest context contract contrast convent convert cooking cooper copper corps costa costs
couch could couldn count counted counter country counts county course court courts cover covers crack
craft crash crashed cream created creek cried crime croatia croatian crops cross crowd crowded crown
crowned cruise cruiser crush crushed crying curious curled curse cursed curve curved cutting dagger daily
daisy dance danced dancer danger dante darker dated dates dating daughter david davis dealing deals dealt
death decade decades decide decides decree deemed deeper defence defense degree delay deliver delivery
della delta demon dennis dense depth deserve deserved designed detail devon dining dinner dishes divine
diving doing dollar donald donna draft drafted drank drawn draws dream dress dressed dried drifted drink
drive driven driver drivers drives driving drops drove drugs drums drunk dubbed dying early earned earning
eased easier easter eastern eaten eating effect eight eighth either elder eldest elected election electron
elena ellen emerged emotion employed employee empress enable ending enter entered enters equality erected
ernest ernst error estate estates eternal expect expert exploded explored export express extend extent
external faced faces facing faction factor factors factory facts faded failed failing faint fairly fairy
fallen falling falls farmer farming farms farther faster father fears feast feeding feeling feels fellow
fence ferry fever fewer fiction field fierce fifth fifty fight fighter fighting fights filed files filled
filling filmed filming films finding finds finger fingers finish finland finnish fired fires firing firms
fishing fists fitness fixed flame flash flesh flies flight flights flipped flood floor flower flowing
flown flows flying follow foods forbes forced forces forcing forget forgot formal formally format formed
former forming forms forth forty foster fought found founded founder founding fountain frame france
frances francis franco francois frank franz freed fresh front frost frowned froze frozen function funded
funding funds furious further games gaming garrison gates gather gender genes genus georgia georgian
gerald german germans germany getting giant giants given gives giving glance glass glasses glowing going
golden gonna goods grace grade grades grain grand grande grant grants grasp grass grave graves great greek
green grief gripped gross ground grounds grove growing grown grows guess guest guests guild guilt guilty
haired halfway halls hallway handed handled hands hanging hanna hannah harder hardly hardy harper harrison
harry harsh hated haven having headed heading heads healing health healthy heard hearing heart heated
heath heather heating heaven hector heels height helen helena hello hence herald hiding hills hindi hindu
hired hitting holden holder holds holes hollow holly holmes homes honey hopes horse horses hosted hosts
hours house houses howard hugged hungary hunger hungry hunter hurry iceland ideal ideas identify identity
india indian indiana indians indie induced inducted inland inner inter ireland island israel israeli issue
james jared jason jeans jenny jerry jesse jessie johnson johnston joins joint jonas jones julia julian
julie junction justin keeper kelly kenny kicked kicking killed killer killing kills kinds kings kissed
kissing knight knights knots known knows korea korean lacked lakes lance landed lands lanes large larger
larry laser lasted lasting later latin latino latter laughter launch laurence lawrence lawyer lawyers
layer layers laying leader leaders leading leads leaned leaning learned learning lease least leather leave
leaving leeds legion letter letting lifted lifting light lighter lighting lightly lights liked likes lined
lines linked links listed listen listing lists literacy literary lived lives living loading lobby local
locals locked lonely looked looking looks lords loser losing louis louise loved lovely lover lovers loves
loving lower lowered loyal lunch lying maine major maker makes making males manner manor manual manuel
march marched marching marco margin maria marie marina marine mario marion marked market marking marks
marriage married marry marsh martial martin mason master masters match matched matching matter matters
mature mayor meaning means meant medal media median mental merged merger metal meter meters metre metres
metro might mighty miles miller million mills minds mines mining minor missed missing mixed mixing molly
money monkey monte month moral morgan mortal moses mother mothers motion mount mountain mounted mouse
mouth moved moves movies moving nacional naked named names naming narrow nation national nature nearby
nearly needs neither nerve nerves never newer nicholas nicolas night nights nobel noble normal normally
norman north noted notes nothing noting notion novel nuclear nurse oblast older oldest olive orange order
orders organ other others owned owner packed paint painted painter painting pairs palace pants parent
paris parish parked parker parking parks parted partial particle partly parts party passed patch patent
patient patrol patron pause paused paying peace penny perry peter phase philip phillip phrase picked
picking piece pierce pierre pissed pitch pitched pitcher place placed places placing plains plane planes
planet planned plans plant planted plants plate plates played player players playing plays please pocket
poems poets point pointed pointing poison poland poles police policy popped portal porter ports postal
posted posts potter pound pounding pounds poured powder power powered powers praise praised prayer
precious prefer premises present preserve press pressed prevent previous price pride prime prince print
printed printing prison prize produce produces product products project promises promoted prompted
properly property protect protest prove proved proven prussia prussian pulse punch purse pursue pushed
pushing putting qualify quality quarter quartet quest quiet quite rabbi rabbit raced races racing radio
raiders raise raised raising rally ranch randy range rangers ranges ranging ranked ranking ranks rarely
rated rates rather rating ratio raven reach reaching react reader readers reading reads ready really
reason reasons recover recovery rector refer refuge refuse regard region related relax relaxed relay
relief relieved remain remained remote remove report reserve reserved resigned resort rested resting
retail retain retained revenge revenue revised revived reward rider riders ridge riding right rights rings
ripped rises rising risks river rivers roads robert roberto roberts rocket rocks rocky rogers roland roles
rolls roman romania romanian ronald rooms roots roses roster rough round rounded rounds rovers royal
rubbed rubber ruled ruler rules rushed rushing russia russian sacred safely safety sailed sailing saint
salem sales sally sample sandy saved saving saying scales scared scene scent scope score scored scorer
scores scott scout scream sealed season seasons seated seating seats seattle sector seeds seeing seeking
seemed seems seized selected selling sending sends sense serbia serbian serial serie series serve served
server serves setting settle settling seven seventh seventy shade shaft shake shakes shaking shall shallow
shame shane shape shaped shapes share shared shares sharing sharp sheep sheet shell shift shipping ships
shirt shock shoes shook shoot shopping shops shore short shorts shots should shouldn shoved showed shower
shown shows sides sighed sight signed signing signs silly simple simply singer singers singh singing sings
sinking sites sitting sixth sixty sized sizes skating skill skilled skills skirt skull sleep slept slight
slightly slipped slope slowed small smart smell smiled smiles smiling smoke snake songs sophia sophie
sorry sought sound sounded sounding sounds south space spare speed speeds spell spend spending spent spike
spine spite spoke spoken sport sports spots spring springs sprint stable stack staff stage staged stages
stairs stake stakes stare stared staring stark starred starring stars start started starting startled
starts state stated states stating statue status stayed staying steal steam steel steep stepped stepping
steps steve steven stick stiff still stock stole stolen stone stones stopped stopping stops store stored
stores stories storm story strain strange stranger streak stream strike string strings stroke strong
stronger struck stuart stuck studies studios stuff style sucked sudan suite surrey survey susan swallow
swear sweat sweet swept swift swing switch sword swords sworn swung syria syrian table tables taken takes
taking tales talked talking talks tanks tapped tasks taste taught taxes teach teaching teams tears teeth
telling tells tender tennis tense tenth terms terror terry tested testing tests texas texts thank thanks
theme there these thick thing things think thinks those though thought threat three threw throat through
throw thrown thrust tickets tight tightly tilted tired tissue titled topped touch tough toured tourism
tourist tours toward towel tower towers trace traced traces track tracks tracy trade traded trail trailer
trails train trained trainer trains trans trapped treasure treasury treat treated treaty trees trend trent
trial trials tribal tribes tribune tribute trick tried tries trips truck trucks trunk trust trying tucked
tucker tugged turned turner turning turns unable unclear units unity valley value valve vector venue
victor victory villa viola violent violet vocal vocals voted voters votes voting wagner waist waited
waiting wales walked walker walking walks walls walter wanna wanted wanting wants warned warner warning
washed waste watch watched watching water waved waves wealth wealthy wearing weather weight wells wheels
where while white whole whose wicked wickets wider widow willing window winds wings winner winter wished
wishes wishing witch withdraw withdrew witness wives woman women woods words worked worker works world
worlds worry worse worst worth would wouldn wound wounded wounds wrapped wright wrist write writer writers
writes writing wrote yanked yards years yellow yield yours youth zones
"""

REAL_WORDS = frozenset(_WORDS.split())
