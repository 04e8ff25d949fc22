import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { findAround, folderOf, isUnder } from "#server/code-index/analysis/structure/paths.ts";
import type { DeploymentFacts, ProgramFact } from "#server/code-index/ports/deployment-facts.ts";
import type { SystemSource } from "#server/code-index/ports/system.ts";

import { lastPart, ownerOfGeneral, plainName, type CodePlaces } from "./code-places.ts";
import type { LocatedUnit } from "./located-unit.ts";
import { unknownFolder, type OwnProcess } from "./own-process.ts";
import { isAside, isTool } from "./side-code.ts";
import { startedLanguage } from "./started-language.ts";
import type { SystemBuilder } from "./system-builder.ts";

interface LocatedProgram extends ProgramFact {
  path: string;
  folder: string;
}

const maxPrograms = 40;
/** What begins in the code of a folder, by the commands that start it where they say more; null where nothing does. */
export function programAt(
  deployments: ReadonlyMap<string, DeploymentFacts>,
  folder: string,
  commands: readonly (string | null)[],
): string | null {
  const started = startedLanguage(commands);
  const all = [...deployments].flatMap(([path, { programs }]) =>
    isUnder(path, folder) && !isAside(path)
      ? programs.flatMap((program) => (program.duty === "client" ? [] : [{ ...program, path }]))
      : [],
  );
  const found = started === null ? all : all.filter(({ path }) => started.files.test(path));
  const begun = found.filter(({ path }) => folderOf(path) === folder && !path.endsWith(".json"));
  const [first] = (begun.length > 0 ? begun : found).toSorted(
    (a, b) => dutyRank(a) - dutyRank(b) || a.path.split("/").length - b.path.split("/").length,
  );
  return first?.framework ?? started?.name ?? null;
}

function dutyRank({ duty }: ProgramFact): number {
  return duty === "web" ? 0 : duty === "worker" ? 1 : 2;
}

interface Adding {
  units: readonly LocatedUnit[];
  deployments: ReadonlyMap<string, DeploymentFacts>;
  context: ResolveContext;
  builder: SystemBuilder;
  own: OwnProcess[];
  places: CodePlaces;
  isDeclared: boolean;
  titles: readonly string[];
}

/**
 * Processes that no declaration names: what Dockerfiles build, and programs that begin in the code. Where declarations
 * name some, only parts beside them are added that have a Dockerfile and a server of their own, the web server beside
 * workers, and what people run on their own machines.
 */
export function addPrograms(to: Adding): void {
  const { own, isDeclared } = to;
  const programs = locatePrograms(to);
  const covered = new Set(own.map(({ folder }) => folder));
  addImages(to, programs, covered);
  if (isDeclared) {
    for (const one of besideWorkers(programs, own)) addProgram(to, one);
    for (const one of onMachinesOfPeople(programs, to)) addProgram(to, one);
    return;
  }
  const servers = programs.filter(({ duty }) => duty !== "program");
  const begun = servers.length > 0 ? servers : programs.filter(({ path }) => !isTool(lastPart(folderOf(path))));
  for (const one of own.length > 0 ? [] : begun) {
    if (covered.has(startFolder(one))) continue;
    covered.add(startFolder(one));
    addProgram(to, one);
  }
  addWorkers(to);
}

/** Libraries of jobs that need a process of their own. */
const workerTools = new Map([
  ["sidekiq", "Sidekiq"],
  ["resque", "Resque"],
  ["celery", "Celery"],
  ["dramatiq", "Dramatiq"],
  ["laravel/horizon", "Horizon"],
]);

/** Where nothing declares what runs: the workers beside the servers of the code, by the library that they need. */
function addWorkers({ own, builder, context }: Adding): void {
  for (const { folder, duty } of own.slice()) {
    const ofFolder = context.manifests.filter(({ path }) => folderOf(path) === folder && duty?.duty !== "worker");
    const found = ofFolder.flatMap(({ path, manifest }) =>
      manifest.dependencies.flatMap(({ name, isDev, line }) => {
        const technology = isDev ? undefined : workerTools.get(name.toLowerCase());
        return technology === undefined ? [] : [{ technology, path, line }];
      }),
    );
    const [first] = found;
    if (first === undefined || own.length >= maxPrograms) continue;
    const { technology, path, line } = first;
    const node = builder.addNode({
      kind: "process",
      name: technology,
      technology,
      ports: [],
      sources: [{ path, startLine: line, endLine: line }],
      certainty: "partly",
      folder,
    });
    own.push({ id: node.id, folder, duty: { duty: "worker", tool: technology }, words: [technology] });
  }
}

/** What is put together from Dockerfiles that are each of a folder of their own. */
function addImages(to: Adding, programs: readonly LocatedProgram[], covered: Set<string>): void {
  const { units, own, isDeclared } = to;
  const images = units.filter(
    ({ form, isOwn, isDevelopment, name }) => form === "dockerfile" && isOwn && !isDevelopment && !isTool(name),
  );
  for (const unit of images.toSorted((a, b) => a.path.split("/").length - b.path.split("/").length)) {
    const folder = unit.code ?? "";
    if (isTool(lastPart(folder)) || covered.has(folder)) continue;
    const isServer = programs.some((one) => one.folder === folder && one.duty !== "program");
    if (isDeclared && (folder === "" || own.some((one) => one.folder !== "" && isUnder(folder, one.folder)))) continue;
    if (isDeclared && !isServer && unit.ports.length === 0) continue;
    const framework = programAt(to.deployments, folder, [unit.command]);
    covered.add(folder);
    addProcess(to, folder, unit, {
      framework,
      ports: unit.ports.filter((port) => /^\d+$/.test(port)),
      duty: null,
      isSure: true,
    });
  }
}

function addProgram(to: Adding, program: LocatedProgram): void {
  const source = { path: program.path, startLine: program.line, endLine: program.line };
  const duty = program.duty === "worker" ? ({ duty: "worker", tool: "" } as const) : null;
  addProcess(to, startFolder(program), source, {
    framework: program.framework,
    ports: [],
    duty,
    isSure: program.duty === "web",
  });
}

function addProcess(
  to: Adding,
  folder: string,
  source: SystemSource,
  from: { framework: string | null; ports: string[]; duty: OwnProcess["duty"]; isSure: boolean },
): void {
  const { own, builder } = to;
  if (own.length >= maxPrograms) return;
  const [unplaced, ...others] = own.filter((one) => one.folder === unknownFolder);
  const declared = others.length === 0 ? builder.nodes.get(unplaced?.id ?? "") : undefined;
  if (unplaced !== undefined && declared !== undefined) {
    // The only image whose code was not found is what is built here.
    unplaced.folder = folder;
    declared.folder = folder;
    declared.technology ??= from.framework;
    return;
  }
  const name = folder === "" ? (productName(to) ?? from.framework ?? "app") : lastPart(folder);
  const node = builder.addNode({
    kind: "process",
    name,
    technology: from.framework,
    ports: from.ports,
    sources: [source],
    certainty: from.isSure ? "resolved" : "partly",
    folder,
  });
  own.push({ id: node.id, folder, duty: from.duty, words: [name] });
}

/** Programs without an address that are called as the product is, or after what they do for its server. */
function onMachinesOfPeople(programs: readonly LocatedProgram[], { own, builder, titles }: Adding): LocatedProgram[] {
  const known = own.map(({ id }) => plainName(builder.nodes.get(id)?.name ?? ""));
  const product = new Set(titles.map(plainName));
  const found = programs.filter((one) => {
    const name = lastPart(startFolder(one));
    const isProduct = product.has(plainName(name)) || own.some(({ id }) => id.startsWith(`${name}-`));
    const isNamed = isProduct || /(?:^|[-_])(?:agent|daemon|client|runner)$/.test(name);
    const isKnown =
      known.some((other) => other.endsWith(plainName(name))) || own.some(({ folder }) => folder === startFolder(one));
    return one.duty === "program" && name !== "" && isNamed && !isKnown;
  });
  return [...new Map(found.map((one) => [startFolder(one), one])).values()];
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
function productName({ context, places, titles }: Adding): string | null {
  const named = context.manifests
    .filter(({ path }) => !path.includes("/"))
    .flatMap(({ manifest: { name } }) => (name === null ? [] : [...ownerOfGeneral(name), lastPart(name)]));
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
    const folder = findAround(path, places.packages) ?? "";
    if (isTool(lastPart(folder)) || /(?:^|\/)build\.rs$/.test(path)) return [];
    return programs.flatMap((program) => (program.duty === "client" ? [] : [{ ...program, path, folder }]));
  });
}
