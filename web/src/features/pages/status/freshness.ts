import type { Section } from "@cairn/contract/page-sections";
import type { Artifact, ArtifactSummary } from "@cairn/contract/pages";

/** The sections of a page by what has to be done about them, in their order. */
export interface Freshness {
  /** Cited lines have changed. */
  stale: Section[];
  /** They could not be written. */
  failed: Section[];
  /** A new text waits for a person's decision. */
  held: Section[];
  updating: Section[];
  /** How many sections are written by an engine or a model. */
  autoCount: number;
}

export function collectFreshness({ sections }: Pick<Artifact, "sections">): Freshness {
  return {
    stale: sections.filter(({ status }) => status === "stale"),
    failed: sections.filter(({ status }) => status === "failed"),
    held: sections.filter(({ held }) => held !== null),
    updating: sections.filter(({ status }) => status === "updating"),
    autoCount: sections.filter(({ kind }) => kind === "auto").length,
  };
}

/** "2 of 9 sections: code changed since · 1 new text waits for you"; null where nothing has to be done. */
export function describeFreshness({ stale, failed, held }: Freshness, sectionCount: number): string | null {
  const of = sectionCount === 1 ? "section" : "sections";
  const parts = [
    stale.length > 0 && `${stale.length} of ${sectionCount} ${of}: code changed since`,
    held.length > 0 && (held.length === 1 ? "1 new text waits for you" : `${held.length} new texts wait for you`),
    failed.length > 0 &&
      (failed.length === 1 ? "1 section could not be written" : `${failed.length} sections could not be written`),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" · ") : null;
}

/** The same for a page in a list, shorter; null where nothing has to be done. */
export function describePageFreshness({
  staleSections,
  heldSections,
}: Pick<ArtifactSummary, "staleSections" | "heldSections">): string | null {
  const parts = [
    heldSections > 0 && (heldSections === 1 ? "A new text waits" : `${heldSections} new texts wait`),
    staleSections > 0 && `Code changed since in ${staleSections === 1 ? "1 section" : `${staleSections} sections`}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(", ") : null;
}
