/** Ids and slugs of the products whose changes this tab is told of; what is shown of them needs no polling. */
const followed = new Set<string>();

export function setFollowed(names: readonly string[], isFollowed: boolean): void {
  for (const name of names) {
    if (isFollowed) followed.add(name);
    else followed.delete(name);
  }
}

/** How often to ask again about something of a product, given by id or slug; never where its changes are told. */
export function pollUnlessFollowed(projectName: string | null | undefined, pollMs: number): number | false {
  return projectName && followed.has(projectName) ? false : pollMs;
}
