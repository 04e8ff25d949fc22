import type { ImplementationDocument, ImplementationDocuments } from "@cairn/contract/implementation-documents";

/** What a merge does to the pages, for whoever is about to merge; null where it does nothing. */
export function sayDecisions({ state, content }: ImplementationDocuments): string | null {
  if (state === "preparing") {
    return "The pages are still being compared with this change. What changes on them is brought up to date after the merge.";
  }
  if (state === "unavailable" || content.length === 0) return null;
  const count = (decision: ImplementationDocument["decision"]) =>
    content.filter((document) => document.decision === decision).length;
  const [accepted, refused, undecided] = [count("accepted"), count("refused"), count(null)];
  const parts = [
    accepted > 0 ? `${sections(accepted)} published with it` : null,
    refused > 0 ? `${accepted > 0 ? refused : sections(refused)} refused` : null,
    undecided > 0 ? `${accepted + refused > 0 ? undecided : sections(undecided)} undecided` : null,
  ].filter((part) => part !== null);
  const after = [
    refused > 0 ? " What is refused keeps its text and stands as stale." : "",
    undecided > 0 ? " What is undecided is brought up to date after the merge, as after any push." : "",
  ];
  return `${parts.join(", ")}.${after.join("")}`;
}

function sections(count: number): string {
  return count === 1 ? "1 section is" : `${count} sections are`;
}
