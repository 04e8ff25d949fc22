import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { parseProse, type ProseBlock } from "#server/engine/text/parse-prose.ts";

/** A heading of a document with what stands under it, up to the next heading. */
export interface ReadSection {
  path: string;
  heading: string | null;
  /** Of its heading; 0 before the first. */
  level: number;
  /** Headings above it. */
  above: string;
  /** The same without the title of the document. */
  upper: string;
  /** Of its heading, from 1. */
  startLine: number;
  blocks: ProseBlock[];
}

const longestCommand = 160;
/** Documents in other languages, and those of what was. */
export const leftOut =
  /(?:^|[/_.-])(?:change[-_]?logs?|changes|releases?|history|news|blog|locales?|translations?|i18n)(?:[/_.-]|$)|(?:^|[/_.-])(?!en\b)[a-z]{2}[-_][A-Z]{2}(?:[/_.-]|$)/i;
/** Languages of blocks that hold commands. */
export const shellNotes = /^(?:|sh|shell|bash|console|zsh|text|terminal|shellsession|cmd|powershell|fish)$/i;

export async function readSections(scope: CodeScope, path: string): Promise<ReadSection[]> {
  const lines = (await scope.lines(path)) ?? [];
  const above: { level: number; text: string }[] = [];
  const sections: ReadSection[] = [{ path, heading: null, level: 0, above: "", upper: "", startLine: 1, blocks: [] }];
  let title: string | null = null;
  for (const block of parseProse(lines, path.endsWith(".rst"))) {
    if (block.kind !== "heading") {
      sections.at(-1)?.blocks.push(block);
      continue;
    }
    const level = Number(block.note) || 1;
    title ??= block.text;
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    sections.push({
      path,
      heading: cleanProse(block.text),
      level,
      startLine: block.startLine,
      above: above.map(({ text }) => text).join(" / "),
      upper: above
        .filter(({ text }) => text !== title)
        .map(({ text }) => text)
        .join(" / "),
      blocks: [],
    });
    above.push({ level, text: block.text });
  }
  return sections;
}

/** Lines of a code block, and what other blocks hold between backticks. */
export function commandsOf({ kind, note, text }: ProseBlock): string[] {
  if (kind === "code") {
    if (!shellNotes.test(note)) return [];
    return text.split("\n").flatMap((line) => asCommand(line));
  }
  if (kind !== "paragraph" && kind !== "item") return [];
  return [...text.matchAll(/(`+)([^`\n]{3,})\1/g)].flatMap(([, marks = "", inside = ""]) =>
    // A block that was written in one line begins with its language.
    asCommand(marks.length > 1 ? inside.trim().replace(/^(?:bash|sh|shell|console)\s+(?=\S+\s)/, "") : inside),
  );
}

function asCommand(line: string): string[] {
  const command = line
    .trim()
    .replace(/^(?:\$|>|%)\s+/, "")
    .replace(/^\([\w./-]+\)\s*\$\s*/, "")
    .replace(/\s+#\s.*$/, "");
  return command === "" || command.length > longestCommand || /^(?:#|```|~~~)/.test(command) ? [] : [command];
}

const longestOutput = 6;

/** What a command prints. */
export function isOutput({ note, text }: ProseBlock): boolean {
  return (
    /^(?:text|txt|plaintext|output|log)$/i.test(note) && text.trim() !== "" && text.split("\n").length <= longestOutput
  );
}
