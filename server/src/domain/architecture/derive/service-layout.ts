import type { ServiceType } from "@cairn/contract/services";

/** What of a service says which code is its own. */
export interface LaidOutService {
  serviceId: string;
  name: string;
  type: ServiceType;
  repositoryId: string | null;
  workingPath: string;
}

/** Which service each file of a product belongs to. */
export interface ServiceLayout {
  services: readonly LaidOutService[];
  /** The same text for the same services at the same places. */
  key: string;
  /** The service of the innermost working path around a file or folder; null where none is. */
  ownerOf(repositoryId: string, path: string): string | null;
  /** All services of the innermost working path around it, in their order. */
  ownersOf(repositoryId: string, path: string): readonly LaidOutService[];
  /** Ids of the services that a name is meant for, by their own names or their folders'. */
  calledSo(name: string): readonly string[];
}

/** Where several services have one working path, its files belong to the first of them. */
export function layOutServices(services: readonly LaidOutService[]): ServiceLayout {
  const byFolder = new Map<string, LaidOutService[]>();
  for (const service of services) {
    if (service.repositoryId === null) continue;
    const folder = `${service.repositoryId}/${trimSlashes(service.workingPath)}`;
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), service]);
  }
  const known = new Map<string, readonly LaidOutService[]>();
  const ownersOf = (repositoryId: string, path: string): readonly LaidOutService[] => {
    const place = `${repositoryId}/${path}`;
    const before = known.get(place);
    if (before !== undefined) return before;
    const parent = path === "" ? null : path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const found = byFolder.get(place) ?? (parent === null ? [] : ownersOf(repositoryId, parent));
    known.set(place, found);
    return found;
  };
  let byName: ReadonlyMap<string, readonly string[]> | null = null;
  return {
    services,
    key: JSON.stringify(
      services.map(({ serviceId, name, type, repositoryId, workingPath }) => [
        serviceId,
        name,
        type,
        repositoryId,
        workingPath,
      ]),
    ),
    ownersOf,
    ownerOf: (repositoryId, path) => ownersOf(repositoryId, path)[0]?.serviceId ?? null,
    calledSo: (name) => (byName ??= groupByName(services)).get(nameKey(name) ?? "") ?? [],
  };
}

function groupByName(services: readonly LaidOutService[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const { serviceId, name, workingPath } of services) {
    const names = [name, workingPath.split("/").findLast((part) => part !== "") ?? name];
    for (const key of new Set(names.map(nameKey).filter((one) => one !== null))) {
      const known = byName.get(key);
      if (known === undefined) byName.set(key, [serviceId]);
      else known.push(serviceId);
    }
  }
  return byName;
}

export function trimSlashes(path: string): string {
  return path.replaceAll(/^\/+|\/+$/g, "");
}

/** Words that say of a name only that it is one of a program. */
const fillers = /(?:service|services|server|svc|app|api|backend|frontend|web|worker)$/;

/** Whether two names are meant to be one: "Orders API" and "orders-service". */
export function isSameName(a: string, b: string): boolean {
  const key = nameKey(a);
  return key !== null && key === nameKey(b);
}

/** The same for names that are meant to be one; null for a name without letters and digits. */
export function nameKey(name: string): string | null {
  const whole = plain(name);
  const short = whole.replace(fillers, "");
  // What is short without its filler is no name by itself: "DB API" is called so as a whole.
  if (short.length >= 3) return `about ${short}`;
  return whole === "" ? null : whole;
}

/** Letters and digits of any script, in small letters. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
