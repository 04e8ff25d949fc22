import { follows, openCitations, type Citations, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { CheckedEvidence, CodeReaders, ListedFacts } from "#server/engine/evidence/evidence.ts";
import { checkEvidence } from "#server/engine/evidence/evidence.ts";
import type { DraftBlock, HeadingLevel, ListItem, TableRow } from "#server/engine/sections/section-draft.ts";
import type {
  Diagram,
  Draft,
  PageSubject,
  SectionTemplate,
  WrittenSection,
} from "#server/engine/sections/section-template.ts";
import type { SectionText } from "#server/engine/sections/section-text.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";

/** Writes one section of a page; null when the code says nothing about it. */
export async function writeSection(template: SectionTemplate, subject: PageSubject): Promise<WrittenSection | null> {
  const draft = await template.draft(subject);
  const written = draft && (await setDraft(draft, subject));
  if (written === null) return null;
  const { title, prompt, output } = template;
  return { templateKey: template.templateKey, title, prompt, output, ...written };
}

/** A draft as text: what has no proof at the commit is left out; null when nothing is left. */
export async function setDraft(draft: Draft, subject: PageSubject): Promise<SectionText | null> {
  const readers = readersOf(subject);
  return "diagram" in draft ? await drawDiagram(readers, draft.diagram) : await setBlocks(readers, draft.blocks);
}

function readersOf(subject: PageSubject): CodeReaders {
  return new Map(subject.scopes.map(({ repository }) => [repository.repositoryId, repository.reader]));
}

async function setBlocks(readers: CodeReaders, blocks: readonly DraftBlock[]): Promise<SectionText | null> {
  const citations = openCitations(readers);
  const parts: SectionFragment[] = [];
  for (const block of blocks) {
    const text = await setBlock(citations, block);
    const level = block.kind === "heading" ? block.level : null;
    if (text !== null) parts.push({ text, level, lists: block.lists ?? [] });
  }
  const kept = parts.filter((_, at) => leadsToText(parts, at));
  if (kept.length === 0 || citations.sources.length === 0) return null;
  return {
    content: kept.map((part) => part.text).join("\n\n"),
    sources: [...citations.sources],
    lists: eachOnce([...kept.flatMap(({ lists }) => lists), ...citations.lists]),
    dropped: citations.dropped,
  };
}

interface SectionFragment {
  text: string;
  /** Null for what is no heading. */
  level: HeadingLevel | null;
  lists: readonly ListedFacts[];
}

function eachOnce(lists: readonly ListedFacts[]): ListedFacts[] {
  return [...new Map(lists.map((one) => [`${one.repositoryId} ${one.kind} ${one.folder}`, one])).values()];
}

/** A heading stays where text follows before the next of its level or above. */
function leadsToText(parts: readonly SectionFragment[], at: number): boolean {
  const own = parts[at]?.level ?? null;
  if (own === null) return true;
  const next = parts.slice(at + 1).find(({ level }) => level === null || level <= own);
  return next?.level === null;
}

async function setBlock(citations: Citations, block: DraftBlock): Promise<string | null> {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "paragraph":
      return joinFound(await citeAll(citations, block.statements), " ", null);
    case "list": {
      const items = numbered(block.items, block.isNumbered);
      return joinFound(await citeAll(citations, items), "\n", block.lead);
    }
    case "table": {
      const rows = await citeAll(citations, block.rows.map(asRow));
      const head = `${rowText(block.columns)}\n|${" --- |".repeat(block.columns.length)}`;
      return joinFound(rows, "\n", block.lead === null ? head : `${block.lead}\n\n${head}`, "\n");
    }
    case "code": {
      const longest = Math.max(2, ...[...block.text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
      const fence = "`".repeat(longest + 1);
      const text = `${fence}${block.language}\n${block.text}\n${fence}`;
      return joinFound(await citeAll(citations, [{ text, evidence: block.evidence }]), "", block.lead);
    }
    case "statements":
      return setStatements(citations, block.statements);
  }
}

/** Numbers at the left edge; what is below an item has dots. */
function numbered(items: readonly ListItem[], isNumbered: boolean): ListItem[] {
  let number = 0;
  return items.map((item) => {
    const depth = item.depth ?? 0;
    if (depth === 0) number += 1;
    const mark = isNumbered && depth === 0 ? `${number}.` : "-";
    return { ...item, text: `${(isNumbered ? "   " : "  ").repeat(depth)}${mark} ${item.text}` };
  });
}

/** From the end, so that what only leads over knows whether anything is left of what it leads to. */
async function setStatements(citations: Citations, statements: readonly Statement[]): Promise<string | null> {
  const cited: (string | null)[] = [];
  for (const statement of statements) {
    cited.push(await citations.cite({ ...statement, text: hideSecrets(statement.text) }));
  }
  const isProven = (at: number) => cited[at] != null && (statements[at]?.evidence.length ?? 0) > 0;
  const kept = new Set<number>();
  for (let at = statements.length - 1; at >= 0; at -= 1) {
    const text = cited[at] ?? "";
    const isCited = isProven(at - 1) && text.startsWith("```");
    const leads = kept.has(at + 1) && /:$|\|$/.test(text);
    if (isProven(at) || isCited || leads) kept.add(at);
  }
  const texts = [...kept].toSorted((a, b) => a - b).map((at) => cited[at] ?? "");
  if (texts.length === 0) return null;
  return texts.reduce((all, text) => `${all}${follows(text, all) ? "\n" : "\n\n"}${text}`);
}

async function citeAll(citations: Citations, statements: readonly Statement[]): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    const text = await citations.cite({ ...statement, text: hideSecrets(statement.text) });
    if (text !== null) found.push(text);
  }
  return found;
}

function joinFound(found: string[], separator: string, lead: string | null, afterLead = "\n\n"): string | null {
  if (found.length === 0) return null;
  const text = found.join(separator);
  return lead === null ? text : `${lead}${afterLead}${text}`;
}

function asRow({ cells, ...row }: TableRow): Statement {
  return { ...row, text: rowText(cells) };
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\r?\n/g, " ").replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
}

async function drawDiagram(readers: CodeReaders, diagram: Diagram): Promise<SectionText | null> {
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
  const content = [...diagram.head, ...lines].join("\n");
  return { content, sources: [...sources.values()], lists: eachOnce(diagram.lists ?? []), dropped };
}
