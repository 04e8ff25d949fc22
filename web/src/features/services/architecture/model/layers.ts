/** One node uses another. */
export interface Pair {
  sourceId: string;
  targetId: string;
}

export interface Layers {
  layerOf: ReadonlyMap<string, number>;
  /** The pairs once each, turned so that all lead from a layer to a later one. */
  downward: readonly Pair[];
}

/**
 * Puts each node into the first layer below all that use it in which fewer than `width` stand. Of a circle one line is taken as
 * if it led the other way, so that what is reached first stands above.
 */
export function fillLayers(ids: readonly string[], pairs: readonly Pair[], width: number): Layers {
  const downward = withoutCircles(ids, pairs);
  const above = Map.groupBy(downward, ({ targetId }) => targetId);
  const below = Map.groupBy(downward, ({ sourceId }) => sourceId);
  const waiting = new Map(ids.map((id) => [id, above.get(id)?.length ?? 0]));
  const depth = depths(ids, below);
  const layerOf = new Map<string, number>();
  const counts: number[] = [];
  let ready = ids.filter((id) => waiting.get(id) === 0);
  while (ready.length > 0) {
    // What most stands upon comes first: it would push all of that further down.
    ready = ready.toSorted((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0));
    const id = ready.shift() ?? "";
    let layer = Math.max(-1, ...(above.get(id) ?? []).map(({ sourceId }) => layerOf.get(sourceId) ?? -1)) + 1;
    while ((counts[layer] ?? 0) >= width) layer += 1;
    layerOf.set(id, layer);
    counts[layer] = (counts[layer] ?? 0) + 1;
    for (const { targetId } of below.get(id) ?? []) {
      const left = (waiting.get(targetId) ?? 0) - 1;
      waiting.set(targetId, left);
      if (left === 0) ready.push(targetId);
    }
  }
  return { layerOf, downward };
}

/** How many layers each has below it at least. */
function depths(ids: readonly string[], below: ReadonlyMap<string, Pair[]>): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const depthOf = (id: string): number => {
    const depth = known.get(id) ?? 1 + Math.max(-1, ...(below.get(id) ?? []).map(({ targetId }) => depthOf(targetId)));
    known.set(id, depth);
    return depth;
  };
  for (const id of ids) depthOf(id);
  return known;
}

function withoutCircles(ids: readonly string[], pairs: readonly Pair[]): Pair[] {
  const known = new Set(ids);
  const own = pairs.filter(
    ({ sourceId, targetId }) => sourceId !== targetId && known.has(sourceId) && known.has(targetId),
  );
  const from = Map.groupBy(own, ({ sourceId }) => sourceId);
  const used = new Map<string, number>();
  for (const { targetId } of own) used.set(targetId, (used.get(targetId) ?? 0) + 1);
  const isAround = new Set<string>();
  const isDone = new Set<string>();
  const made = new Map<string, Pair>();
  const visit = (id: string) => {
    if (isDone.has(id)) return;
    isDone.add(id);
    isAround.add(id);
    for (const { targetId } of from.get(id) ?? []) {
      const pair = isAround.has(targetId) ? { sourceId: targetId, targetId: id } : { sourceId: id, targetId };
      made.set(`${pair.sourceId}\n${pair.targetId}`, pair);
      visit(targetId);
    }
    isAround.delete(id);
  };
  // From what nothing uses; of what only circles use, from what is used least.
  const starts = ids.toSorted((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0));
  for (const id of starts) visit(id);
  return [...made.values()];
}
