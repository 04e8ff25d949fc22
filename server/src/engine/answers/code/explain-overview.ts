import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { describePart } from "#server/engine/facts/code/describe-part.ts";
import { describeFolder } from "#server/engine/facts/code/describe.ts";
import { evidenceOfFiles } from "#server/engine/facts/code/file-evidence.ts";
import { findParts, type CodePart } from "#server/engine/facts/code/find-parts.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import { readmeFeatures } from "#server/engine/facts/readme/readme-features.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { leadingSentences } from "#server/engine/text/sentences.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

const maxParts = 12;
const maxEntryPoints = 6;
const maxIntroLength = 600;
const maxIntroSentences = 2;

/** What the code is for, how it is cut, and where a reader starts. */
export async function explainOverview(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const isAboutParts = aboutParts.test(part.text);
  const blocks = await Promise.all(context.codebases.map((codebase) => overviewOf(context, codebase, isAboutParts)));
  return blocks.flat();
}

const aboutParts = /\b(?:parts|modules?|components?|packages?|structur\w*|organi[sz]ed|laid out|architecture)\b/i;
const namedParts = 4;

async function overviewOf(
  context: AnswerContext,
  codebase: Codebase,
  isAboutParts: boolean,
): Promise<StatementBlock[]> {
  const scope = openScope(codebase, "/");
  const heading = context.codebases.length > 1 ? codebase.name : null;
  const intro = await introOf(scope, maxIntroSentences);
  const all = context.lookUp("list_components", codebase.name, () => findParts(scope));
  const parts = all.filter(({ path }) => !isBesideCode(`${path}/`)).slice(0, maxParts);
  const entries = await Promise.all(parts.map(async (part) => ({ part, entry: await partEntry(scope, part) })));
  const described = entries.flatMap(({ entry }) => entry ?? []);
  const others = entries.flatMap(({ part, entry }) => (entry === null ? [part] : []));
  const summary = isAboutParts ? partsSummary(codebase, parts, described) : [];
  return [
    { heading, statements: isAboutParts ? [...summary, ...intro.slice(0, 1)] : intro },
    ...(isAboutParts ? [] : [{ heading: "Features", statements: await featuresOf(scope) }]),
    { heading: "Parts", statements: [...described, ...othersEntry(scope, others, described.length > 0)] },
    { heading: "Where a reader starts", statements: entryPoints(context, codebase) },
  ];
}

/** The parts in one sentence, the largest first. */
function partsSummary(codebase: Codebase, parts: readonly CodePart[], described: readonly Statement[]): Statement[] {
  const largest = parts.slice(0, namedParts).map(({ name, lines }) => `**${name}** (${count(lines, "line")})`);
  if (largest.length < 2) return [];
  const text = `${codebase.name} is cut into ${count(parts.length, "part")}; the largest ${largest.length} are ${enumerate(largest)}.`;
  return [{ text, evidence: described.slice(0, namedParts).flatMap(({ evidence }) => evidence.slice(0, 1)) }];
}

/**
 * The opening of the README, else its sentence that says what the product is, else the description of the top folder.
 */
async function introOf(scope: CodeScope, limit: number): Promise<Statement[]> {
  const readme = await findReadme(scope, "");
  if (readme === null) return describedFolder(scope);
  const opening = openingParagraphs(readme, limit);
  const defining = readme.blocks.find(({ kind, text }) => kind === "paragraph" && definition.test(cleanProse(text)));
  const chosen = opening.length > 0 ? opening : defining ? [defining] : [];
  if (chosen.length === 0) return describedFolder(scope);
  return chosen.map((block) => ({
    text: leadingSentences(cleanProse(block.text), maxIntroLength),
    evidence: [scope.at(readme.path, block.startLine, block.endLine)],
  }));
}

/** As the README lists them. */
async function featuresOf(scope: CodeScope): Promise<Statement[]> {
  const readme = await findReadme(scope, "");
  const features = readme === null ? [] : readmeFeatures(scope, readme).items;
  return features.length > 1 ? features.map(({ text, evidence }) => ({ text: `- ${text}`, evidence })) : [];
}

/** "Gin is a web framework": a name of at most three words, and what it is. */
const definition = /^(?:\S+\s+){1,3}?(?:is|are|provides|offers|lets|allows|helps)\s+\p{L}/u;

async function describedFolder(scope: CodeScope): Promise<Statement[]> {
  const reported = await describeFolder(scope, "");
  return reported ? [{ text: reported.text, evidence: reported.evidence }] : [];
}

async function partEntry(scope: CodeScope, part: CodePart): Promise<Statement | null> {
  const reported = await describePart(scope, part);
  if (reported === null) return null;
  const size = part.kind === "file" ? count(part.lines, "line") : count(part.files.length, "file");
  return { text: `- **${part.name}** (${size}): ${reported.text}`, evidence: reported.evidence };
}

/** Parts of which nobody and nothing says what they are for, by their names. */
function othersEntry(scope: CodeScope, parts: readonly CodePart[], isBehind: boolean): Statement[] {
  if (parts.length === 0) return [];
  const names = parts.map(({ name, files }) => `**${name}** (${count(files.length, "file")})`);
  const evidence = parts.flatMap(({ files }) => evidenceOfFiles(scope, files).slice(0, 1));
  return [{ text: `- ${isBehind ? "Beside them: " : ""}${enumerate(names)}.`, evidence }];
}

/** Generated files are no good start for reading. */
function isWritten({ index }: Codebase) {
  return (entry: { path: string }) => {
    const path = entry.path.replace(/^\.\//, "");
    return !/^(?:dist|build|out|lib)\//.test(path) || index.facts(path) !== null;
  };
}

function entryPoints(context: AnswerContext, codebase: Codebase): Statement[] {
  return codebase.index
    .files()
    .filter(({ path, kind }) => !isBesideCode(path) && kind !== "test")
    .flatMap(({ path }) => {
      const manifest = codebase.index.facts(path)?.manifest;
      return (manifest?.entryPoints ?? [])
        .filter(isWritten(codebase))
        .slice(0, 4)
        .map((entry) => ({
          text: `- ${codeSpan(entry.path)} (${entry.name}), named in ${shownPath(context, { codebase, path })}`,
          evidence: [linesOf({ codebase, path }, entry.line)],
        }));
    })
    .slice(0, maxEntryPoints);
}
