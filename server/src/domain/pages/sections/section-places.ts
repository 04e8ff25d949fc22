/** Distance between sections, so that others can be inserted in between without moving any. */
export const positionStep = 1000;

/**
 * Positions for sections in this order. Those with a position keep it while their order allows; new ones get one in
 * between. Where that is not possible all get new positions.
 */
export function placeSections(
  order: readonly string[],
  places: ReadonlyMap<string, number>,
): { sectionId: string; position: number }[] {
  const anew = order.map((sectionId, at) => ({ sectionId, position: (at + 1) * positionStep }));
  if (!order.some((sectionId) => places.has(sectionId))) return anew;
  const located: { sectionId: string; position: number }[] = [];
  let former = -1;
  for (let at = 0; at < order.length;) {
    const kept = order.findIndex((sectionId, index) => index >= at && places.has(sectionId));
    const end = kept === -1 ? order.length : kept;
    const added = order.slice(at, end);
    const next = places.get(order[end] ?? "") ?? former + (added.length + 1) * positionStep;
    const step = Math.floor((next - former) / (added.length + 1));
    if (step < 1) return anew;
    for (const sectionId of added) located.push({ sectionId, position: (former += step) });
    if (kept !== -1) located.push({ sectionId: order[kept] ?? "", position: (former = next) });
    at = end + 1;
  }
  return located;
}
