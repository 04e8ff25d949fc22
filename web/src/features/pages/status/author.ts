import { displayName } from "@cairn/contract/auth";
import type { Artifact, ArtifactSummary } from "@cairn/contract/pages";

/** The author of a page: the person who created it, otherwise the engine or model that wrote it. */
export function authorOf({ creator, writtenBy }: ArtifactSummary): string {
  return creator ? displayName(creator) : writtenBy;
}

/** Where several engines or models wrote a page, which sections the fewer of them wrote: "Data model by Built-in engine". */
export function describeOtherWriters({ sections }: Pick<Artifact, "sections">): string[] {
  const written = sections.filter(({ kind, writtenBy }) => kind === "auto" && writtenBy !== null);
  const byWriter = [...Map.groupBy(written, ({ writtenBy }) => writtenBy)].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
  return byWriter.slice(1).map(([writer, own]) => `${own.map(({ title }) => title).join(", ")} by ${writer}`);
}
