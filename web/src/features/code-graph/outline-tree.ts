import type { Outline } from "@cairn/contract/code-graph";

type OutlineSymbol = Outline["symbols"][number];

export interface OutlineNode {
  symbol: OutlineSymbol;
  children: OutlineNode[];
}

/** The declarations of a file, each below the one that holds it. They come in their order. */
export function buildOutlineTree(symbols: readonly OutlineSymbol[]): OutlineNode[] {
  const roots: OutlineNode[] = [];
  const open: OutlineNode[] = [];
  for (const symbol of symbols) {
    const node = { symbol, children: [] };
    while (open.length > 0 && !encloses(open.at(-1)?.symbol, symbol)) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function encloses(outer: OutlineSymbol | undefined, inner: OutlineSymbol): boolean {
  if (outer === undefined || inner.parent === null) return false;
  // A parent may be written with those around it, as "Board.Row".
  const isNamed = inner.parent === outer.name || inner.parent.endsWith(`.${outer.name}`);
  return isNamed && outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** The nodes whose names hold the letters, with those above them. */
export function filterOutline(nodes: readonly OutlineNode[], letters: string): OutlineNode[] {
  const wanted = letters.trim().toLowerCase();
  if (wanted === "") return [...nodes];
  return nodes.flatMap((node) => {
    const children = filterOutline(node.children, wanted);
    const matchesFilter = node.symbol.name.toLowerCase().includes(wanted);
    return matchesFilter || children.length > 0 ? [{ ...node, children }] : [];
  });
}
