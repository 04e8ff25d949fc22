import { demandsSomething } from "#server/domain/implementations/flags/test-words.ts";

/** What makes a test of a language fail when it is run at all, and where it goes. */
const failures: readonly { extension: RegExp; line: string; isFirst?: true }[] = [
  { extension: /\.[cm]?[jt]sx?$/, line: ';throw new Error("This test was made to fail on purpose.");' },
  { extension: /\.py$/, line: 'raise AssertionError("This test was made to fail on purpose.")' },
  { extension: /\.rb$/, line: 'raise "This test was made to fail on purpose."' },
  { extension: /_test\.go$/, line: 'func init() { panic("This test was made to fail on purpose.") }' },
  { extension: /\.(?:sh|bash)$/, line: "exit 1", isFirst: true },
];

/** A text in quotes or a number, the last of its line. */
const lastLiteral = /(["'`])((?:(?!\1)[^\\]|\\.)*)\1(?=[^"'`\d]*$)|(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])(?=[^"'`\d]*$)/;

/**
 * The test with everything changed that it demands; null where nothing of that kind is found. Whoever passes it as well is
 * not held to anything.
 */
export function demandOtherwise({ content }: { content: string }): string | null {
  const lines = content.split("\n").map((line) => {
    if (!demandsSomething(line)) return line;
    return line.replace(lastLiteral, (_all, quote?: string, text?: string, number?: string) =>
      number === undefined ? `${quote}${text}, but not this${quote}` : `${Number(number) + 1_009}`,
    );
  });
  const changed = lines.join("\n");
  return changed === content ? null : changed;
}

/**
 * The test with something in it that cannot succeed; null where its language is not known. A command that is content with
 * it does not run it, or something that is loaded before ends it early.
 */
export function makeFailing({ path, content }: { path: string; content: string }): string | null {
  const failure = failures.find(({ extension }) => extension.test(path));
  if (failure === undefined) return null;
  if (failure.isFirst !== true) return `${content}\n${failure.line}\n`;
  const [first = "", ...rest] = content.split("\n");
  return first.startsWith("#!") ? [first, failure.line, ...rest].join("\n") : `${failure.line}\n${content}`;
}
