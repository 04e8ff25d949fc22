import type { ImportResolver, ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { joinPath } from "#server/code-index/analysis/structure/paths.ts";
import type { Triggers } from "#server/code-index/analysis/structure/resolve-triggers.ts";
import type { Component, ComponentEdge, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";
import type { SystemFacts, SystemSource } from "#server/code-index/ports/system.ts";

import { addClients } from "./client-nodes.ts";
import { codeOfUnits } from "./code-of-units.ts";
import { CodeOwners } from "./code-owners.ts";
import { findCodePlaces, type CodePlaces } from "./code-places.ts";
import { connectCallers } from "./connect-callers.ts";
import { connectClients } from "./connect-clients.ts";
import { connectJoined } from "./connect-joined.ts";
import { connectMessages } from "./connect-messages.ts";
import { connectAddresses, connectMounts, connectNeeds, connectSettings, type NodesByName } from "./connect-nodes.ts";
import { connectPeers } from "./connect-peers.ts";
import { connectVolumes } from "./connect-volumes.ts";
import { usesOfContainer } from "./container-settings.ts";
import { daprUses } from "./dapr-uses.ts";
import { dropWaits } from "./drop-waits.ts";
import { FileReach } from "./file-reach.ts";
import { findOutsideUses } from "./find-outside-uses.ts";
import { chooseDocumented, deploymentsOf, gatherUnits, promoteExamples, shareContainer } from "./gather-units.ts";
import { locateCode } from "./locate-code.ts";
import type { LocatedUnit } from "./located-unit.ts";
import { mergeUnits, unitTechnology, type UnitGroup } from "./merge-units.ts";
import { addFolderNames, addName, leadingInside } from "./node-names.ts";
import { unknownFolder, type OwnProcess } from "./own-process.ts";
import { markPrograms } from "./own-programs.ts";
import { addPrograms, programAt } from "./program-nodes.ts";
import { shareStores } from "./share-stores.ts";
import { SystemBuilder } from "./system-builder.ts";

export interface SystemContext {
  context: ResolveContext;
  /** First headings of the README and the like: how the product calls itself. */
  titles: readonly string[];
  components: readonly Component[];
  componentEdges: () => readonly ComponentEdge[];
  triggers: Triggers;
  resolve: ImportResolver;
  settings: () => readonly IndexedSetting[];
  importsOf: (path: string) => readonly { path: string }[];
  /** By the files that declare them. */
  endpoints: () => ReadonlyMap<string, readonly IndexedEndpoint[]>;
}

/** One image of what a file declares one by one as well. */
const allInOne = /(?:^|[-_])(?:aio|all-?in-?one|monolith)(?:$|[-_])/i;
/** Programs that prepare the stores of others. */
const preparing = /(?:^|[-_.]|Db)Migrat(?:e|ions?|or)$|Seeder$/i;
const once = { duty: "once", tool: "" } as const;
/** More boxes are no picture any more, and hostile. */
const maxGroups = 1500;

/** Puts together what the files of a repository say about what runs. */
export function resolveSystem(input: SystemContext): SystemFacts {
  const { context, titles } = input;
  const deployments = deploymentsOf(context);
  const gathered = gatherUnits(context);
  const programs = [...deployments].flatMap(([path, found]) =>
    found.programs.some(({ duty }) => duty !== "client") ? [path] : [],
  );
  const places = findCodePlaces(context, { titles, programs });
  locateCode(gathered, places);
  const units = chooseDocumented(gathered);
  promoteExamples(units);
  shareContainer(units);
  const builder = new SystemBuilder();
  const names: NodesByName = new Map();
  const leftOut: SystemFacts["leftOut"] = [];
  const own: OwnProcess[] = [];
  const groups = mergeUnits(units).slice(0, maxGroups);
  const beside = whatStandsBeside(units, groups, (path) => context.has(path));
  for (const group of groups) {
    const reason = reasonToLeaveOut(group, beside);
    const [first] = group.units;
    if (reason === "unused" || first === undefined) continue;
    if (reason !== null) leftOut.push({ name: group.name, reason, source: sourceOf(first) });
    else addGroup(group, { builder, names, own, deployments });
  }
  addFolderNames(names, own, builder);
  const isDeclared = own.length > 0;
  addPrograms({ units, deployments, context, builder, own, places, isDeclared, titles });
  connectAll(input, { units, deployments, builder, names, own, places, isDeclared });
  return {
    nodes: [...builder.nodes.values()],
    edges: builder.edges(),
    basis: builder.nodes.size === 0 ? "none" : isDeclared ? "declared" : "code",
    leftOut: leftOut.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** All arrows between the boxes, and the boxes that only arrows say. */
function connectAll(
  input: SystemContext,
  boxes: {
    units: readonly LocatedUnit[];
    deployments: ReadonlyMap<string, DeploymentFacts>;
    builder: SystemBuilder;
    names: NodesByName;
    own: readonly OwnProcess[];
    places: CodePlaces;
    isDeclared: boolean;
  },
): void {
  const { context, components, componentEdges, triggers, importsOf } = input;
  const { units, deployments, builder, names, own, places, isDeclared } = boxes;
  const code = {
    components,
    componentEdges,
    packages: places.packages,
    deployments,
    ...sourceOfProduct(context, triggers),
  };
  const reach = new FileReach(importsOf);
  const clients = addClients(deployments, { builder, own });
  const owners = new CodeOwners([...own, ...clients], { ...code, reach });
  markPrograms(builder, own, owners);
  const placed = [...builder.nodes.values()].flatMap(({ id, folder, kind }): OwnProcess[] =>
    folder === null || kind !== "process" || own.some((one) => one.id === id)
      ? []
      : [{ id, folder, duty: null, words: [] }],
  );
  const placedOwners =
    placed.length === 0 ? owners : new CodeOwners([...own, ...clients, ...placed], { ...code, reach });
  connectNeeds(units, { builder, names });
  const uses = usesOfContainer(input.settings, { owners, own });
  connectSettings(units, { builder, names, ownNames: places.names, uses });
  connectMounts(units, deployments, { builder, names });
  connectVolumes(units, { builder, names, own, has: (place) => places.folders.has(place) || context.has(place) });
  connectAddresses(deployments, units, { builder, names, owners: placedOwners });
  const inner = leadingInside(units, names);
  const settings = (): readonly IndexedSetting[] => input.settings().filter(({ name }) => !inner.has(name));
  const outside = findOutsideUses({ ...input, settings }, places.productNames);
  const throughSidecars = daprUses(deployments, { builder, names, owners });
  connectClients({ deployments, context, builder, owners, own, isDeclared, outside, throughSidecars });
  connectJoined(context, { builder, own });
  connectPeers(input.settings(), { builder, names, owners: placedOwners });
  shareStores(builder, own, owners);
  connectMessages(triggers, { builder, owners });
  dropWaits(builder, own);
  connectCallers({
    context,
    deployments,
    endpoints: input.endpoints(),
    builder,
    owners,
    own,
    clients,
    packages: places.packages,
  });
}

interface Beside {
  /** Whether a declaration of the product has a store. */
  isStored: boolean;
  /** Names of what developers start of others. */
  others: ReadonlySet<string>;
  /** Whether all that the product ships is one process, which says nothing of what else its image can start. */
  isSingle: boolean;
  has: (path: string) => boolean;
  /** How many of the product's own processes a file declares. */
  ownByFile: ReadonlyMap<string, number>;
}

function whatStandsBeside(
  units: readonly LocatedUnit[],
  groups: readonly UnitGroup[],
  has: (path: string) => boolean,
): Beside {
  const ofOthers = units.filter((unit) => unit.isDevelopment && !unit.isOwn && unitTechnology(unit) === null);
  const byFile = Map.groupBy(units, ({ path }) => path);
  const ownGroups = groups.filter((group) => isShown(group) && group.units.some(({ isOwn }) => isOwn));
  return {
    isSingle: ownGroups.length === 1,
    has,
    isStored: groups.some((group) => isShown(group) && group.kind === "store"),
    others: new Set(ofOthers.map(({ name }) => name.toLowerCase())),
    ownByFile: new Map([...byFile].map(([path, own]) => [path, own.filter(({ isOwn }) => isOwn).length])),
  };
}

/** What developers start of the product's code beside its web server, where the whole product is one image: `Procfile.dev`. */
function startsOwnCode({ units }: UnitGroup, { has }: Beside): boolean {
  return units.every(
    ({ form, isOwn, duty, command, directory }) =>
      form === "procfile" &&
      isOwn &&
      duty?.duty !== "development" &&
      (duty?.duty === "worker" ||
        duty?.duty === "schedule" ||
        (command ?? "")
          .split(/\s+/)
          .some((word) => /^[\w./-]+\/[\w.-]+\.\w+$/.test(word) && has(joinPath(directory, word) ?? ""))),
  );
}

function isShown(group: UnitGroup): boolean {
  return group.units.some(
    ({ isDevelopment, form, duration }) => !isDevelopment && form !== "dockerfile" && duration !== "once",
  );
}

/** Null for what runs. Dockerfiles alone are looked at later: what they build may be said better by the code. */
function reasonToLeaveOut(group: UnitGroup, known: Beside): "development" | "once" | "combined" | "unused" | null {
  const declared = group.units.filter(({ form }) => form !== "dockerfile");
  if (declared.length === 0) return "unused";
  const lasting = declared.filter(({ duration, duty }) => duration !== "once" && duty?.duty !== "once");
  if (
    lasting.length === 0 ||
    /(?:^|[-_])(?:migrat(?:e|ions?|or)|init|setup|seed(?:er)?|create-?buckets?|bootstrap)(?:$|[-_])/i.test(group.name)
  )
    return "once";
  if (group.units.some((unit) => unitTechnology(unit)?.isDevelopment === true)) return "development";
  // "jaeger-all-in-one" is all of Jaeger, and nothing of the product.
  const isOthers = group.units.every(({ isOwn }) => !isOwn) && group.technology !== null;
  if (allInOne.test(group.name) && !isOthers && group.units.some(({ path }) => (known.ownByFile.get(path) ?? 0) > 2))
    return "combined";
  const shipped = lasting.filter(({ isDevelopment, duty }) => !isDevelopment && duty?.duty !== "development");
  if (shipped.length > 0 || (known.isSingle && startsOwnCode(group, known))) return null;
  // Where nothing else says what the product keeps its data in, what its developers start does.
  const [owner = ""] = group.name.split(/[-_]/);
  const isOfOthers = known.others.has(owner.toLowerCase());
  const isTheirStore =
    !known.isStored && !isOfOthers && group.kind !== "process" && declared.some(({ form }) => form === "compose");
  return isTheirStore ? null : "development";
}

function addGroup(
  group: UnitGroup,
  to: {
    builder: SystemBuilder;
    names: NodesByName;
    own: OwnProcess[];
    deployments: ReadonlyMap<string, DeploymentFacts>;
  },
): void {
  const { units } = group;
  const shown = units.filter(({ isDevelopment, form }) => !isDevelopment && form !== "dockerfile");
  const declared = shown.length > 0 ? shown : units;
  const { code, isOthers } = codeOfUnits(units);
  const isOwn = group.kind === "process" && !isOthers && units.some((unit) => unit.isOwn);
  const duty = units.find((unit) => unit.duty !== null)?.duty ?? (preparing.test(group.name) ? once : null);
  const commands = units.filter(({ isDevelopment }) => !isDevelopment).map(({ command }) => command);
  const program = isOwn && code !== null ? programAt(to.deployments, code, commands) : null;
  const node = to.builder.addNode({
    kind: group.kind,
    name: group.name,
    technology: isOwn ? (isNamedByTool(duty) ? duty.tool : program) : group.technology,
    ports: [...new Set(declared.flatMap(({ ports }) => ports))]
      .filter((port) => /^\d+(?:-\d+)?$/.test(port))
      .slice(0, 8),
    sources: uniqueSources(declared),
    certainty: isSure(shown.length > 0 ? shown : units) ? "resolved" : "partly",
    folder: code,
  });
  for (const unit of units) for (const name of [unit.name, ...unit.aliases]) addName(to.names, name, node);
  addName(to.names, group.name, node);
  if (isOwn) to.own.push({ id: node.id, folder: code ?? unknownFolder, duty, words: wordsOf(units) });
}

/** What works on jobs, or puts them in line by the clock, is called by what starts it. */
function isNamedByTool(duty: LocatedUnit["duty"]): duty is NonNullable<LocatedUnit["duty"]> {
  const isClock = duty?.duty === "schedule" && duty.tool !== "schedule";
  return (duty?.duty === "worker" || isClock) && duty.tool !== "";
}

function isSure(units: readonly LocatedUnit[]): boolean {
  return units.some(
    ({ form, isExample, isDevelopment }) =>
      form !== "documented" && !isExample && (!isDevelopment || form === "procfile"),
  );
}

/** Of declarations of the same process. */
function wordsOf(units: readonly LocatedUnit[]): string[] {
  return units
    .flatMap(({ name, command }) => [name, ...(command ?? "").split(/[\s"'=,;]+/)])
    .filter((word) => word !== "");
}

/** Paths of source that is no test, and those of jobs among them. */
function sourceOfProduct(context: ResolveContext, { triggers }: Triggers): { files: string[]; jobs: Set<string> } {
  const files = context.files.flatMap(({ path, kind }) => (kind === "source" ? [path] : []));
  const isJob = ({ kind }: Triggers["triggers"][number]): boolean => kind === "job" || kind === "consumer";
  return { files, jobs: new Set(triggers.filter(isJob).map(({ path, handlerPath }) => handlerPath ?? path)) };
}

function uniqueSources(units: readonly LocatedUnit[]): SystemSource[] {
  return [...new Map(units.map((unit) => [`${unit.path}:${unit.startLine}`, sourceOf(unit)])).values()];
}

function sourceOf({ path, startLine, endLine }: LocatedUnit): SystemSource {
  return { path, startLine, endLine };
}
