/**
 * A model's prose without what could load something or lead somewhere: HTML, images, and links except those inside the
 * product. Code spans stay; the caller handles fences. `isKnownAddress` recognizes addresses that the facts themselves
 * contain.
 */
export function cleanMarkup(line: string, isKnownAddress: (address: string) => boolean): string {
  if (/^\s{0,3}\[[^\]]+\]:\s*\S+/.test(line)) return "";
  return line
    .split(/(`{1,9}[^`]{1,400}`{1,9})/)
    .map((part, at) => (at % 2 === 1 ? part : cleanProse(part, isKnownAddress)))
    .join("");
}

function cleanProse(text: string, isKnownAddress: (address: string) => boolean): string {
  return text
    .replace(/!\[([^[\]]{0,400})\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])?/g, "$1")
    .replace(
      /\[([^[\]]{1,400})\]\(\s{0,9}<?((?:[^()\s<>]|\([^()]*\))*)>?[^()]*\)/g,
      (whole, label: string, address: string) =>
        isInside(address) || (/^https?:/i.test(address) && isKnownAddress(address)) ? whole : label,
    )
    .replace(/\[([^[\]\d][^[\]]{0,400})\]\[[^[\]]{0,200}\]/g, "$1")
    .replace(/<((?:https?|mailto|ftp|javascript|data):[^>\s]*)>/gi, "`$1`")
    .replace(/<!--[^\n]*?(?:-->|$)/g, "")
    .replace(/<\/?[a-z][^<>]*(?:>|$)/gi, "")
    .replace(/(?<![(`\w/])(?:https?:\/\/|www\.)[^\s<>()`"']+[^\s<>()`"'.,;:!?]/gi, (address) =>
      isKnownAddress(address) ? address : `\`${address}\``,
    );
}

/** Pages, people and files of the product itself. */
function isInside(address: string): boolean {
  return /^cairn:(?:person|page|file)\/[\w%./#-]+$/.test(address);
}
