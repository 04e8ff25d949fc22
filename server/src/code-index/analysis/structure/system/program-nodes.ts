import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { folderOf, isUnder } from "#server/code-index/analysis/structure/paths.ts";
import type { DeploymentFacts, ProgramFact } from "#server/code-index/ports/deployment-facts.ts";
import type { SystemSource } from "#server/code-index/ports/system.ts";

import { lastPart, plainName, type CodePlaces } from "./locate-code.ts";
import type { LocatedUnit } from "./located-unit.ts";
import type { OwnProcess } from "./own-process.ts";
import { isAside, isTool } from "./side-code.ts";
import type { SystemBuilder } from "./system-builder.ts";

interface LocatedProgram extends ProgramFact {
  path: string;
  folder: string;
}

const maxPrograms = 40;
/** What begins in the code of a folder; null where nothing does. */
export function programAt(deployments: ReadonlyMap<string, DeploymentFacts>, folder: string): string | null {
  const found = [...deployments].flatMap(([path, { programs }]) =>
    isUnder(path, folder) && !isAside(path) ? programs.map((program) => ({ ...program, path })) : [],
  );
  const [first] = found.toSorted(
    (a, b) => dutyRank(a) - dutyRank(b) || a.path.split("/").length - b.path.split("/").length,
  );
  return first?.framework ?? null;
}

function dutyRank({ duty }: ProgramFact): number {
  return duty === "web" ? 0 : duty === "worker" ? 1 : 2;
}

/**
 * Processes that no declaration names: what Dockerfiles build, and programs that begin in the code. Where declarations
 * name some, only parts beside them are added that have a Dockerfile and a server of their own.
 */
export function addPrograms(to: {
  units: readonly LocatedUnit[];
  deployments: ReadonlyMap<string, DeploymentFacts>;
  context: ResolveContext;
  builder: SystemBuilder;
  own: OwnProcess[];
  places: CodePlaces;
  isDeclared: boolean;
  titles: readonly string[];
}): void {
  const { units, builder, own, isDeclared } = to;
  const programs = locatePrograms(to);
  const images = units.filter(
    ({ form, isOwn, isDevelopment, name }) => form === "dockerfile" && isOwn && !isDevelopment && !isTool(name),
  );
  const covered = new Set(own.map(({ folder }) => folder));
  const add = (
    folder: string,
    source: SystemSource,
    from: { framework: string | null; ports: string[]; name: string | null; worker: boolean },
  ): void => {
    if (own.length >= maxPrograms) return;
    covered.add(folder);
    const name = from.name ?? (folder === "" ? (productName(to) ?? from.framework ?? "app") : lastPart(folder));
    const node = builder.addNode({
      kind: "process",
      name,
      technology: from.framework,
      ports: from.ports,
      sources: [source],
      certainty: "partly",
      folder,
    });
    own.push({ id: node.id, folder, duty: from.worker ? { duty: "worker", tool: "" } : null, words: [name] });
  };
  const addProgram = (one: LocatedProgram): void =>
    add(
      startFolder(one),
      { path: one.path, startLine: one.line, endLine: one.line },
      { framework: one.framework, ports: [], name: null, worker: one.duty === "worker" },
    );
  // What is put together from Dockerfiles that are each of a folder of their own.
  for (const unit of images.toSorted((a, b) => a.path.split("/").length - b.path.split("/").length)) {
    const folder = unit.code ?? "";
    if (isTool(lastPart(folder)) || covered.has(folder)) continue;
    const isServer = programs.some((one) => one.folder === folder && one.duty !== "program");
    if (isDeclared && (folder === "" || own.some((one) => one.folder !== "" && isUnder(folder, one.folder)))) continue;
    if (isDeclared && !isServer && unit.ports.length === 0) continue;
    const framework = programs.find((one) => isUnder(one.path, folder))?.framework ?? null;
    add(folder, unit, { framework, ports: unit.ports.filter((port) => /^\d+$/.test(port)), name: null, worker: false });
  }
  if (isDeclared) for (const one of besideWorkers(programs, own)) addProgram(one);
  if (isDeclared || own.length > 0) return;
  const servers = programs.filter(({ duty }) => duty !== "program");
  for (const one of servers.length > 0 ? servers : programs.filter(({ path }) => !isTool(lastPart(folderOf(path))))) {
    if (!covered.has(startFolder(one))) addProgram(one);
  }
}

function startFolder({ duty, path, folder }: LocatedProgram): string {
  return duty === "program" && /(?:^|\/)cmd\//.test(path) ? folderOf(path) : folder;
}

/** Web servers in folders of which nothing but workers and schedules is declared. */
function besideWorkers(programs: readonly LocatedProgram[], own: readonly OwnProcess[]): LocatedProgram[] {
  const servers = programs.filter(({ folder, duty }) => {
    const beside = own.filter((one) => one.folder === folder);
    const isWork = beside.every((one) => one.duty?.duty === "worker" || one.duty?.duty === "schedule");
    return duty === "web" && beside.length > 0 && isWork;
  });
  return [...new Map(servers.map((one) => [one.folder, one])).values()];
}

/** As the manifest of the root calls it, where the README or a folder does too; else the README's own word. */
function productName({
  context,
  places,
  titles,
}: {
  context: ResolveContext;
  places: CodePlaces;
  titles: readonly string[];
}): string | null {
  const named = context.manifests
    .filter(({ path }) => !path.includes("/"))
    .flatMap(({ manifest }) => (manifest.name === null ? [] : [lastPart(manifest.name)]));
  const words = titles.filter((title) => /^[\w.-]{3,24}$/.test(title));
  return [...named, ...words].find((name) => places.names.has(plainName(name))) ?? null;
}

function locatePrograms({
  deployments,
  context,
  places,
}: {
  deployments: ReadonlyMap<string, DeploymentFacts>;
  context: ResolveContext;
  places: CodePlaces;
}): LocatedProgram[] {
  const kinds = new Map(context.files.map(({ path, kind }) => [path, kind]));
  return [...deployments].flatMap(([path, { programs }]) => {
    if (isAside(path) || kinds.get(path) === "test") return [];
    const folder = places.packages.find((one) => isUnder(path, one)) ?? "";
    if (isTool(lastPart(folder)) || /(?:^|\/)build\.rs$/.test(path)) return [];
    return programs.map((program) => ({ ...program, path, folder }));
  });
}
