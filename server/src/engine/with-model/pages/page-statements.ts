import { splitPieces } from "./split-pieces.ts";

/** What a written section says in one place, with the numbers it cites. */
export interface CitedStatement {
  text: string;
  /** Empty for a first paragraph that sums up what follows. */
  numbers: number[];
}

/** A statement ends with its numbers. */
const behindNumbers = /(?<=\[\d{1,4}\][.,;:!?)]{0,2})\s+(?=[^\s[])/;

/** The statements of a Markdown text that say something of the code: no headings, leads to lists, code blocks. */
export function statementsOf(content: string): CitedStatement[] {
  return splitPieces(content).flatMap(({ kind, lines }) => {
    const text = lines.join("\n").trim();
    if ((kind !== "text" && kind !== "item" && kind !== "row") || /:\**$/.test(text)) return [];
    const parts = kind === "row" ? [text] : text.split(behindNumbers);
    return parts
      .filter((part) => /[\p{L}\p{N}]/u.test(part.replaceAll(/\[\d{1,4}\]/g, "")))
      .map((part) => ({ text: part, numbers: numbersOf(part) }))
      .filter(({ numbers }) => kind === "text" || numbers.length > 0);
  }); // prettier-ignore
}

function numbersOf(text: string): number[] {
  return [...new Set(Array.from(text.matchAll(/\[(\d{1,4})\]/g), ([, number]) => Number(number)))];
}

/** The text without some of its statements; what only led to them stays for `judgeText` to take. */
export function withoutStatements(content: string, gone: readonly CitedStatement[]): string {
  return gone.reduce((text, statement) => {
    const at = text.indexOf(statement.text);
    if (at === -1) return text;
    const isItem = /^(?:[-*+]|\d+[.)]|\|)/.test(statement.text);
    const end = at + statement.text.length;
    const before = text.slice(0, at).replace(/[^\S\n]+$/, isItem ? "" : " ");
    return `${before}${text.slice(end).replace(/^[^\S\n]+/, "")}`;
  }, content);
}
