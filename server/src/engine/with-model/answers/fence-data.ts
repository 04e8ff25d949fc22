/** A text of somebody else between marks that it cannot close itself. */
export function fenceData(tag: string, text: string, attributes: Record<string, string> = {}): string {
  const named = Object.entries(attributes).map(([name, value]) => ` ${name}="${value.replaceAll(/["<>\s]+/g, " ")}"`);
  const inside = text.replaceAll(/<(?=\s*\/?\s*(?:found|product|attachment|question|answer)\b)/gi, "< ");
  return `<${tag}${named.join("")}>\n${inside}\n</${tag}>`;
}
