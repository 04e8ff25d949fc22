const opens =
  /^\s*(?:import\b|from\s+\S+\s+import\b|use\s+[\w\\]+|#include\b|using\s+[\w.]+|require(?:_once|_relative)?\b|(?:const|let|var)\s.{0,200}\brequire\()/;
const longestBlock = 200;

/** Which lines only bring names into a file, from 0; those of a list in brackets too. */
export function importLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at] ?? "";
    if (text.length > 2000 || !opens.test(text)) continue;
    found.add(at);
    let depth = depthOf(text);
    for (let more = 1; depth > 0 && more < longestBlock && at + more < lines.length; more += 1) {
      found.add(at + more);
      depth += depthOf(lines[at + more] ?? "");
    }
  }
  return found;
}

function depthOf(text: string): number {
  return (text.match(/[({]/g)?.length ?? 0) - (text.match(/[)}]/g)?.length ?? 0);
}
