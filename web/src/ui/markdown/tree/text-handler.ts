import type { Options } from "remark-stringify";

type TextHandler = NonNullable<NonNullable<Options["handlers"]>["text"]>;

/** Escapes text only where it would be parsed as syntax, and never escapes a citation `[n]`. */
export const textHandler: TextHandler = (node, parent, state, info) => {
  const escaped = relax(state.safe((node as { value: string }).value, info));
  const next = parent?.children[parent.children.indexOf(node as never) + 1];
  // A citation must stay escaped where it would be parsed as the text of a reference or as a definition.
  const isReference = next?.type === "linkReference";
  const isDefinition = info.before === "\n";
  return escaped.replaceAll(citation, (whole, slashes: string, number: string, at: number) => {
    const end = at + whole.length;
    if ((isReference && end === escaped.length) || (isDefinition && at === 0 && escaped[end] === ":")) return whole;
    return `${slashes}[${number}]`;
  });
};

const citation = /(?<!\\)((?:\\\\)*)\\\[(\d{1,3})\]/g;

/** Removes valid but unnecessary escapes; an escaped backslash before them prevents a match. */
function relax(escaped: string): string {
  return (
    escaped
      // Between letters or digits an underscore never begins or ends emphasis.
      .replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_")
      // Neither does an asterisk between spaces.
      .replaceAll(/(?<=\S )\\\*(?= )/g, "*")
      // An address may become a link.
      .replaceAll(/(?<=https?)\\(?=:\/\/)|(?<=\bwww)\\(?=\.)|(?<=[\w.+-])\\(?=@\w)/gi, "")
      // An ampersand makes a character reference only where a semicolon follows.
      .replaceAll(/(?<=[\p{L}\p{N} ])\\&(?![#\p{L}\p{N}]{1,40};)/gu, "&")
  );
}
