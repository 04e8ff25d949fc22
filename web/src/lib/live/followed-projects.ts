/** Ids and slugs of the products whose changes this tab is notified of; their data needs no polling. */
const followed = new Set<string>();

export function setFollowed(names: readonly string[], isFollowed: boolean): void {
  for (const name of names) {
    if (isFollowed) followed.add(name);
    else followed.delete(name);
  }
}

/** How often to poll data of a product, given by id or slug; never when its changes are followed. */
export function pollUnlessFollowed(projectName: string | null | undefined, pollMs: number): number | false {
  return projectName && followed.has(projectName) ? false : pollMs;
}
