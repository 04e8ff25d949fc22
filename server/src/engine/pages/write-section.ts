import { openCitations, type Citations } from "../cited-text.ts";
import type { CheckedEvidence, CodeReaders } from "../evidence.ts";
import { checkEvidence } from "../evidence.ts";
import type { Block, TableRow } from "./draft.ts";
import type { Diagram, PageSubject, Recipe, WrittenSection } from "./recipe.ts";

/** Writes one section of a page; null when the code says nothing about it. */
export async function writeSection(recipe: Recipe, subject: PageSubject): Promise<WrittenSection | null> {
  const draft = await recipe.draft(subject);
  if (draft === null) return null;
  const readers = readersOf(subject);
  const written =
    "diagram" in draft ? await drawDiagram(readers, draft.diagram) : await setBlocks(readers, draft.blocks);
  if (written === null) return null;
  const { title, prompt, output } = recipe;
  return { recipe: recipe.recipe, title, prompt, output, ...written };
}

type Written = Pick<WrittenSection, "content" | "sources" | "dropped">;

function readersOf(subject: PageSubject): CodeReaders {
  return new Map(subject.scopes.map(({ repository }) => [repository.repositoryId, repository.reader]));
}

async function setBlocks(readers: CodeReaders, blocks: readonly Block[]): Promise<Written | null> {
  const citations = openCitations(readers);
  const parts: { text: string; isHeading: boolean }[] = [];
  for (const block of blocks) {
    const text = await setBlock(citations, block);
    if (text !== null) parts.push({ text, isHeading: block.kind === "heading" });
  }
  const kept = parts.filter((part, at) => !part.isHeading || parts[at + 1]?.isHeading === false);
  if (kept.length === 0 || citations.sources.length === 0) return null;
  return {
    content: kept.map((part) => part.text).join("\n\n"),
    sources: [...citations.sources],
    dropped: citations.dropped,
  };
}

async function setBlock(citations: Citations, block: Block): Promise<string | null> {
  switch (block.kind) {
    case "heading":
      return `### ${block.text}`;
    case "paragraph":
      return joinFound(await citeAll(citations, block.statements), " ", null);
    case "list": {
      const items = block.items.map((item, at) => ({
        text: `${"  ".repeat(item.depth ?? 0)}${block.isNumbered ? `${at + 1}.` : "-"} ${item.text}`,
        evidence: item.evidence,
      }));
      return joinFound(await citeAll(citations, items), "\n", block.lead);
    }
    case "table": {
      const rows = await citeAll(citations, block.rows.map(asRow));
      const head = `${rowText(block.columns)}\n|${" --- |".repeat(block.columns.length)}`;
      return joinFound(rows, "\n", block.lead === null ? head : `${block.lead}\n\n${head}`, "\n");
    }
    case "code": {
      const fence = block.text.includes("```") ? "````" : "```";
      const text = `${fence}${block.language}\n${block.text}\n${fence}`;
      return joinFound(await citeAll(citations, [{ text, evidence: block.evidence }]), "", block.lead);
    }
  }
}

async function citeAll(
  citations: Citations,
  statements: readonly { text: string; evidence: TableRow["evidence"] }[],
): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    const text = await citations.cite(statement);
    if (text !== null) found.push(text);
  }
  return found;
}

function joinFound(found: string[], separator: string, lead: string | null, afterLead = "\n\n"): string | null {
  if (found.length === 0) return null;
  const text = found.join(separator);
  return lead === null ? text : `${lead}${afterLead}${text}`;
}

function asRow(row: TableRow): { text: string; evidence: TableRow["evidence"] } {
  return { text: rowText(row.cells), evidence: row.evidence };
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\r?\n/g, " ").replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
}

async function drawDiagram(readers: CodeReaders, diagram: Diagram): Promise<Written | null> {
  const sources = new Map<string, CheckedEvidence>();
  const lines: string[] = [];
  let proven = 0;
  let dropped = 0;
  for (const line of diagram.lines) {
    const looked = await Promise.all(line.evidence.map((one) => checkEvidence(readers, one)));
    const found = looked.filter((one) => one !== null);
    if (line.evidence.length > 0 && found.length === 0) {
      dropped += 1;
      continue;
    }
    if (found.length > 0) proven += 1;
    for (const one of found) {
      sources.set(JSON.stringify([one.repositoryId, one.path, one.startLine, one.endLine]), one);
    }
    lines.push(line.text);
  }
  if (proven < diagram.minimum) return null;
  return { content: [...diagram.head, ...lines].join("\n"), sources: [...sources.values()], dropped };
}
