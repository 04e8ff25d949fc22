import type { ArtifactSummary } from "@cairn/contract/pages";

/** A page's new position: its parent, null for the top level, and the sibling it comes before, null for the end. */
export interface PagePosition {
  artifactId: string;
  parentArtifactId: string | null;
  beforeArtifactId: string | null;
}

type PositionedPage = Pick<ArtifactSummary, "artifactId" | "parentArtifactId">;

/** The list after a page was moved. Siblings are ordered by their order in the list. */
export function movePage<Page extends PositionedPage>(pages: readonly Page[], position: PagePosition): Page[] {
  const { artifactId, parentArtifactId, beforeArtifactId } = position;
  const page = pages.find((one) => one.artifactId === artifactId);
  if (!page) return [...pages];
  const others = pages.filter((one) => one !== page);
  const before = others.findIndex((one) => one.artifactId === beforeArtifactId);
  return others.toSpliced(before === -1 ? others.length : before, 0, { ...page, parentArtifactId });
}
