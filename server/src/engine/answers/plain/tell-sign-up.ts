import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { gatherSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { capitalized } from "#server/engine/text/quoting.ts";

import { spokenName } from "./simplify-text.ts";

const asksOfSignUp =
  /\b(?:sign(?:s|ing)?[- ]?up|register\w*|registration|(?:create|make|get|open) (?:an |their own |new )?accounts?|join by themselves)\b/i;
const asksWho = /\b(?:who|anybody|anyone|everybody|strangers?|close|stop|open|let|allow|prevent|disable|keep)\b/i;
/** Of the mail that confirms it, its text or its page. */
const besides =
  /mail|text|title|message|url|link|page|token|secret|redirect|hook|expir|ttl|template|captcha|retention|days|service|device|limit|rate|field/i;
const word = String.raw`(?:SELF_?|USER_|PUBLIC_)?(?:REGISTRATIONS?|REGISTER|SIGN_?UPS?)|NEW_(?:USERS|ACCOUNTS)`;
/** The word at the end, or with what switches it behind it: behind anything else it is a part of something else. */
const ofSignUp = new RegExp(
  `(?:^|_)(?:${word})(?:_(?:ENABLED?|DISABLED?|OPEN|CLOSED?|ALLOWED|BLOCKED|FORBIDDEN|MODE|POLICY))?$`,
  "i",
);
const closes = /(?:^|_)(?:DISABLE|DISABLED|BLOCK|NO|CLOSE|CLOSED|FORBID|DENY)(?:_|$)/i;
const asksHow = /\bhow\b|\b(?:close|stop|open|prevent|disable)\b/i;
const maxTold = 4;

/** By which settings people may or may not make an account by themselves; empty for any other question, and where there is none. */
export async function tellSignUp(context: AnswerContext, part: QuestionPart): Promise<Statement[]> {
  if (!asksOfSignUp.test(part.text) || !asksWho.test(part.text)) return [];
  const settings = (await gatherSettings(context, part.text)).filter(
    ({ fact, path }) =>
      ofSignUp.test(fact.name) && !besides.test(fact.name) && !isUnlikelyPlace(path, part.text) && isSwitch(fact),
  );
  return settings.slice(0, maxTold).map((one) => toldOf(one, asksHow.test(part.text)));
}

/** A number limits it, and a word chooses: both say who may. Longer texts are something else. */
function isSwitch({ defaultValue }: SettingFact["fact"]): boolean {
  return defaultValue === null || /^(?:true|false|yes|no|on|off|\d{1,6}|)$/i.test(defaultValue);
}

function toldOf(one: SettingFact, how: boolean): Statement {
  const { name, defaultValue, line } = one.fact;
  const spoken = `“${capitalized(spokenName(name).trim())}” (${name})`;
  const usual = defaultValue === null || defaultValue === "" ? "" : `; it is ${defaultValue} unless changed`;
  const who = closes.test(name)
    ? `People can do so by themselves unless it is closed by ${spoken}`
    : `${spoken} decides whether people may do so by themselves`;
  const by = closes.test(name) ? `Set ${spoken} to close it` : `It is opened or closed by ${spoken}`;
  return { text: `${how ? by : who}${usual}. ${citationPlaceholder}`, evidence: [linesOf(one, line)] };
}
