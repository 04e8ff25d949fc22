/** What people begin with when they want something of a product; the base form, as in "add a filter". */
const wishVerbs = `accept add adopt alert allow announce answer archive attach audit authenticate automate back batch block bring build bundle
  cache calculate cancel cap change check clean clear close collapse collect colour color compare compress configure confirm connect
  consolidate convert copy correct count cover create cut cache debounce decouple deduplicate delete deliver deny deprecate
  detect disable display document download drop edit email enable encrypt enforce ensure escape exclude expire explain expose
  export extend extract fall fetch filter find finish fix flag fold forbid format generate get give group guard handle hide highlight
  honour ignore implement import improve include increase index inform insert install integrate introduce invalidate invite
  keep label let limit link list load localise localize lock log make map mail mark measure merge message migrate mirror model move name
  normalise normalize notify offer open optimise optimize order paginate parse pass pause persist pin play poll post preserve
  prevent preview print prioritise prioritize process prompt propose protect provide prune publish purge push put queue rate read rebuild
  record recover redact redirect reduce refactor refresh refuse register reject release reload remember remind remove rename render
  reorder repair replace report require reschedule reset resize resolve respect respond restore restrict resume retire retry return
  reuse reveal revert review rework rewrite roll rotate round route run sanitise sanitize save scan schedule search send
  separate serve set share shorten show shrink simplify skip sort speed split start stop store stream strip suggest summarise
  summarize support surface suspend switch sync synchronise synchronize tag take tell test throttle tidy tighten time track
  translate trim trigger turn type undo unify unsubscribe update upgrade upload use validate verify version visualise visualize
  warn watch wire wrap write`;

export const verbs: ReadonlySet<string> = new Set(wishVerbs.split(/\s+/).filter(Boolean));

/** What stands before the wish itself and says nothing of it. */
export const leadIn =
  /^(?:(?:also|and|then|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|afterwards|later|in addition|additionally|besides|furthermore|moreover|ideally|please|todo|goal|task|so)\b[,:]?\s+)*(?:(?:we|i|you)(?:['’](?:d|ll))?\s+(?:(?:would|also|really)\s+)*(?:like|want|need|have|love|should|must|plan|intend)\s+(?:us\s+)?(?:to\s+)?(?:be able to\s+)?|it (?:should|must) be possible to\s+|(?:can|could) (?:we|you)\s+(?:please\s+)?|(?:there (?:should|must) be a way to|(?:the|our) (?:goal|aim|idea) is to|make it possible to|let['’]?s)\s+)?/i;

/** "Users should be able to export …": who, and what. */
export const ability =
  /^(?:an?\s+|the\s+)?([\p{L}\s-]{2,40}?)\s+(?:should|must|need to|needs to|want to|wants to)\s+(?:also\s+)?be able to\s+(.+)$/iu;

/** A sentence that says what is to be, with its subject: "The board should show …". */
export const demand =
  /\b(?:should|shall|must|ha(?:s|ve) to|needs? to|ought to|want(?:s|ed)?|would like|is to be|are to be|can(?:not|'t)? be|need(?:s|ed)?)\b/i;

/** A sentence that bounds or details what was said before it. */
export const refinement =
  /^(?:(?:but|and|or|so)\s+)?(?:it|its|this|that|these|those|they|them|their|there|when|whenever|if|unless|until|while|once|otherwise|else|never|always|only|no|nobody|nothing|none|each|every|all|any|both|at most|at least|by default|without|except|existing|old|the (?:same|former|old|new|first|last|others?|rest)|for example|e\.g\.)\b/i;

/** A sentence about how things are today, or why: no wish. */
export const background =
  /^(?:today|currently|at the moment|right now|now|so far|as of|until now|because|since|background|context|motivation|why|the reason|the problem|problem|users? (?:complain|report|ask|say|often|have)|people (?:complain|report|ask|say|often|have)|customers? (?:complain|report|ask|say|often|have)|support (?:gets|has)|this (?:leads|causes|means|is because)|it is (?:hard|annoying|slow|impossible|unclear))\b/i;

/** Headings and labels above what says when something is done. */
export const criteriaHeading =
  /^(?:acceptance(?: criteria)?|criteria|done when|definition of done|requirements?|constraints?|rules|must hold|what must (?:work|hold)|success(?: criteria)?|expected(?: behaviou?r)?|checks?|it is done when|conditions?|notes)\b/i;

/** Headings and labels above what is no wish at all. */
export const asideHeading =
  /^(?:background|context|motivation|why|problem|overview|introduction|summary|non-?goals?|out of scope|not in scope|open questions?|references?|links|history|current (?:state|behaviou?r)|today|risks?|glossary|appendix)\b/i;

/** "3.", "a)", "•", "- [ ]". */
export const listMark = /^(\s*)(?:[-*+•‣▪–]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+(?:\[[ xX]\]\s+)?(?=\S)/;
