/** How something of the picture differs from what is there, by changes that nobody has accepted yet. */
export type ProposalMark = "added" | "changed" | "removed";

/** The word beside each, as it is shown and read out. */
export const proposalLabels: Record<ProposalMark, string> = {
  added: "Proposed",
  changed: "Change proposed",
  removed: "Removal proposed",
};
