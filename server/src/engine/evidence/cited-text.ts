import { checkEvidence, type CheckedEvidence, type CodeReaders, type Evidence, type ListedFacts } from "./evidence.ts";

/** A piece of text with what it rests on. A piece without evidence may be a heading or a transition, never a claim. */
export interface Statement {
  /** The citation marks are put at `citationPlaceholder`, or at the end. */
  text: string;
  evidence: readonly Evidence[];
  /** Facts that it counts, or of which it names some; absent where its evidence shows all that it says. */
  lists?: readonly ListedFacts[];
  /** Version for people who read no code: "" where there is nothing to say to them, absent where none was written. */
  plain?: string;
}

/** Placeholder in a statement's text where its citations belong, for example before a code block. */
export const citationPlaceholder = "\u0000";

/** The citations of one text while it is being written. */
export interface Citations {
  /** Everything cited so far, in the order of first use: `[n]` is the n-th, from 1. */
  readonly sources: readonly CheckedEvidence[];
  /** What the cited statements list or count. */
  readonly lists: readonly ListedFacts[];
  /** Number of statements dropped so far. */
  readonly dropped: number;
  /** The statement with its marks; null when it claims evidence of which nothing was found at the commit. */
  cite(statement: Statement): Promise<string | null>;
}

/** Equal evidence gets the same number. A statement is dropped when none of its evidence can be found. */
export function openCitations(readers: CodeReaders): Citations {
  const numbers = new Map<string, number>();
  const sources: CheckedEvidence[] = [];
  const lists: ListedFacts[] = [];
  let dropped = 0;
  return {
    sources,
    lists,
    get dropped() {
      return dropped;
    },
    async cite(statement) {
      const checked = await Promise.all(statement.evidence.map((one) => checkEvidence(readers, one)));
      const found = checked.filter((one) => one !== null);
      if (statement.evidence.length > 0 && found.length === 0) {
        dropped += 1;
        return null;
      }
      lists.push(...(statement.lists ?? []));
      const marks = found.map((one) => `[${numberOf(one, numbers, sources)}]`);
      return withMarks(statement.text, [...new Set(marks)].join(""));
    },
  };
}

function numberOf(evidence: CheckedEvidence, numbers: Map<string, number>, sources: CheckedEvidence[]): number {
  const key = JSON.stringify([
    evidence.repositoryId,
    evidence.path,
    evidence.startLine,
    evidence.endLine,
    evidence.commit,
  ]);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  sources.push(evidence);
  numbers.set(key, sources.length);
  return sources.length;
}

/** At the end of the text, marks are put inside the last cell of a table row, and never inside a code block. */
function withMarks(text: string, marks: string): string {
  if (text.includes(citationPlaceholder)) return text.replaceAll(citationPlaceholder, marks);
  if (marks === "") return text;
  if (text.endsWith("|")) return `${text.slice(0, -1).trimEnd()} ${marks} |`;
  return text.endsWith("```") ? `${text}\n\n${marks}` : `${text} ${marks}`;
}

/** List items, also quoted ones, follow each other without a gap, and so do a table's rows and its head. */
export function follows(text: string, last: string): boolean {
  const lastLine = last.slice(last.lastIndexOf("\n") + 1);
  if (lastLine.startsWith("|")) return text.startsWith("|");
  if (/^\d+\. /.test(lastLine)) return /^\d+\. /.test(text);
  return ["- ", "> - "].some((mark) => lastLine.startsWith(mark) && text.startsWith(mark));
}
