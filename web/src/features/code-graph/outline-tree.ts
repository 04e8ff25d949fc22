import type { Outline } from "@cairn/contract/code-graph";

type OutlineSymbol = Outline["symbols"][number];

export interface OutlineNode {
  symbol: OutlineSymbol;
  children: OutlineNode[];
}

/** Nests each declaration below its parent. `symbols` must be in source order. */
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
  // A parent may be qualified, as in "Board.Row".
  const isNamed = inner.parent === outer.name || inner.parent.endsWith(`.${outer.name}`);
  return isNamed && outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** The nodes whose names contain the letters, with their ancestors. */
export function filterOutline(nodes: readonly OutlineNode[], letters: string): OutlineNode[] {
  const wanted = letters.trim().toLowerCase();
  if (wanted === "") return [...nodes];
  return nodes.flatMap((node) => {
    const children = filterOutline(node.children, wanted);
    const matchesFilter = node.symbol.name.toLowerCase().includes(wanted);
    return matchesFilter || children.length > 0 ? [{ ...node, children }] : [];
  });
}
