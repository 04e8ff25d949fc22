import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionText } from "#server/engine/sections/section-text.ts";

/** One line of a section, with how it can be checked. */
export interface SaidLine {
  /** Without the numbers of citations, which change with what is cited before them. */
  text: string;
  /** Part of a list or diagram that claims to hold all facts of a kind, and rests on a digest over them. */
  isListed: boolean;
  /**
   * Whether what it cites, or the facts whose digest it rests on, show every name and number in it: then it is as true as
   * it was while none of that changed. Leads and heads, which cite nothing, say nothing that could be wrong.
   */
  isShown: boolean;
}

const citation = / ?\[(\d+)\]/g;

/** The lines of one block, or of a diagram. */
export async function sayLines(
  { content, sources, lists }: SectionText,
  { subject, isListed }: { subject: PageSubject; isListed: boolean },
): Promise<SaidLine[]> {
  const readers = new Map(subject.scopes.map(({ repository }) => [repository.repositoryId, repository.reader]));
  const lines: SaidLine[] = [];
  for (const line of withLabels(content)) {
    const cited = [...line.matchAll(citation)].flatMap(([, number]) => sources[Number(number) - 1] ?? []);
    const shown: string[] = [];
    for (const { repositoryId, path, startLine, endLine } of cited) {
      const text = (await readers.get(repositoryId)?.readLines(path)) ?? [];
      shown.push(path, ...text.slice(startLine - 1, endLine));
    }
    const text = line.replaceAll(citation, "");
    lines.push({
      text,
      isListed,
      isShown: cited.length === 0 || lists.length > 0 || isShownBy(text, shown.join("\n")),
    });
  }
  return lines;
}

/** Every word of its names, and every number outside of names, quotes and dates. */
function isShownBy(text: string, shown: string): boolean {
  const names = [...text.matchAll(/`+([^`]+)`+/g)].flatMap(([, name = ""]) => name.match(/[\p{L}\p{N}_$]{2,}/gu) ?? []);
  const plain = text
    .replaceAll(/`+[^`]+`+|“[^”]*”/g, "")
    .replaceAll(/\d{1,2} [A-Z][a-z]+ \d{4}/g, "")
    .replace(/^\s*\d+\./, "");
  const numbers = plain.match(/\d+/g) ?? [];
  return [...names, ...numbers].every((word) => shown.includes(word));
}

/** Diagrams number their boxes anew with each drawing: the names in them say which is meant. */
function withLabels(content: string): string[] {
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  if (!/^(?:flowchart|erDiagram|sequenceDiagram)\b/.test(lines[0] ?? "")) return lines;
  const labels = new Map<string, string>();
  for (const line of lines) {
    const [, id, label] = /^\s*(?:subgraph )?(\w+)[[({]+"?([^"\])}]+)/.exec(line) ?? [];
    if (id !== undefined && label !== undefined) labels.set(id, label);
  }
  return lines.map((line) => line.replaceAll(/\b\w+\b/g, (word) => labels.get(word) ?? word));
}
