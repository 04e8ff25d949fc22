/** The text with comments blanked, so that what is written in them declares nothing. */
export function withoutXmlComments(text: string): string {
  return text.replaceAll(/<!--[^]*?(?:-->|$)/g, (comment) => " ".repeat(comment.length));
}

/** The text without the named elements and all that is in them. */
export function withoutElements(text: string, names: string): string {
  return text.replaceAll(new RegExp(`<(${names})>[^]*?(?:</\\1>|$)`, "g"), " ");
}

/** Content of the first element of that name; null where there is none. */
export function elementText(text: string, name: string): string | null {
  const start = text.indexOf(`<${name}>`);
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start);
  return end < 0 ? null : text.slice(start + name.length + 2, end).trim();
}
