import type { ReviewedFile } from "@cairn/contract/implementations";
import type { Service } from "@cairn/contract/services";

export interface FileGroup {
  /** Name of the service that they belong to; null where there is none. */
  service: string | null;
  /** Of that service, without slashes around it; empty for the whole repository. */
  folder: string;
  files: ReviewedFile[];
}

/** Files whose paths hold the words, by the service whose folder is the nearest around them; those of none last. */
export function groupFiles(
  files: readonly ReviewedFile[],
  { services, repositoryId, words }: { services: readonly Service[]; repositoryId: string; words: string },
): FileGroup[] {
  const own = services
    .filter(({ repository }) => repository?.repositoryId === repositoryId)
    .map(({ name, workingPath }) => ({ name, folder: workingPath.replace(/^\/+|\/+$/g, "") }))
    .toSorted((one, other) => other.folder.length - one.folder.length);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = files.filter(({ path }) => wanted.every((word) => path.toLowerCase().includes(word)));
  const ownerOf = ({ path }: ReviewedFile) =>
    own.find(({ folder }) => folder === "" || path.startsWith(`${folder}/`)) ?? null;
  return [...Map.groupBy(shown, ownerOf)]
    .map(([owner, grouped]) => ({ service: owner?.name ?? null, folder: owner?.folder ?? "", files: grouped }))
    .toSorted((one, other) => Number(one.service === null) - Number(other.service === null));
}
