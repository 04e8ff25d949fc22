import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { explainDeletion } from "#server/engine/answers/deletion/explain-deletion.ts";
import { tellDecisiveLines } from "#server/engine/decisive-lines/tell-decisive-lines.ts";
import { tellVersions } from "#server/engine/documents/tell-versions.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

import { findNearest, findOperations } from "./find-nearest.ts";
import { findProductEvidence, setLead, settingsHeading } from "./find-product-evidence.ts";
import { findRoleTexts } from "./find-role-texts.ts";
import { listStores } from "./list-stores.ts";
import { weighQuestion } from "./question-weights.ts";
import { nothingPlain, nothingTold, simplifyBlocks } from "./simplify-blocks.ts";
import { tellLanguages } from "./tell-languages.ts";
import { tellRights } from "./tell-rights.ts";
import { tellSignUp } from "./tell-sign-up.ts";

/** Questions about what the product does; others are answered by lists of facts, which are told in other words. */
const aboutProduct = new Set<QuestionPart["kind"]>(["explain", "where"]);
/** Kinds that a word of a question whether the product can do something is taken for. */
const seemsListed = new Set<QuestionPart["kind"]>(["data", "configuration", "history", "endpoints", "jobs", "run"]);
const asksOfProduct =
  /^(?:and )?(?:can|could|may|is it|is there|are there|does|do|who (?:may|can)|what (?:can|may)|in which|which \w+ can)\b/i;
const maxDecisive = 3;
/** A comment that says less of the question is a fragment of code in other words. */
const leastShare = 0.55;

/**
 * An answer for somebody who does not read code. What the product does is told by its documents, screens, settings and tests; by a
 * comment of the code only where they say nothing and it says what was asked; else that nothing tells it.
 */
export async function tellPlainly(
  context: AnswerContext,
  blocks: readonly StatementBlock[],
  part: QuestionPart,
): Promise<StatementBlock[]> {
  const stores = listStores(context, part);
  if (stores.length > 0) return stores;
  const versions = await tellVersions(context, part);
  if (versions.length > 0) return [{ heading: null, statements: versions }];
  const isAboutProduct = aboutProduct.has(part.kind) || (seemsListed.has(part.kind) && asksOfProduct.test(part.text));
  if (!isAboutProduct || part.names.some((name) => isDeclared(context, name)))
    return orNothing(blocks, await simplifyBlocks(context, blocks, () => findProductEvidence(context, part)));
  const weights = weighQuestion(context, part);
  const signUp = await tellSignUp(context, part);
  // Who may make an account is told by no right of those who have one.
  const rights =
    signUp.length > 0 ? [] : [...(await tellRights(context, part)), ...(await findRoleTexts(context, part))];
  const sure = [
    ...tellLanguages(context, part),
    ...signUp,
    ...rights,
    ...(await findOperations(context, part, weights)),
  ];
  const isRefused = blocks.some(({ missing = 0 }) => missing > 0);
  const isUnsure = blocks.some((block) => block.isUnsure === true);
  const comments = isRefused || isUnsure ? [] : await tellingComments(context, blocks, part);
  const decisive = (await tellDecisiveLines(context, part)).filter(({ isSure }) => isSure).slice(0, maxDecisive);
  const evidence = [
    ...(await findProductEvidence(context, part, comments)),
    {
      heading: "What the code goes by",
      statements: decisive.map(({ statement }) => ({ ...statement, text: `- ${statement.text}` })),
    },
  ].filter(({ statements }) => statements.length > 0);
  // Documents begin with a statement of their own.
  const isDocumented = (evidence[0]?.statements[0]?.evidence.length ?? 0) > 0;
  const deleted = isDocumented ? [] : (await explainDeletion(context, part)).map(inPlainWords);
  if (deleted.length > 0) return deleted;
  // What is done by a setting was told as that already.
  const isSet = evidence[0]?.statements[0]?.text === setLead;
  if (isSet && sure.length === signUp.length) return evidence;
  const beside = signUp.length > 0 ? evidence.filter(({ heading }) => heading === settingsHeading) : evidence;
  if (sure.length > 0) return [{ heading: null, statements: sure }, ...beside.map(titled)];
  if (evidence.length > 0) return evidence;
  // What bears a name that is nowhere is not told by other words.
  const nearest = blocks.some(({ isNameless }) => isNameless === true) ? [] : await findNearest(context, part, weights);
  if (nearest.length > 0) return nearest;
  const refused = isRefused ? await simplifyBlocks(context, blocks, async () => []) : [];
  return orNothing(blocks, refused);
}

function inPlainWords({ statements, ...block }: StatementBlock): StatementBlock {
  return { ...block, statements: statements.map(({ plain, ...one }) => ({ ...one, text: plain ?? one.text })) };
}

/** Behind another answer it needs no sentence of its own to begin with. */
function titled(block: StatementBlock): StatementBlock {
  const statements = block.statements.filter(({ evidence }) => evidence.length > 0);
  return { ...block, heading: block.heading ?? "What is said of it", statements };
}

/** "WakaTime" is written like code, and may be the name of another product. */
function isDeclared({ codebases }: AnswerContext, name: string): boolean {
  const last = name.split(/[.#/]|::/).at(-1) ?? name;
  return codebases.some(
    ({ index }) =>
      index.findSymbols(last, { limit: 1 }).some(({ symbol }) => symbol.name === last) ||
      index.files().some(({ path }) => path.endsWith(name)),
  );
}

function orNothing(blocks: readonly StatementBlock[], told: StatementBlock[]): StatementBlock[] {
  return told.some(({ statements }) => statements.length > 0) ? told : [nothingPlain(blocks)];
}

/** What the comments of the declaration that answers say, where that is most of what was asked. */
async function tellingComments(
  context: AnswerContext,
  blocks: readonly StatementBlock[],
  part: QuestionPart,
): Promise<readonly Statement[]> {
  const [first] = blocks.filter(({ statements }) => statements.length > 0);
  const told = first ? await simplifyBlocks(context, [first], async () => []) : [];
  const comments = told.flatMap(({ statements }) => statements);
  const { terms, shareIn, saysTogether } = weighQuestion(context, part);
  const said = comments.map(({ text }) => text).join(" ");
  const isFound = comments.every(({ text }) => !nothingTold.test(text));
  return isFound && (terms.length === 0 || (shareIn(said) >= leastShare && saysTogether(said))) ? comments : [];
}
