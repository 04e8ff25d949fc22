/** So many nodes beside one another still fit the width of a page. */
const fittingWidth = 4;

/** "LR" for graphs that are wide and shallow, so that their nodes are drawn below one another; else "TB". */
export function chooseDirection(edges: readonly { from: string; to: string }[]): "TB" | "LR" {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const isTarget = new Set(edges.map(({ to }) => to));
  const layers = new Map<string, number>();
  const visit = (node: string, layer: number, above: ReadonlySet<string>) => {
    if (above.has(node) || (layers.get(node) ?? -1) >= layer) return;
    layers.set(node, layer);
    for (const { to } of targets.get(node) ?? []) visit(to, layer + 1, new Set([...above, node]));
  };
  const nodes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  const starts = nodes.filter((node) => !isTarget.has(node));
  for (const start of starts.length > 0 ? starts : nodes.slice(0, 1)) visit(start, 0, new Set());
  const sizes = [...Map.groupBy(layers.values(), (layer) => layer).values()].map((own) => own.length);
  return Math.max(0, ...sizes) > fittingWidth && sizes.length <= fittingWidth ? "LR" : "TB";
}
