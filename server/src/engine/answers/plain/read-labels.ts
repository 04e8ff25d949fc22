/** A text of the interface with its line, and what stands beside it for it. */
export interface InterfaceText {
  text: string;
  /** The words of its keys, the outermost first; "" where it has none. */
  key: string;
  /** The answer to it, or what describes it; null where there is none. */
  further: string | null;
  line: number;
  /** The last line, where what is further stands. */
  endLine: number;
}

/** `"key": "text"`, `key: text` and `key = text`. */
const labelled = /^(\s*)["']?([\w.$-]+)["']?\s*(?::|=>?)\s*(["'`]?)(.+?)\3[,;]?\s*$/;
/** `"key": {` and `key:` alone. */
const opening = /^(\s*)["']?([\w.$-]+)["']?\s*:\s*\{?\s*$/;
const furtherEnding =
  /[-_.]?(?:answers?|descriptions?|desc|texts?|body|content|help|hint|tooltip|subtitle|details?|explanation|info|a)\d*$/i;
const titleKeys = /^(?:title|question|q|label|heading|name|summary|header)$/i;
const furtherKeys =
  /^(?:description|desc|answer|a|text|body|content|help|hint|tooltip|subtitle|details?|explanation|info)$/i;
/** A title and what describes it stand close together. */
const maxApart = 4;

/** Keys under which one text is kept in several forms. */
const formKeys = /^(?:other|one|many|few|zero|text|value|message|string|default)$/i;

interface Label {
  key: string;
  keys: string;
  text: string;
  indent: number;
  line: number;
}

/** The texts of a file of labels, each with the one that answers or describes it: `howTo` and `howToAnswer`, `title` and `description`. */
export function readLabels(lines: readonly string[]): InterfaceText[] {
  const above: { key: string; indent: number }[] = [];
  const labels = lines.flatMap((line, at): Label[] => {
    const opened = line.length > longestLine ? null : opening.exec(line);
    const [, indent = "", key = "", , text = ""] = line.length > longestLine ? [] : (labelled.exec(line) ?? []);
    if (key === "" && opened === null) return [];
    const depth = (opened?.[1] ?? indent).length;
    while (above.length > 0 && (above.at(-1)?.indent ?? 0) >= depth) above.pop();
    if (opened) {
      above.push({ key: opened[2] ?? "", indent: depth });
      return [];
    }
    if (!/\p{L}/u.test(text)) return [];
    // `description: other: "…"` is a description.
    const isForm = formKeys.test(key) && above.length > 0;
    const own = isForm ? (above.at(-1)?.key ?? key) : key;
    const keys = [...above.slice(-3).map((one) => one.key), ...(isForm ? [] : [key])].join(" ");
    return [
      { key: own, keys, text: plainOf(text), indent: isForm ? (above.at(-1)?.indent ?? depth) : depth, line: at + 1 },
    ];
  });
  const byKey = new Map(labels.map((label) => [label.key, label]));
  const titles = new Map<Label, Label>();
  for (const [at, label] of labels.entries()) {
    const base = label.key.replace(furtherEnding, "");
    const titled = base === "" || base === label.key ? undefined : titleOf(byKey, base);
    const above = furtherKeys.test(label.key)
      ? labels
          .slice(Math.max(0, at - maxApart), at)
          .findLast(
            (one) => one.indent === label.indent && titleKeys.test(one.key) && label.line - one.line <= maxApart,
          )
      : undefined;
    const title = above ?? titled;
    if (title && title !== label) titles.set(label, title);
  }
  const further = new Map([...titles].toReversed().map(([label, title]) => [title, label]));
  return labels
    .filter((label) => !titles.has(label))
    .map((label) => {
      const more = further.get(label);
      const endLine = Math.max(label.line, more?.line ?? 0);
      return {
        text: label.text,
        key: label.keys,
        further: more?.text ?? null,
        line: Math.min(label.line, more?.line ?? label.line),
        endLine,
      };
    });
}

const longestLine = 1200;

/** The title of `faqAnswer` may be `faq`, `faqTitle` or `faqQuestion`. */
function titleOf(byKey: ReadonlyMap<string, Label>, base: string): Label | undefined {
  const keys = [
    base,
    `${base}Title`,
    `${base}Question`,
    `${base}_title`,
    `${base}_question`,
    `${base}Label`,
    `${base}.title`,
  ];
  return keys.map((key) => byKey.get(key)).find((one) => one !== undefined);
}

/** Without the marks that stand for parts of the screen, and as it is shown. */
function plainOf(text: string): string {
  return text
    .trim()
    .replaceAll(/<\/?[\w-]+(?:\s[^<>]*)?\/?>/g, "")
    .replaceAll(/\\(["'])/g, "$1")
    .replaceAll(/\\n/g, " ")
    .replaceAll("`", "")
    .trim();
}
