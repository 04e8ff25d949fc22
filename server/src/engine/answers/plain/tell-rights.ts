import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { chooseLead } from "#server/engine/retrieval/choose-lead.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import { findChecks, findGuards, findRefusalsOf, isForbidden } from "#server/engine/retrieval/find-guards.ts";
import type { LeadCandidate } from "#server/engine/retrieval/fit-act.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { capitalized, humanName } from "#server/engine/text/quoting.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { spokenName } from "./simplify-text.ts";

const asksWho =
  /^(?:and )?(?:who|which (?:users?|people|roles?|members?)) (?:may|can|is allowed|are allowed|could)\b|\b(?:is|are) (?:everybody|everyone|anybody|anyone|all users) allowed\b/i;
const maxCandidates = 8;
const maxSaid = 3;

const signedIn = "whoever is signed in";

/** People as the names of guards and conditions speak of them; the first that matches. */
const people: readonly (readonly [RegExp, string])[] = [
  [/moderator/i, "administrators and moderators"],
  [/admin|superuser|staff/i, "administrators"],
  [/owner/i, "the owner"],
  [/collaborator|member/i, "members"],
  [/api_?(?:key|token)|bearer/i, "programs with a token"],
  [/auth|log_?in|logged|session|account|signed|current_?user/i, signedIn],
];

/** Who may do what a question names, as the code that does it decides; empty where it asks for no such thing or nothing decides. */
export async function tellRights(context: AnswerContext, part: QuestionPart): Promise<Statement[]> {
  if (!asksWho.test(part.text)) return [];
  const retrieval = await retrieve(context, part);
  const lead = await chooseLead(context, part, retrieval, chooseSymbols(retrieval, maxCandidates));
  const [main] = lead.candidates;
  return main && lead.isSure ? await rightsOf(context, main) : [];
}

async function rightsOf(context: AnswerContext, main: LeadCandidate): Promise<Statement[]> {
  const guards = await findGuards(context, main);
  const checks = await findChecks(context, main);
  const refusals = (await findRefusalsOf(context, main)).filter(isForbidden);
  const written = [...guards.map((one) => one.written), ...checks.map(({ text }) => text)];
  const allowed = unique(written.flatMap((text) => people.find(([pattern]) => pattern.test(text))?.[1] ?? []));
  const rights = unique(written.flatMap(rightsIn)).slice(0, maxSaid);
  // That somebody is signed in is asked of all that is done.
  const isTelling = rights.length + refusals.length > 0 || allowed.some((one) => one !== signedIn);
  if (!isTelling || allowed.length + rights.length === 0) return [];
  const named = rights.map((right) => `“${right}”`);
  const withRight =
    named.length === 0 ? "" : ` ${allowed.length > 0 ? "with" : "whoever has"} the right ${enumerate(named)}`;
  const evidence = [...guards.map((one) => linesOf(one, one.line)), ...checks.map(({ line }) => linesOf(main, line))];
  const told: Statement = {
    text: `“${capitalized(spokenName(main.symbol.name))}” asks for ${enumerate(allowed)}${withRight}. ${citationPlaceholder}`,
    evidence,
  };
  const [refused] = refusals.filter(({ text }) => text !== null);
  if (!refused) return [told];
  const others = `Others are told: “${refused.text}”. ${citationPlaceholder}`;
  return [told, { text: others, evidence: [linesOf(main, refused.startLine, refused.endLine)] }];
}

/** Rights by name: `permission.QuestionClose`, `canDelete`, `PermissionLevel.WRITE`. */
function rightsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/\b\w*(?:[pP]ermission|[pP]rivilege|[sS]cope|[aA]ction|[rR]ole)\w*(?:\.|::)([A-Z]\w+)/g),
    ...text.matchAll(/\b(can[A-Z]\w+)(?!\s*\()/g),
  ];
  return found.map(([, name = ""]) => humanName(name));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
