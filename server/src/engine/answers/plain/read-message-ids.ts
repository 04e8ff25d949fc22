import type { InterfaceText } from "./read-labels.ts";

/** `'Two factor authentication' => '…'`, and the same with a colon. */
const pair = /^\s*(["'])((?:\\.|(?!\1).)+)\1\s*(?:=>|:)\s*["']/;
const message = /^(msgid(?:_plural)?)?\s*"(.*)"\s*$/;
const sentence = /\p{L}\s+\p{L}/u;

/** Whether translations of these lines are found by the text itself, as in gettext, and not by a name for it. */
export function isKeyedByText(lines: readonly string[]): boolean {
  const keys = lines.flatMap((line) => pair.exec(line)?.[2] ?? []);
  return keys.filter((key) => sentence.test(key)).length * 2 > keys.length;
}

/** The texts by which translations of these lines are found. */
export function readKeyTexts(lines: readonly string[]): InterfaceText[] {
  return lines.flatMap((line, at) => {
    const text = pair.exec(line)?.[2];
    return text === undefined ? [] : [toText(text, at + 1, at + 1)];
  });
}

/** The texts of a gettext catalogue (`.po`, `.pot`), each from `msgid`, which may go on over several lines. */
export function readMessageIds(lines: readonly string[]): InterfaceText[] {
  const found: InterfaceText[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const [, begin, text = ""] = message.exec(line) ?? [];
    const last = found.at(-1);
    if (begin !== undefined) found.push(toText(text, at + 1, at + 1));
    else if (isOpen && last && message.test(line)) found.splice(-1, 1, toText(last.text + text, last.line, at + 1));
    isOpen = begin !== undefined || (isOpen && message.test(line));
  }
  return found.filter(({ text }) => text !== "");
}

function toText(text: string, line: number, endLine: number): InterfaceText {
  const said = text
    .replaceAll(/\\(["'])/g, "$1")
    .replaceAll("\\n", " ")
    .replaceAll(/<\/?\w+[^<>]*>/g, "");
  return { text: said, key: "", further: null, line, endLine };
}
