import type { SettingEntry, SettingKind, SettingSource } from "#server/code-index/ports/setting-facts.ts";

/** An entry of which nothing is known but where it stands. */
export function plainEntry(
  name: string,
  { kind, source, line }: { kind: SettingKind; source: SettingSource; line: number },
): SettingEntry {
  return {
    name,
    kind,
    source,
    type: null,
    defaultValue: null,
    isRequired: null,
    allowed: [],
    comment: null,
    aliases: [],
    line,
  };
}

/** A value without the quotes around it. */
export function unquoted(value: string): string {
  return /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value;
}

export const maxValue = 200;

const maxComment = 600;

/** Whole sentences where it is long: the one that is cut in the middle may be the one that takes the others back. */
export function shortComment(text: string): string | null {
  if (text.length <= maxComment) return text || null;
  const cut = text.slice(0, maxComment);
  const end = cut.lastIndexOf(". ");
  return end > maxComment / 3 ? cut.slice(0, end + 1) : cut;
}

const defaultConstant =
  /^&?(?:[\w$]+(?:\.|::))*(\w*(?:[dD]efault[A-Z]|[a-z]Default$|DEFAULT_|_DEFAULT$)\w*)(?:\.(?:String|to_string|to_owned|into|as_str)\(\))?$/;

/** `\u0001NAME` where a constant stands in whose name says that it does; null for anything else. */
export function constantIn(written: string): string | null {
  const name = defaultConstant.exec(written.trim().slice(0, 120))?.[1];
  return name === undefined ? null : `\u0001${name}`;
}
