import type { ArtifactSummary } from "@cairn/contract/pages";

/** Where a page shall stand: below another one or, with null, at the top; before another one or, with null, at the end. */
export interface PagePosition {
  artifactId: string;
  parentArtifactId: string | null;
  beforeArtifactId: string | null;
}

type PositionedPage = Pick<ArtifactSummary, "artifactId" | "parentArtifactId">;

/** The list as it is once a page stands in its new place; the order of a list is the order of pages in it. */
export function movePage<Page extends PositionedPage>(pages: readonly Page[], place: PagePosition): Page[] {
  const { artifactId, parentArtifactId, beforeArtifactId } = place;
  const page = pages.find((one) => one.artifactId === artifactId);
  if (!page) return [...pages];
  const others = pages.filter((one) => one !== page);
  const before = others.findIndex((one) => one.artifactId === beforeArtifactId);
  return others.toSpliced(before === -1 ? others.length : before, 0, { ...page, parentArtifactId });
}
