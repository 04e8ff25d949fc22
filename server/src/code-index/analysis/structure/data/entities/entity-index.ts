import { entityLibraries } from "#server/code-index/analysis/extract/data/entities/entity-libraries.ts";
import type { EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { DataFile } from "#server/code-index/analysis/structure/data/migration-series.ts";
import type { EntityFact, EntityRegistration } from "#server/code-index/ports/data-facts.ts";

import type { BaseFinder, ResolvedBase, PlacedEntity } from "./base-finder.ts";

export interface PlacedRegistration {
  path: string;
  registration: EntityRegistration;
}

/** Longer chains of bases are a mistake or hostile. */
const maxBases = 24;
/** A name that more classes have says nothing. */
const maxPlaces = 100;
const isStep = /(?:^|\/)migrations?\//i;
const libraries: ReadonlyMap<string, EntityLibrary> = new Map(entityLibraries.map((one) => [one.name, one]));

/** The entities of all files by name, and which of them are stored. */
export class EntityIndex {
  private readonly byName = new Map<string, PlacedEntity[]>();
  private readonly registered = new Map<EntityFact, PlacedRegistration[]>();
  private readonly standings = new Map<EntityFact, boolean>();

  private readonly bases = new Map<EntityFact, readonly ResolvedBase[]>();
  private readonly finder: BaseFinder;

  constructor(files: readonly DataFile[], finder: BaseFinder) {
    this.finder = finder;
    for (const { path, data } of files)
      // Classes of a step are those of its time.
      for (const entity of isStep.test(path) ? [] : data.entities) {
        const key = keyOf(entity.library, entity.name);
        const places = this.byName.get(key) ?? [];
        places.push({ path, entity });
        this.byName.set(key, places);
      }
    for (const { path, data } of files)
      for (const registration of data.registrations) {
        const place = this.find(registration.entity, { path, library: registration.library });
        if (place === null) continue;
        const known = this.registered.get(place.entity) ?? [];
        known.push({ path, registration });
        this.registered.set(place.entity, known);
      }
  }

  all(): PlacedEntity[] {
    return [...this.byName.values()].flat();
  }

  registrationsOf({ entity }: PlacedEntity): readonly PlacedRegistration[] {
    return this.registered.get(entity) ?? [];
  }

  /** The class that a name stands for: the nearest one; null where several are as near. */
  find(name: string, from: { path: string; library: string }): PlacedEntity | null {
    const places = this.byName.get(keyOf(from.library, name)) ?? [];
    if (places.length < 2) return places[0] ?? null;
    if (places.length > maxPlaces) return null;
    const near = places.map((place) => ({ place, near: sharedFolders(place.path, from.path) }));
    const most = Math.max(...near.map((one) => one.near));
    const nearest = near.filter((one) => one.near === most);
    return nearest.length === 1 ? (nearest[0]?.place ?? null) : null;
  }

  /** Classes that it extends, nearest first, as far as they are known and no further than `isLast`. */
  chainOf(place: PlacedEntity, isLast: (base: PlacedEntity) => boolean = () => false): PlacedEntity[] {
    const chain = [place];
    for (let at = 0; at < chain.length && chain.length < maxBases; at += 1) {
      const own = chain[at] ?? place;
      if (at > 0 && isLast(own)) continue;
      for (const found of this.basesOf(own))
        if (found !== null && found !== "several" && !chain.some((one) => one.entity === found.entity))
          chain.push(found);
    }
    return chain.slice(1);
  }

  /** Whether something that it extends could be one of several classes. */
  isUnsure(place: PlacedEntity): boolean {
    return [place, ...this.chainOf(place)].some((one) => this.basesOf(one).includes("several"));
  }

  private basesOf({ path, entity }: PlacedEntity): readonly ResolvedBase[] {
    const known = this.bases.get(entity);
    if (known !== undefined) return known;
    const found = entity.bases.map((base): ResolvedBase => {
      const places = (this.byName.get(keyOf(entity.library, base)) ?? []).filter((one) => one.entity !== entity);
      return places.length > maxPlaces ? "several" : this.finder.find(base, path, places);
    });
    this.bases.set(entity, found);
    return found;
  }

  isStored(place: PlacedEntity): boolean {
    const { entity } = place;
    const known = this.standings.get(entity);
    if (known !== undefined) return known;
    const stored = this.computeStored(place);
    this.standings.set(entity, stored);
    return stored;
  }

  private computeStored(place: PlacedEntity): boolean {
    const { entity } = place;
    const named = this.registrationsOf(place);
    if (named.some(({ registration }) => registration.isIgnored)) return false;
    if (entity.kind === "stored") return true;
    if (entity.kind !== "open") return false;
    if (named.length > 0) return true;
    const roots = libraryOf(entity).roots;
    return [place, ...this.chainOf(place)].some(
      (one) => (one !== place && one.entity.kind === "stored") || one.entity.bases.some((base) => roots?.test(base)),
    );
  }
}

export function libraryOf({ library }: { library: string }): EntityLibrary {
  const found = libraries.get(library);
  if (found === undefined) throw new Error(`no library of entities is called ${library}`);
  return found;
}

function keyOf(library: string, name: string): string {
  return `${library} ${name}`;
}

/** A file is nearer to itself than to others of its folder. */
export function sharedFolders(a: string, b: string): number {
  if (a === b) return 1_000;
  const [left, right] = [a.split("/"), b.split("/")];
  const at = left.findIndex((part, index) => right[index] !== part);
  return at < 0 ? left.length : at;
}
