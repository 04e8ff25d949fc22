import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { actAsked } from "#server/engine/intent/question-act.ts";
import { bareName, findNamedSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import { matchSettings } from "#server/engine/retrieval/match-settings.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { count } from "#server/engine/text/wording.ts";

const asksForSetting =
  /\b(?:default|setting|option|flag|switch|parameter|directive|variable|env|config\w*|what (?:is|does|are)|explain|where|which|how)\b/i;
const describedKinds = new Set<QuestionPart["kind"]>(["explain", "configuration", "where"]);
const maxMeaning = 300;
const maxAllowed = 8;
const maxEffects = 4;
/** Of so many none is the one. */
const fewestOfGroup = 4;
const maxNearest = 3;
const maxFiles = 60;
const lookMs = 1500;

/** What the index knows of a setting that a question names: its default, its meaning, and where the code heeds it. */
export async function describeNamedSettings(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (!describedKinds.has(part.kind) || !asksForSetting.test(part.text)) return [];
  const named = await findNamedSettings(context, part);
  // A question how a declaration works is about the declaration, even if a setting has the same name.
  const isDeclared = named.some(({ codebase, fact }) =>
    codebase.index
      .findSymbols(fact.name, { limit: 3 })
      .some(({ symbol }) => symbol.name === fact.name && symbol.kind !== "constant" && symbol.kind !== "variable"),
  );
  if (named.length === 0 || (isDeclared && !/\b(?:default|setting|option|flag|env\w*|config\w*)\b/i.test(part.text)))
    return [];
  const blocks: StatementBlock[] = [];
  for (const one of named) blocks.push(...(await describeSettings(context, one)));
  return blocks;
}

/** The setting by which somebody can do what a question asks for, and others that say as much of it. Empty where there is none. */
export async function describeMatchedSettings(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  // Who may do what is decided by the code that asks, and not by a setting with words like it.
  if (actAsked(part) === "decides" && part.kind === "where") return [];
  const { settings: matched, isSure } = await matchSettings(context, part);
  const [best, ...others] = matched;
  if (!best) return [];
  const isGroup = !isSure || matched.length >= fewestOfGroup;
  const further = (isGroup ? matched : others).map((one): Statement => {
    const { name, defaultValue, comment } = one.fact;
    const value = defaultValue === null ? "" : `, by default ${codeSpan(defaultValue === "" ? '""' : defaultValue)}`;
    const meaning = comment === null ? "" : `: ${cutText(cleanProse(comment), maxMeaning / 2)}`;
    return { text: `- ${codeSpan(name)}${value}${meaning}`, evidence: settingEvidence(one) };
  });
  const lead = { text: `This is set by ${count(matched.length, "setting")}:`, evidence: [] };
  const unsure = { text: "No setting was found that is surely for this. Nearest are:", evidence: [] };
  if (!isSure) return [{ heading: null, statements: [unsure, ...further.slice(0, maxNearest)], isUnsure: true }];
  if (isGroup) return [{ heading: null, statements: [lead, ...further] }];
  return [...(await describeSettings(context, best)), { heading: "Settings near to it", statements: further }];
}

/** One setting in a sentence, and the lines that read it. */
export async function describeSettings(context: AnswerContext, one: SettingFact): Promise<StatementBlock[]> {
  const { name, defaultValue, example, isRequired, isDeclared, allowed, comment, line } = one.fact;
  const meaning = cutText(cleanProse(comment ?? ""), maxMeaning);
  const value =
    defaultValue === null
      ? isRequired
        ? "it must be given"
        : "no default stands beside it"
      : `its default is ${codeSpan(defaultValue === "" ? '""' : defaultValue)}`;
  const choice = allowed.length === 0 ? "" : ` It is one of ${allowed.slice(0, maxAllowed).map(codeSpan).join(", ")}.`;
  const copied = example === null ? "" : ` The example file shows ${codeSpan(example)}.`;
  const found = isDeclared ? "declared" : "read";
  const lead = `**${codeSpan(name)}** is ${found} in ${shownPath(context, one)}, line ${line}; ${value}.${copied}${choice}${meaning === "" ? "" : ` ${meaning}`}`;
  const effects = await effectsOf(context, one);
  return [
    { heading: null, statements: [{ text: lead, evidence: settingEvidence(one) }] },
    { heading: "Where it takes effect", statements: effects },
  ];
}

/** Where it is read or declared, and where a document tells what it is for. */
export function settingEvidence(one: SettingFact): Evidence[] {
  const { line, documentedAt } = one.fact;
  const own = linesOf(one, line);
  if (documentedAt === null) return [own];
  return [own, linesOf({ ...one, path: documentedAt.path }, documentedAt.startLine, documentedAt.endLine)];
}

/** Lines of the code that name it in any spelling, apart from where it is declared. */
async function effectsOf(context: AnswerContext, { codebase, path, fact }: SettingFact): Promise<Statement[]> {
  const words = fact.name
    .replace(/^-+/, "")
    .split(/[-_.:\s]+/)
    .filter((word) => /^\w+$/.test(word));
  // A single short word occurs everywhere.
  if (words.length === 0 || (words.length === 1 && (words[0] ?? "").length < 5)) return [];
  const pattern = String.raw`(?:\b|[_a-z])` + words.join("[-_.]?") + String.raw`\b`;
  const found = await context.lookUp("find_lines", fact.name, () =>
    codebase.index.findLines(
      { pattern, isRegex: true, ignoreCase: true, isWord: false },
      { maxFiles, maxLinesPerFile: 6, deadlineMs: lookMs },
    ),
  );
  const own = bareName(fact.name);
  const locations = found.files.flatMap((file) => {
    const location: FileRef = { codebase, path: file.path };
    if (context.facts(location)?.kind !== "source") return [];
    return file.lines
      .filter(
        ({ line, text }) =>
          !(file.path === path && line === fact.line) && !isComment.test(text) && bareName(text).includes(own),
      )
      .map(({ line, text }) => ({ location, line, weight: weightOf(text, file.path === path) }));
  });
  const byFile = Map.groupBy(
    locations.toSorted((a, b) => b.weight - a.weight),
    ({ location }) => location.path,
  );
  const best = [...byFile.values()].flatMap(([first]) => first ?? []).slice(0, maxEffects);
  return best.map(({ location, line }) => {
    const within = innermost(context, location, line);
    const named = within === null ? "" : ` in ${codeSpan(within)}`;
    return { text: `- ${shownPath(context, location)}, line ${line}${named}`, evidence: [linesOf(location, line)] };
  });
}

const isComment = /^\s*(?:\/\/|#|\*|\/\*|--\s|<!--|;)/;

/** A condition on it says more than its passing on, and that more than its declaration beside others. */
function weightOf(text: string, isBesideDeclaration: boolean): number {
  return (
    (/\b(?:if|while|for|switch|case|match|return|unless)\b|[<>]=?|==|&&|\?/.test(text) ? 2 : 1) -
    (isBesideDeclaration ? 0.5 : 0)
  );
}

function innermost(context: AnswerContext, location: FileRef, line: number): string | null {
  const around = (context.facts(location)?.symbols ?? []).filter(
    ({ startLine, endLine }) => startLine <= line && line <= endLine,
  );
  return around.toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0]?.name ?? null;
}
