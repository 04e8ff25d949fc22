import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { citationPlaceholder } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import {
  codeStatement,
  focusedEntry,
  linesOf,
  shownPath,
  type StatementBlock,
} from "#server/engine/statements/statements.ts";
import { fence } from "#server/engine/text/quoting.ts";

import { leadOf, sharingEvidence } from "./explain-code.ts";

const maxOthers = 4;
/** Lines of a manifest that hold less than this share of what the best declaration holds are about something else. */
const bareShare = 0.85;
const linesAround = 2;

/** Which option, parameter or feature does it: the lines that declare it or read it, in any form the code uses. */
export async function explainSetting(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<StatementBlock[]> {
  const [main, ...others] = chooseSymbols(retrieval, maxOthers + 1);
  const bare = bareLines(retrieval);
  const isBareFirst = bare !== null && (main === undefined || bare.coverage >= main.coverage);
  const prose = await proseBlock(context, part, retrieval, 1);
  if (!main && !bare) return [{ ...prose, heading: null }];
  if (main && bare === null && asksForSettings.test(part.text) && !(await isSettingLike(context, main))) {
    const near = await Promise.all([main, ...others].slice(0, maxNear).map((one) => focusedEntry(context, one)));
    const text = "No setting was found that is surely for this. Nearest are:";
    return [{ heading: null, statements: [{ text, evidence: [] }, ...near], isUnsure: true }, prose];
  }
  const quoted = main ? await codeStatement(context, main, part.terms, main.focus) : null;
  const declared: Statement[] = main && quoted ? [sharingEvidence(leadOf(context, main), quoted), quoted] : [];
  const written = bare ? [await bareStatement(context, bare)] : [];
  return [
    { heading: null, statements: isBareFirst ? [...written, ...declared] : [...declared, ...written] },
    { heading: "Also about this", statements: await Promise.all(others.map((other) => focusedEntry(context, other))) },
    prose,
  ];
}

const maxNear = 3;
const asksForSettings = /\b(?:settings|options|variables|parameters|flags|switches)\b/i;
const settingName = /config|option|setting|propert|env|param|args?$|flag|limit|^max|^min|(?<!^)default/i;
const readsSetting =
  /process\.env|import\.meta\.env|os\.(?:environ|getenv|Getenv)|\bENV\[|\benv\(|get_?env|\b(?:config|settings|options|opts|cfg)\b\s*(?:\.|\[|->|::)/i;

/** Whether a declaration holds or reads something that can be set. */
async function isSettingLike(context: AnswerContext, one: LocatedSymbol): Promise<boolean> {
  const { name, parent, startLine, endLine } = one.symbol;
  if (settingName.test(name) || settingName.test(parent ?? "")) return true;
  return (await context.lines(one)).slice(startLine - 1, endLine).some((line) => readsSetting.test(line));
}

function bareLines({ passages }: Retrieval): Passage | null {
  const best = passages.find(({ content }) => content.type === "symbol")?.coverage ?? 0;
  const bare = passages.filter(({ content }) => content.type === "lines").sort((a, b) => b.coverage - a.coverage)[0];
  return bare && bare.coverage >= best * bareShare ? bare : null;
}

async function bareStatement(context: AnswerContext, passage: Passage): Promise<Statement> {
  const lines = await context.lines(passage);
  const startLine = Math.max(1, (passage.focus?.line ?? passage.startLine) - linesAround);
  const endLine = Math.min(lines.length, Math.max(passage.focus?.line ?? 0, passage.startLine) + linesAround);
  const quoted = fence(lines.slice(startLine - 1, endLine), passage.language);
  return {
    text: `${shownPath(context, passage)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${quoted}`,
    evidence: [linesOf(passage, startLine, endLine)],
  };
}
