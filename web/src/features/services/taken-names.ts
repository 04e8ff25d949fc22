import type { Service } from "@cairn/contract/services";

/** A service of the product by its name. */
export interface NamedService {
  name: string;
  /** Where its code is; null where nothing is known of it. */
  place: string | null;
}

export function toNamedService({ name, repository, workingPath }: Service): NamedService {
  return { name, place: repository && placeOf(repository.slug, workingPath) };
}

/** "shop/apps/web"; "shop" of the whole repository. */
export function placeOf(repositorySlug: string, workingPath: string): string {
  const folder = workingPath.split("/").filter(Boolean).join("/");
  return folder === "" ? repositorySlug : `${repositorySlug}/${folder}`;
}

/**
 * What is to be said of a name that another service has, as people and agents who name it read it: without regard to case.
 * It may be kept, as two repositories may have the same name.
 */
export function takenNameText(name: string, others: readonly NamedService[]): string | undefined {
  const read = (text: string) => text.trim().toLowerCase();
  const namesake = read(name) === "" ? undefined : others.find((one) => read(one.name) === read(name));
  if (!namesake) return undefined;
  const whose = namesake.place === null ? "another service" : namesake.place;
  return `Name is taken by ${whose}. Agents that name it mean the older one.`;
}
