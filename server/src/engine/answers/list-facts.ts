import type { FileFacts } from "../../code-index/facts.ts";
import type { Statement } from "../cited-text.ts";
import { cleanProse, code } from "../pages/text/clean-prose.ts";
import { cutText } from "../pages/text/sentences.ts";
import { summarizeBriefly } from "../pages/text/summarize-doc.ts";
import { enumerate } from "../pages/text/wording.ts";
import type { Desk, FilePlace } from "./desk.ts";
import { quoteParagraph, readParagraphs } from "./paragraphs.ts";
import type { Retrieval } from "./passages.ts";
import { capitalized, humanName } from "./quoting.ts";
import type { QuestionPart, QuestionTerm } from "./read-question.ts";
import { linesOf, shownPath, type Block } from "./statements.ts";
import { stemsOf } from "./words.ts";

interface Fact<F> extends FilePlace {
  fact: F;
  facts: FileFacts;
}

const maxRows = 40;

/** Endpoints of the code, those that meet the question's words where any do. */
export function listEndpoints(desk: Desk, part: QuestionPart, isTechnical: boolean): Block[] {
  const all = desk.lookUp("list_endpoints", part.text, () => collect(desk, (facts) => facts.endpoints));
  const chosen = narrow(all, part.terms, ({ fact, path }) => `${fact.path} ${fact.handler ?? ""} ${path}`);
  const rows = chosen.slice(0, maxRows).map((one): Statement => {
    const handler = one.fact.handler === null ? "" : code(one.fact.handler);
    const doc = withoutCall(handlerDoc(one)?.text ?? "");
    const cells = [code(`${one.fact.method} ${one.fact.path}`), handler, doc, shownPath(desk, one)];
    const shown = isTechnical ? cells : [cells[0] ?? "", doc || humanName(one.fact.handler ?? "")];
    return { text: row(shown), evidence: [linesOf(one, one.fact.startLine, one.fact.endLine)] };
  });
  const columns = isTechnical ? ["Call", "Handler", "What it does", "Where"] : ["Call", "What it does"];
  return table("The code offers these HTTP calls:", columns, rows, chosen.length);
}

/** What a handler's own comment says, in this file or in the one it is imported from. */
function handlerDoc({ codebase, facts, fact }: Fact<FileFacts["endpoints"][number]>) {
  const name = fact.handler?.split(".").at(-1);
  if (name === undefined) return null;
  const here = facts.symbols.find((symbol) => symbol.name === name);
  const there = codebase.index.findSymbols(name, { limit: 3 }).find(({ symbol }) => symbol.name === name);
  return summarizeBriefly((here ?? there?.symbol)?.doc ?? null, 140);
}

/** A comment that begins with the call itself says it twice in a row of the table. */
function withoutCall(doc: string): string {
  return capitalized(doc.replace(/^`?[A-Z]{3,7}\s+\/\S*?`?\s*[:—–-]\s+/, ""));
}

/** Settings the code reads, with default and meaning. */
export function listSettings(desk: Desk, part: QuestionPart, isTechnical: boolean): Block[] {
  const all = desk.lookUp("list_settings", part.text, () => collect(desk, (facts) => facts.configKeys));
  const byName = new Map<string, Fact<FileFacts["configKeys"][number]>>();
  for (const one of all) {
    const known = byName.get(one.fact.name);
    const says = (fact: (typeof one)["fact"]) => (fact.defaultValue === null ? 0 : 2) + (fact.comment === null ? 0 : 1);
    if (!known || says(one.fact) > says(known.fact)) byName.set(one.fact.name, one);
  }
  const chosen = narrow(
    [...byName.values()],
    part.terms,
    ({ fact, path }) => `${fact.name} ${fact.comment ?? ""} ${path}`,
  );
  const rows = chosen.slice(0, maxRows).map((one): Statement => {
    const { name, defaultValue, comment } = one.fact;
    const meaning = cutText(cleanProse(comment ?? ""), 140);
    const cells = [code(name), defaultValue === null ? "" : code(defaultValue), meaning, shownPath(desk, one)];
    return { text: row(isTechnical ? cells : cells.slice(0, 3)), evidence: [linesOf(one, one.fact.line)] };
  });
  const columns = ["Setting", "Default", "Meaning", "Where"].slice(0, isTechnical ? 4 : 3);
  return table("The code reads these settings:", columns, rows, chosen.length);
}

/** Tables, models and message shapes with their fields. */
export function listSchemas(desk: Desk, part: QuestionPart): Block[] {
  const all = desk.lookUp("list_schemas", part.text, () => collect(desk, (facts) => facts.schemas));
  const rank = { table: 0, model: 1, validation: 2, message: 3, type: 4 };
  const chosen = narrow(
    all.sort((a, b) => rank[a.fact.kind] - rank[b.fact.kind]),
    part.terms,
    ({ fact, path }) => `${fact.name} ${fact.fields.map(({ name }) => name).join(" ")} ${path}`,
  );
  if (chosen.length > 3) {
    const rows = chosen.slice(0, maxRows).map((one): Statement => {
      const fields = one.fact.fields.map(({ name }) => name).join(", ");
      const cells = [code(one.fact.name), one.fact.kind, cutText(fields, 160), shownPath(desk, one)];
      return { text: row(cells), evidence: [linesOf(one, one.fact.startLine, one.fact.endLine)] };
    });
    return table("These data shapes are declared:", ["Name", "Kind", "Fields", "Where"], rows, chosen.length);
  }
  return chosen.map((one) => ({ heading: null, statements: schemaStatements(desk, one) }));
}

function schemaStatements(desk: Desk, one: Fact<FileFacts["schemas"][number]>): Statement[] {
  const { name, kind, fields, references, startLine, endLine } = one.fact;
  const refers = references.length === 0 ? "" : `; refers to ${enumerate(references.map(code))}`;
  const lead = `**${code(name)}** is a ${kind} with ${fields.length} fields in ${shownPath(desk, one)}${refers}`;
  return [
    { text: lead, evidence: [linesOf(one, startLine, endLine)] },
    ...fields.slice(0, maxRows).map((field) => ({
      text: `- ${code(field.name)}${field.type === "" ? "" : `: ${code(field.type)}`}`,
      evidence: [linesOf(one, field.line)],
    })),
  ];
}

/** Commands that run, build and test the code, and what its documents say about getting started. */
export async function listCommands(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const all = desk.lookUp("list_commands", part.text, () => collect(desk, (facts) => facts.scripts));
  const verbs = stemsOf(part.text);
  const meets = ({ fact }: (typeof all)[number]) => stemsOf(fact.name).some((one) => verbs.includes(one));
  const named = all.filter((one) => one.fact.runner !== "ci");
  const depth = ({ path }: FilePlace) => path.split("/").length;
  const meeting = named.filter(meets);
  const ordered = (meeting.length > 0 ? meeting : named).sort((a, b) => depth(a) - depth(b));
  const rows = ordered.slice(0, 14).map((one): Statement => {
    const cells = [code(invocation(one.fact)), code(one.fact.command, 110), shownPath(desk, one)];
    return { text: row(cells), evidence: [linesOf(one, one.fact.line)] };
  });
  const sections = await startingSections(desk, part, retrieval);
  const title = meeting.length + sections.length === 0 ? noSuchCommand : "Commands that the code defines:";
  return [...sections, ...table(title, ["Command", "What it runs", "Where"], rows, ordered.length)];
}

const noSuchCommand = "No command or document of the indexed code is about exactly this. It defines these commands:";

function invocation({ runner, name }: FileFacts["scripts"][number]): string {
  switch (runner) {
    case "npm":
      return name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
    case "make":
    case "just":
      return `${runner} ${name}`;
    default:
      return name;
  }
}

const startingHeading =
  /\b(?:install\w*|getting started|quick ?start|run(?:ning)?|setup|set up|build(?:ing)?|develop(?:ment|ing)?|deploy\w*|test(?:s|ing)?|migrat\w*|seed\w*)\b/i;

async function startingSections(desk: Desk, part: QuestionPart, { passages }: Retrieval): Promise<Block[]> {
  const asked = stemsOf(part.text);
  const documents = desk.codebases.flatMap((codebase) =>
    codebase.index
      .files()
      .filter(
        ({ path, kind }) =>
          kind === "docs" &&
          /^(?:readme|contributing|install|docs\/[^/]*(?:install|start|develop|contribut|run))/i.test(path),
      )
      .map(({ path }) => ({ codebase, path })),
  );
  const sections = documents.flatMap((place) =>
    (desk.facts(place)?.sections ?? [])
      .filter(({ heading }) => startingHeading.test(heading))
      .map((section) => ({ ...place, section, isAsked: stemsOf(section.heading).some((one) => asked.includes(one)) })),
  );
  const isRanked = ({ path, section }: (typeof sections)[number]) =>
    passages.slice(0, 6).some((passage) => passage.path === path && passage.startLine === section.startLine);
  const weight = (one: (typeof sections)[number]) =>
    (one.isAsked ? 2 : 0) + (isRanked(one) ? 1 : 0) + (/^readme/i.test(one.path) ? 0.5 : 0);
  const best = sections
    .filter((one) => weight(one) > 0)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, 2);
  return Promise.all(
    best.map(async (one) => {
      const paragraphs = (await readParagraphs(desk, one, one.section)).slice(0, 6);
      const lead = { text: `${shownPath(desk, one)} says under “${cleanProse(one.section.heading)}”:`, evidence: [] };
      const statements = paragraphs.flatMap((paragraph) => quoteParagraph(one, paragraph));
      return { heading: null, statements: statements.length > 0 ? citeCodeBefore([lead, ...statements]) : [] };
    }),
  );
}

/** A code block is cited by the sentence before it. */
function citeCodeBefore(statements: readonly Statement[]): Statement[] {
  return statements.map((statement, at) => {
    if (statement.text.endsWith("```")) return { ...statement, evidence: [] };
    const next = statements[at + 1];
    return next?.text.endsWith("```")
      ? { ...statement, evidence: [...statement.evidence, ...next.evidence] }
      : statement;
  });
}

/** Packages from outside, as the manifests name them. */
export function listDependencies(desk: Desk, part: QuestionPart): Block[] {
  const manifests = desk.lookUp("list_dependencies", part.text, () =>
    collect(desk, (facts) => (facts.manifest ? [facts.manifest] : [])),
  );
  return manifests.flatMap((one): Block[] => {
    const dependencies = narrow(
      one.fact.dependencies.map((fact) => ({ ...one, fact })),
      part.terms,
      ({ fact }) => fact.name,
    );
    const usedBy = new Map(one.codebase.index.externalImports().map((found) => [found.name, found.files.length]));
    const rows = dependencies.slice(0, maxRows).map(({ fact }): Statement => {
      const count = usedBy.get(fact.name);
      const cells = [
        code(fact.name),
        code(fact.version || "any"),
        fact.isDev ? "development" : "run time",
        count === undefined ? "" : String(count),
      ];
      return { text: row(cells), evidence: [linesOf(one, fact.line)] };
    });
    const title = `${shownPath(desk, one)} (${one.fact.ecosystem}) names:`;
    return table(title, ["Package", "Version", "For", "Files that import it"], rows, dependencies.length);
  });
}

function collect<F>(desk: Desk, read: (facts: FileFacts) => readonly F[]): Fact<F>[] {
  return desk.codebases.flatMap((codebase) =>
    codebase.index.files().flatMap(({ path, kind }) => {
      if (kind === "test" || kind === "vendored" || kind === "generated" || kind === "binary") return [];
      const facts = codebase.index.facts(path);
      return facts ? read(facts).map((fact) => ({ codebase, path, facts, fact })) : [];
    }),
  );
}

/** Those that meet most of the question's words; all of them where none does and the question names no subject. */
function narrow<T>(all: readonly T[], terms: readonly QuestionTerm[], textOf: (one: T) => string): T[] {
  if (terms.length === 0) return [...all];
  const counted = all.map((one) => {
    const stems = new Set(stemsOf(textOf(one)));
    return {
      one,
      matches: terms.filter((term) => stems.has(term.stem) || term.synonyms.some((root) => stems.has(root))).length,
    };
  });
  const most = Math.max(0, ...counted.map(({ matches }) => matches));
  if (most === 0) return [];
  return counted.filter(({ matches }) => matches === most).map(({ one }) => one);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s+/g, " ")).join(" | ")} |`;
}

function table(title: string, columns: readonly string[], rows: readonly Statement[], total: number): Block[] {
  if (rows.length === 0) return [];
  const head = `| ${columns.join(" | ")} |\n| ${columns.map(() => "---").join(" | ")} |`;
  const rest = total > rows.length ? [{ text: `… and ${total - rows.length} more.`, evidence: [] }] : [];
  return [{ heading: null, statements: [{ text: `${title}\n\n${head}`, evidence: [] }, ...rows, ...rest] }];
}
