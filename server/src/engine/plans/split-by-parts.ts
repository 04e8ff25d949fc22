import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { FileLocation } from "#server/engine/task-locations/task-location.ts";

import type { PlannedService } from "./plan-proposal.ts";

/** A part of the product that a wish touches: a service, or where there is none, a package. */
export interface TouchedPart {
  /** What people call it. */
  name: string;
  serviceId: string | null;
  repositoryId: string;
  /** The folder; "" for the whole repository. */
  under: string;
  /** Best first. */
  locations: FileLocation[];
}

/** A part whose best file says less of a wish than this share of the very best one is only brushed by it. */
const leastShare = 0.5;
const nearlyBest = 0.75;
const maxParts = 4;

/** The parts of the product that these locations of one wish are in, in the order in which work on them begins. */
export function splitByParts(
  locations: readonly FileLocation[],
  codebases: readonly Codebase[],
  services: readonly PlannedService[],
): TouchedPart[] {
  const parts = new Map<string, TouchedPart>();
  for (const location of locations) {
    const part = partOf(location, codebases, services);
    const key = `${part.repositoryId} ${part.under}`;
    const known = parts.get(key) ?? { ...part, locations: [] };
    known.locations.push(location);
    parts.set(key, known);
  }
  const best = Math.max(0, ...locations.map(({ score }) => score));
  const touched = [...parts.values()].filter((part) => isTouched(part, best)).slice(0, maxParts);
  return orderParts(touched, codebases);
}

/** The service with the deepest folder around it, then the package. */
export function partOf(
  { repositoryId, path }: Pick<FileLocation, "repositoryId" | "path">,
  codebases: readonly Codebase[],
  services: readonly PlannedService[],
): Omit<TouchedPart, "locations"> {
  const deepest = <T extends { under: string }>(all: readonly T[]) =>
    all.filter(({ under }) => isWithin(path, under)).sort((a, b) => b.under.length - a.under.length)[0];
  const service = deepest(services.filter((one) => one.repositoryId === repositoryId));
  const codebase = codebases.find((one) => one.repositoryId === repositoryId);
  const folder = deepest((codebase ? packageFolders(codebase) : []).map((under) => ({ under })));
  // A service of the whole repository says less than a package of it.
  if (service && service.under.length >= (folder?.under.length ?? 0)) {
    return { name: service.name, serviceId: service.serviceId, repositoryId, under: service.under };
  }
  const under = folder?.under ?? "";
  const name = under === "" ? (codebase?.name ?? "") : under;
  return { name, serviceId: service?.serviceId ?? null, repositoryId, under };
}

const manifestFile =
  /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml|setup\.py|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile|mix\.exs|pubspec\.yaml|[^/]+\.(?:cs|fs)proj)$/;
const foldersOf = new WeakMap<Codebase["index"], string[]>();

/** Folders with a manifest of a package, the root excepted. An index never changes. */
function packageFolders({ index }: Codebase): string[] {
  const known = foldersOf.get(index);
  if (known) return known;
  const manifests = index.files().filter(({ path, kind }) => kind === "config" && manifestFile.test(path));
  const folders = manifests.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  const found = [...new Set(folders)].filter((folder) => folder !== "");
  foldersOf.set(index, found);
  return found;
}

function isWithin(path: string, under: string): boolean {
  return under === "" || path.startsWith(`${under}/`);
}

/** Two of its files say half as much as the best one, or one says nearly as much. */
function isTouched({ locations }: TouchedPart, best: number): boolean {
  const scores = locations.map(({ score }) => score / best);
  return scores.some((score) => score >= nearlyBest) || scores.filter((score) => score >= leastShare).length > 1;
}

/** What others import comes first; then what answers requests; what people see comes last. */
function orderParts(parts: readonly TouchedPart[], codebases: readonly Codebase[]): TouchedPart[] {
  const rest = [...parts];
  const ordered: TouchedPart[] = [];
  while (rest.length > 0) {
    const free = rest.filter((part) => !rest.some((other) => other !== part && usesPart(part, other, codebases)));
    const [next] = (free.length > 0 ? free : rest).toSorted((a, b) => layerOf(a, codebases) - layerOf(b, codebases));
    if (!next) break;
    ordered.push(next);
    rest.splice(rest.indexOf(next), 1);
  }
  return ordered;
}

/** Whether code of one part imports code of the other, or is what people see of what the other answers. */
export function usesPart(one: TouchedPart, other: TouchedPart, codebases: readonly Codebase[]): boolean {
  if (one.repositoryId === other.repositoryId) {
    const index = codebases.find(({ repositoryId }) => repositoryId === one.repositoryId)?.index;
    const names = { one: componentsIn(one, index), other: componentsIn(other, index) };
    const edges = index?.componentEdges() ?? [];
    const count = (from: ReadonlySet<string>, to: ReadonlySet<string>) =>
      edges.filter((edge) => from.has(edge.from) && to.has(edge.to)).reduce((sum, edge) => sum + edge.count, 0);
    const [uses, isUsed] = [count(names.one, names.other), count(names.other, names.one)];
    if (uses !== isUsed) return uses > isUsed;
  }
  return layerOf(one, codebases) === layers.screen && layerOf(other, codebases) === layers.requests;
}

function componentsIn({ under }: TouchedPart, index: Codebase["index"] | undefined): Set<string> {
  const own = index?.components().filter(({ path }) => path === under || isWithin(path, under)) ?? [];
  return new Set(own.map(({ path }) => path));
}

const layers = { code: 0, requests: 1, screen: 2 };
const screenFile = /\.(?:[jt]sx|vue|svelte|s?css|erb|hbs|twig|blade\.php|razor|cshtml|swift|dart)$/i;
/** More of its source than this is what people see. */
const leastScreens = 0.2;

function layerOf({ repositoryId, under, locations }: TouchedPart, codebases: readonly Codebase[]): number {
  const index = codebases.find((one) => one.repositoryId === repositoryId)?.index;
  const files = index?.files().filter(({ path, kind }) => kind === "source" && isWithin(path, under)) ?? [];
  const answers = locations.some(({ path }) => (index?.endpointsOf(path).length ?? 0) > 0);
  if (answers || /(?:^|\/)(?:api|server|backend)$/i.test(under)) return layers.requests;
  return files.filter(({ path }) => screenFile.test(path)).length > leastScreens * files.length
    ? layers.screen
    : layers.code;
}
