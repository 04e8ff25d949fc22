import { nameKey } from "#server/domain/architecture/derive/service-layout.ts";

interface NamedNode {
  nodeId: string;
  name: string;
}

/**
 * For each of what a text names the node that is called so, else the first that is meant to be the same, each node once;
 * null where none is left.
 */
export function matchNames(stated: readonly { name: string }[], nodes: readonly NamedNode[]): (string | null)[] {
  const byName = Map.groupBy(nodes, ({ name }) => name.toLowerCase());
  const byKey = Map.groupBy(nodes, ({ name }) => nameKey(name));
  const taken = new Set<string>();
  const takeOf = (list: NamedNode[] = []): string | null => {
    // Those before the first free one are never free again.
    while (taken.has(list[0]?.nodeId ?? "")) list.shift();
    const nodeId = list[0]?.nodeId ?? null;
    if (nodeId !== null) taken.add(nodeId);
    return nodeId;
  };
  return stated.map(({ name }) => {
    const key = nameKey(name);
    return takeOf(byName.get(name.toLowerCase())) ?? (key === null ? null : takeOf(byKey.get(key)));
  });
}
