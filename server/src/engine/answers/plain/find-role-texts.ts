import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { stem, stemsOf } from "#server/engine/intent/words.ts";
import { gatherFacts } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { humanName } from "#server/engine/text/quoting.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { labelStatement } from "./find-screen-texts.ts";
import { gatherLabels, type LocatedLabel } from "./gather-labels.ts";

/** "What may a moderator do", with who it is. */
const asksOfRole =
  /^(?:and )?what (?:can|may|is|are) (?:an?|the|all)?\s*([\w-]+)s?\b.*\b(?:do|allowed(?: to)?|permitted(?: to)?|see|change)$/i;
const rights = /\b(?:can|may|access|allowed|permission|full|read-only|manage|only)\b/i;
const maxLabels = 5;
const longest = 160;
/** Roles by names that many products have. */
const roleNames = new Set(
  ["viewer", "contributor", "editor", "member", "admin", "administrator", "moderator", "owner", "guest", "manager"].map(
    stem,
  ),
);

/** What texts of the interface and the fields of rights say that somebody of a role can do; empty where a question asks for no role. */
export async function findRoleTexts(context: AnswerContext, { text }: QuestionPart): Promise<Statement[]> {
  const role = asksOfRole.exec(text.trim())?.[1];
  if (role === undefined) return [];
  const root = stem(role.toLowerCase());
  const alike = new Set([root, ...[...layWordsFor(root, text).stems].filter((one) => roleNames.has(one))]);
  const labels = (await gatherLabels(context)).filter(
    (one) => (one.further ?? one.text).length <= longest && rights.test(one.further ?? one.text),
  );
  const exact = labels.filter((one) => stemsOf(one.key).at(-1) === root || isCalled(one, (own) => own === root));
  const told = exact.length > 0 ? exact : labels.filter((one) => isCalled(one, (own) => alike.has(own)));
  return [...told.slice(0, maxLabels).map(labelStatement), ...(await rightFields(context, alike))];
}

/** Whether the title of what describes it is the name of a role alone. */
function isCalled({ text, further }: LocatedLabel, isRole: (root: string) => boolean): boolean {
  const own = stemsOf(text);
  return further !== null && own.length === 1 && own.every(isRole);
}

/** "canCreate", "can_delete": what a schema keeps of each of them. */
async function rightFields(context: AnswerContext, roles: ReadonlySet<string>): Promise<Statement[]> {
  const all = await gatherFacts(context, ({ schemas }) => schemas);
  const found = all.flatMap((one) => {
    const fields = one.fact.fields.filter(({ name, path }) => /^can(?:[A-Z]|_\w)/.test(name) && path === undefined);
    const said = stemsOf(`${one.fact.name} ${one.fact.fields.map(({ name }) => name).join(" ")}`);
    const worth = said.some((root) => roles.has(root)) ? 1 : 0;
    return fields.length > 1 ? [{ one, fields, worth }] : [];
  });
  const [best] = found.toSorted((a, b) => b.worth - a.worth);
  const [first] = best?.fields ?? [];
  const last = best?.fields.at(-1);
  if (!best || !first || !last) return [];
  const named = best.fields.map(({ name }) => `“${humanName(name)}”`);
  return [
    {
      text: `- Each of them may be given: ${enumerate(named)}. ${citationPlaceholder}`,
      evidence: [linesOf(best.one, first.line, last.line)],
    },
  ];
}
