import { indentOf } from "#server/engine/text/line-conditions.ts";

const passesOn =
  /\breturn\b|\bpanic\(|\bthrow\b|\braise\b|\b(?:http\.Error|WriteError\w*|Abort\w*|WriteHeader|HandleError|HandleResponse)\b|\.(?:status|json|send|JSON|Error)\(|\brender\b|\bredirect/i;
const maxBlock = 14;

/** Whether what fails in a call on that line stays there: its error is dropped, skipped or only written to the log. */
export function isSwallowed(lines: readonly string[], line: number, path: string): boolean {
  const text = lines[line - 1] ?? "";
  if (path.endsWith(".go")) return isDroppedInGo(lines, line, text);
  return isCaughtAway(lines, line);
}

function isDroppedInGo(lines: readonly string[], line: number, text: string): boolean {
  if (/^\s*_(?:\s*,\s*_)*\s*=/.test(text)) return true;
  if (!/\berr\w*\b\s*:?=/.test(text)) return false;
  const from = /^\s*if\b.*\{\s*$/.test(text)
    ? line
    : lines.findIndex((one, at) => at >= line && at < line + 3 && /^\s*if\s+err/.test(one)) + 1;
  if (from === 0) return false;
  const block = blockBelow(lines, from);
  return block.length > 0 && !block.some((one) => passesOn.test(one));
}

/** Within a `try` whose `catch` neither throws on nor answers. */
function isCaughtAway(lines: readonly string[], line: number): boolean {
  let depth = indentOf(lines[line - 1] ?? "");
  for (let above = line - 1; above > Math.max(0, line - 80) && depth > 0; above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= depth) continue;
    depth = indentOf(text);
    if (!/^\s*(?:try|begin)\b\s*[:{]?\s*$/.test(text)) continue;
    const handler = lines.findIndex(
      (one, at) => at >= line && indentOf(one) === depth && /^\s*(?:\}\s*)?(?:catch|except|rescue)\b/.test(one),
    );
    if (handler < 0) return false;
    const block = blockBelow(lines, handler + 1);
    return block.length > 0 && !block.some((one) => passesOn.test(one));
  }
  return false;
}

/** Lines deeper than their header, which is counted from 1. */
function blockBelow(lines: readonly string[], header: number): string[] {
  const depth = indentOf(lines[header - 1] ?? "");
  const rest = lines.slice(header, header + maxBlock);
  const end = rest.findIndex((one) => one.trim() !== "" && indentOf(one) <= depth);
  return rest.slice(0, end < 0 ? undefined : end).filter((one) => one.trim() !== "");
}
