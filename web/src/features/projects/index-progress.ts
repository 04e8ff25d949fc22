import type { Indexing } from "@cairn/contract/indexing";
import type { Project } from "@cairn/contract/projects";

/** The indexes being built in a product, the least advanced first. */
export function runningIndexes(project: Project): Indexing[] {
  return project.services
    .flatMap(({ repository }) => (repository ? [repository.indexing] : []))
    .filter(({ state }) => state === "queued" || state === "cloning" || state === "analyzing")
    .toSorted((a, b) => a.progress - b.progress);
}

/** Whether any repository of a product is being indexed now. */
export function isIndexing(project: Project): boolean {
  return runningIndexes(project).length > 0;
}
