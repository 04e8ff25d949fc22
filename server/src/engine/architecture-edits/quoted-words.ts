const quotes = /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/g;
/** Of the private use area: no text of a person has them. */
const [open, close] = ["\uE000", "\uE001"];
const held = new RegExp(`${open}(\\d+)${close}`, "g");

/** A text in which no word within quotes is seen, and what brings them back into any part of it. */
export function holdQuotes(text: string): { text: string; restore: (part: string) => string } {
  const kept: string[] = [];
  return {
    text: text.replaceAll(quotes, (quoted) => `${open}${kept.push(quoted) - 1}${close}`),
    restore: (part) => part.replaceAll(held, (_held, at: string) => kept[Number(at)] ?? ""),
  };
}
