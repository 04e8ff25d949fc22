import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { purposeOfName, type CommandPurpose } from "#server/engine/facts/project/command-purpose.ts";
import { isTyped } from "#server/engine/facts/project/find-scripts.ts";
import { runLineIn } from "#server/engine/facts/project/run-line.ts";
import { isDestroying } from "#server/engine/facts/project/task-order.ts";
import { usualCommands } from "#server/engine/facts/project/usual-commands.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { gatherFacts, type FileFact } from "#server/engine/retrieval/gather-facts.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { citeCodeBefore, quoteParagraph, readParagraphs } from "#server/engine/statements/paragraphs.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";

import { explainRunning, shownSteps } from "./explain-running.ts";
import { row, table } from "./list-facts.ts";

type Script = FileFact<FileFacts["scripts"][number]>;

const maxCommands = 10;
const maxCommandLength = 100;
const maxSections = 2;
const maxParagraphs = 5;

/** The command that does what the question asks, its documentation, and related commands. */
export async function listCommands(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<StatementBlock[]> {
  const whole = await explainRunning(context, part);
  if (whole.some(({ statements }) => statements.length > 0)) return whole;
  const scripts = await context.lookUp("list_commands", part.text, () =>
    gatherFacts(context, (facts) => facts.scripts),
  );
  const names = new Set(scripts.map(({ fact }) => fact.name));
  const depth = ({ path }: FileRef) => path.split("/").length;
  const mayDestroy = asksToDestroy.test(part.text);
  const named = scripts
    .filter(({ fact }) => isTyped(fact, names) && (mayDestroy || !isDestroying({ script: fact })))
    .sort((a, b) => depth(a) - depth(b));
  const requested = actionsIn(part.text);
  const purpose = purposeOf(requested);
  const questionStems = new Set(stemsOf(part.text));
  const matched = ({ fact }: Script) => stemsOf(fact.name).filter((one) => questionStems.has(one)).length;
  const matching = named
    .filter(
      ({ fact }) => purposeOfName(fact.name) === purpose || stemsOf(fact.name).some((one) => requested.includes(one)),
    )
    .sort((a, b) => depth(a) - depth(b) || matched(b) - matched(a) || a.fact.name.length - b.fact.name.length);
  const best = matching[0];

  const sections = await startingSections(context, { requested, invocation: best ? lineOf(best) : null }, retrieval);
  const usual = sections.length === 0 && purpose !== null ? await usualLead(context, purpose) : null;
  const lead = best ? commandLead(context, best) : usual;
  const shown = matching.length > 0 ? matching : named;
  const rows = shown.slice(0, maxCommands).map((one): Statement => {
    const { fact } = one;
    const marked = isDestroying({ script: fact }) ? "**takes away what is there**: " : "";
    const cells = [codeSpan(lineOf(one)), `${marked}${shownSteps(fact.command)}`, shownPath(context, one)];
    return { text: row(cells), evidence: [linesOf(one, one.fact.line)] };
  });
  const isAnswered = lead !== null || sections.length > 0;
  const title = isAnswered ? "Commands that the code defines:" : noSuchCommand;
  const commands =
    shown.length === 1 && lead !== null ? [] : table(title, ["Command", "What it runs", "Where"], rows, shown.length);
  const leading = { heading: null, statements: lead ? [lead] : [] };
  // The command of one part is not how the whole is run; the guides explain that.
  const isOfPart = best !== undefined && best.path.includes("/") && sections.length > 0;
  return isOfPart ? [...sections, leading, ...commands] : [leading, ...sections, ...commands];
}

const noSuchCommand = "No command or document of the indexed code is about exactly this. It defines these commands:";

/** What is to be done, as stems: "run the tests" is about tests, "run it" about running. */
function actionsIn(text: string): string[] {
  const stems = stemsOf(text).filter((one) => actions.has(one));
  const particular = stems.filter((one) => !generalActions.has(one));
  return particular.length > 0 ? particular : [...stems, ...stemsOf("start dev serve")];
}

const generalActions = new Set(stemsOf("run start execute launch set setup get getting started"));
const actions = new Set([
  ...generalActions,
  ...stemsOf(
    "test tests build compile install develop dev debug deploy migrate seed release lint format check bench docs serve watch",
  ),
]);

/** As typed, with the tools of the lock files nearby. */
function lineOf({ codebase, path, fact }: Script): string {
  return runLineIn(openScope(codebase, ""), { path, script: fact });
}

const asksToDestroy =
  /\b(?:clean\w*|reset\w*|drop\w*|purg\w*|delet\w*|remov\w*|wip\w*|eras\w*|destroy\w*|tear\w*|from scratch|start over)\b/i;

function commandLead(context: AnswerContext, { fact, ...location }: Script): Statement {
  const isShort = fact.command.length <= maxCommandLength && !fact.command.includes("\n");
  return {
    text: `Run ${codeSpan(lineOf({ fact, ...location }))}${isShort ? `, which does ${codeSpan(fact.command)}` : ""} (${shownPath(context, location)}).`,
    evidence: [linesOf(location, fact.line)],
  };
}

/** What its toolchain is usually told, where the code defines no command of its own. */
async function usualLead(context: AnswerContext, purpose: CommandPurpose): Promise<Statement | null> {
  const manifests = await gatherFacts(context, ({ manifest }) => (manifest ? [manifest] : []));
  for (const codebase of context.codebases) {
    const known = new Set(manifests.flatMap((one) => (one.codebase === codebase ? [one.path] : [])));
    const scope = openScope(codebase, "/");
    const [usual] = usualCommands({ ...scope, facts: (path) => (known.has(path) ? scope.facts(path) : null) }, purpose);
    if (usual === undefined) continue;
    const [evidence] = usual.evidence;
    const where = shownPath(context, { codebase, path: evidence?.path ?? "" });
    const reason = usual.needs === null ? `whose manifest is ${where}` : `which ${where} asks for`;
    const inside = usual.folder === "" ? "" : ` in ${codeSpan(usual.folder)}`;
    return {
      text: `The code defines no command for this; with ${usual.toolchain}, ${reason}, the usual one is ${codeSpan(usual.command)}${inside}.`,
      evidence: usual.evidence,
    };
  }
  return null;
}

/** By the action that is asked for most particularly. */
function purposeOf(requested: readonly string[]): CommandPurpose | null {
  return purposes.find(([, stems]) => requested.some((one) => stems.has(one)))?.[0] ?? null;
}

const purposes = (
  [
    ["test", "test tests"],
    ["migrate", "migrate"],
    ["seed", "seed"],
    ["check", "lint format check"],
    ["build", "build compile release"],
    ["install", "install"],
    ["run", "run start execute launch serve dev develop watch"],
  ] as const
).map(([purpose, words]) => [purpose, new Set(stemsOf(words))] as const);

const guides =
  /^(?:readme|contributing|install|developing|(?:\.github|docs?)\/[^/]*(?:install|start|develop|contribut|run|quick|debug|test|deploy|runbook))/i;
const generalHeading =
  /\b(?:getting started|quick ?start|run(?:ning)?|setup|set up|usage|develop(?:ment|ing)?|install\w*)\b/i;

/** Sections of the guides that match the question; for a general question those about getting started. */
async function startingSections(
  context: AnswerContext,
  wanted: { requested: readonly string[]; invocation: string | null },
  { passages }: Retrieval,
): Promise<StatementBlock[]> {
  const { requested, invocation: command } = wanted;
  const isGeneral = requested.some((one) => generalActions.has(one));
  const ranked = passages.slice(0, 8);
  const sections = context.codebases.flatMap((codebase) =>
    codebase.index
      .files()
      .filter(({ path, kind }) => kind === "docs" && guides.test(path))
      .flatMap(({ path }) =>
        (codebase.index.facts(path)?.sections ?? []).map((section) => ({ codebase, path, section })),
      ),
  );
  const weight = ({ path, section }: (typeof sections)[number]) =>
    (stemsOf(section.heading).some((one) => requested.includes(one)) ? 2 : 0) +
    (command !== null && section.text.includes(command) ? 1 : 0) +
    (isGeneral && generalHeading.test(section.heading) ? 1 : 0) +
    (ranked.some((passage) => passage.path === path && passage.startLine === section.startLine) ? 0.6 : 0) +
    (/^readme/i.test(path) ? 0.3 : 0);
  const best = sections
    .filter((one) => weight(one) >= 1 && one.section.text.trim() !== "")
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, isGeneral ? 1 : maxSections);
  return Promise.all(
    best.map(async (one) => {
      const paragraphs = (await readParagraphs(context, one, one.section)).slice(0, maxParagraphs);
      const lead = {
        text: `${shownPath(context, one)} says under “${cleanProse(one.section.heading)}”:`,
        evidence: [],
      };
      const statements = paragraphs.flatMap((paragraph) => quoteParagraph(one, paragraph));
      return { heading: null, statements: statements.length > 0 ? citeCodeBefore([lead, ...statements]) : [] };
    }),
  );
}
