import type { InterfaceText } from "./read-labels.ts";

/** `'Two factor authentication' => '…'`, and the same with a colon. */
const pair = /^\s*(["'])((?:\\.|(?!\1)[^\\])+)\1\s*(?:=>|:)\s*["']/;
const message = /^(msgid(?:_plural)?)?\s*"(.*)"\s*$/;
/** Longer ones are no texts that anybody reads; what a message has beyond this is left out. */
const longestLine = 1200;
const longestMessage = 2000;
const sentence = /\p{L}\s+\p{L}/u;

/** Whether translations of these lines are found by the text itself, as in gettext, and not by a name for it. */
export function isKeyedByText(lines: readonly string[]): boolean {
  const keys = lines.flatMap((line) => keyIn(line) ?? []);
  return keys.filter((key) => sentence.test(key)).length * 2 > keys.length;
}

/** The texts by which translations of these lines are found. */
export function readKeyTexts(lines: readonly string[]): InterfaceText[] {
  return lines.flatMap((line, at) => {
    const text = keyIn(line);
    return text === undefined ? [] : [toText(text, at + 1, at + 1)];
  });
}

function keyIn(line: string): string | undefined {
  return line.length > longestLine ? undefined : pair.exec(line)?.[2];
}

/** The texts of a gettext catalogue (`.po`, `.pot`), each from `msgid`, which may go on over several lines. */
export function readMessageIds(lines: readonly string[]): InterfaceText[] {
  const found: { parts: string[]; length: number; line: number; endLine: number }[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const [whole, begin, text = ""] = line.length > longestLine ? [] : (message.exec(line) ?? []);
    const last = found.at(-1);
    if (begin !== undefined) found.push({ parts: [text], length: text.length, line: at + 1, endLine: at + 1 });
    else if (isOpen && last && whole !== undefined && last.length < longestMessage) {
      last.parts.push(text);
      last.length += text.length;
      last.endLine = at + 1;
    }
    isOpen = begin !== undefined || (isOpen && whole !== undefined);
  }
  // Each is put together once: every line of a long one would go through all before it again.
  return found
    .map(({ parts, line, endLine }) => toText(parts.join(""), line, endLine))
    .filter(({ text }) => text !== "");
}

function toText(text: string, line: number, endLine: number): InterfaceText {
  const said = text
    .replaceAll(/\\(["'])/g, "$1")
    .replaceAll("\\n", " ")
    .replaceAll(/<\/?\w[^<>]*>/g, "");
  return { text: said, key: "", further: null, line, endLine };
}
