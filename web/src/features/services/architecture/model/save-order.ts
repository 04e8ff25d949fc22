/** How a run of saves ended. */
export interface SaveRunOutcome {
  saved: number;
  /** The node that could not be saved; those after it were not tried. Null after all succeeded. */
  failedId: string | null;
}

/** Saves one node after another, in this order; the first failure stops the run. */
export async function saveInOrder(
  nodeIds: readonly string[],
  saveOne: (nodeId: string) => Promise<boolean>,
): Promise<SaveRunOutcome> {
  let saved = 0;
  for (const nodeId of nodeIds) {
    if (!(await saveOne(nodeId))) return { saved, failedId: nodeId };
    saved += 1;
  }
  return { saved, failedId: null };
}
