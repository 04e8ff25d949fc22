/** How something of the picture differs between two commits. */
export type Difference = "added" | "changed" | "removed";

/** The word beside each, as it is shown and read out. */
export const differenceLabels: Record<Difference, string> = { added: "New", changed: "Changed", removed: "Gone" };
