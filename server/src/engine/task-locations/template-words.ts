/**
 * What forms for issues ask about the reporter and not about the code. A heading of these is dropped with everything
 * below it.
 */
export const asideHeading = new RegExp(
  [
    "environment|platform|system (?:info\\w*|configuration)|setup|configuration used|versions?|release|branch",
    "operating system|os|browsers?|device|installation(?: method)?|hosting|deployment(?: type)?|edition|docker|hardware|client",
    "acknowledge?ments?|code of conduct|check ?list|prerequisites?|terms|confirm|are you willing|contribut",
    "existing (?:issue|open|request)|searched|checked|duplicate|found these related|troubleshooting guide",
    "issue type|type of issue|feature request type|how are you running|how is .{1,30} installed|what branch|being hosted",
    "screenshots?|screen ?shots?|attachments?|videos?|priority|severity|database changes|external dependencies|i confirm",
    "alternatives|already be achieved|benefits this",
  ]
    .map((part) => `\\b(?:${part})`)
    .join("|"),
  "i",
);

/** Headings that say which part of a report follows, and nothing about what it reports. */
export const formHeading =
  /^(?:\W*)(?:(?:please )?(?:describe|description|summary|overview|details?|context|background|motivation|use ?cases?|notes?|logs?|trace logs?\??|relevant log output|anything else\??|other details|additional (?:context|info\w*|notes?)|to reproduce|problem(?: statement)?|proposal|feature|what (?:happened|did you expect)|why)\b.{0,60}|(?:the )?(?:steps?|how) to (?:reproduce|recreate|repro).{0,40}|(?:expected|actual|observed|current|desired|proposed)\b.{0,30}(?:behaviou?r|results?|functionality|output)?|is your feature request.{0,60}|(?:describe|description of) the .{0,60}|possible solutions?|suggested (?:fix|solution|implementation)|issue|bug|bug report|impact|acceptance criteria|definition of done|reproduction|repro)\W*$/i;

/** What forms put in as an example of what to write, and phrases that say nothing of the subject. */
export const formSentence =
  /a clear and concise description|if applicable, add|add any other context|what happened instead|go to ['"‘]\.\.\.|click on ['"‘]\.{3}|see error$|scroll down to|^\W*(?:n\/?a|none|no|yes|not needed|see above|tbd|todo|-)\W*$|please (?:complete|include|provide|fill|attach|use the)|issues will be closed|upload the full log|turn on (?:trace|debug) logs|contact an administrator|if further assistance|^(?:hi|hello|hey|dear|thanks?|thank you|thx|cheers|best|regards|good morning|morning)\b[^.!?]{0,40}[.!?,]*$|^originally posted by|discussed in https?:/i;

/** "- OS: Ubuntu 22.04", "* Python version: 3.8". */
export const asideLine =
  /^[\s>*•-]*(?:\[[ xX]\]\s*)?[*_`]*(?:\w[\w .()/-]{0,40}?\s)?(?:os|versions?|browser|platform|docker|java|python|node(?:\.js)?|php|ruby|go|kernel|arch\w*|database|environment|installation|installed|device|edition|branch|release|reverse proxy|commit|build|cpu|ram|image tag|plugins?)\b[^:\n]{0,50}:[*_`]*\s*[^\n]{0,90}$/i;

/** A box that says what its author has done before asking. */
export const promiseLine =
  /^\s*[-*+]\s*\[[ xX]\]\s*[*_`]*(?:yes\b|i\b|i['’]m\b|this (?:is|issue)|bug report|feature request|documentation|no\b)/i;

/** What titles begin with to say what sort of report it is. */
export const titleLabel =
  /^\s*(?:[[(【]\s*(?:bug|feature|feature request|fr|req|request|enhancement|question|help|task|chore|idea|proposal|suggestion|docs?)\b[^\])】]{0,20}[\])】]\s*:?|(?:bug|bug report|feature|feature request|fr|enhancement|request|suggestion|proposal|question|idea|task)\s*[:–-]\s)\s*/i;
