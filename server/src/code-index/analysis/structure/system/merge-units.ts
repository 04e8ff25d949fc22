import {
  imageName,
  technologyNamed,
  technologyOfImage,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import { folderOf } from "#server/code-index/analysis/structure/paths.ts";

import { lastPart, plainName } from "./code-places.ts";
import { isInterpreter } from "./locate-code.ts";
import type { LocatedUnit } from "./located-unit.ts";

/** Units that are declarations of the same process or store. */
export interface UnitGroup {
  units: LocatedUnit[];
  kind: "process" | "store" | "queue" | "cache";
  name: string;
  technology: string | null;
}

/** Joins units that mean the same: the variants of a compose file, the same process in several kinds of declarations. */
export function mergeUnits(units: readonly LocatedUnit[]): UnitGroup[] {
  const parents = units.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  const keys = [
    nameKeys(units),
    ownKeys,
    replicaKeys(units),
    clusterKeys,
    technologyKeys(units),
    dutyKeys(units),
    startKeys(units),
    imageKeys,
  ];
  for (const keysOf of keys) {
    const first = new Map<string, number>();
    for (const [at, unit] of units.entries())
      for (const key of keysOf(unit)) {
        const other = first.get(key);
        if (other === undefined) first.set(key, at);
        else if (rootOf(other) !== rootOf(at)) parents[rootOf(at)] = rootOf(other);
      }
  }
  const groups = Map.groupBy(units.keys(), rootOf);
  return [...groups.values()].map((members) => toGroup(members.flatMap((at) => units[at] ?? [])));
}

/** The technology of a unit, by its declaration or its image. */
export function unitTechnology(unit: LocatedUnit): Technology | null {
  if (unit.technology !== null) return technologyNamed(unit.technology);
  if (unit.image === null && unit.form === "app-host" && unit.project === null) return technologyOfImage(unit.name);
  return unit.image === null || unit.isOwn ? null : technologyOfImage(unit.image);
}

type Keys = (unit: LocatedUnit) => readonly string[];

/** By name, without the product's that all names of a declaration may begin with. */
function nameKeys(units: readonly LocatedUnit[]): Keys {
  const prefixes = new Map<string, string>();
  for (const [group, own] of Map.groupBy(units, groupOf))
    prefixes.set(group, commonPrefix(own.map(({ name }) => name.toLowerCase())));
  return (unit) => {
    if (unit.form === "dockerfile") return [];
    const prefix = prefixes.get(groupOf(unit)) ?? "";
    const short = unit.name.toLowerCase().slice(prefix.length);
    const alias = unit.aliases.map((one) => `host:${one.toLowerCase()}`);
    const program = programOf(unit);
    if (program !== null) return [`program:${unit.directory}:${program}`, `name:${plainName(unit.name)}`];
    // Names such as "web" of a Procfile say what it does, which counts below.
    return unit.form === "procfile"
      ? [`proc:${unit.directory}:${short}`]
      : [`name:${plainName(short)}`, `name:${plainName(unit.name)}`, ...alias];
  };
}

/** Code that two declarations start under the same name is one process. */
function ownKeys({ isOwn, code, name, form, duration }: LocatedUnit): readonly string[] {
  return isOwn && code !== null && form !== "dockerfile" && duration !== "once" ? [`own:${code}:${name}`] : [];
}

/** What a unit of systemd starts, where that is a program of the product: it is one under several names. */
function programOf({ form, isOwn, command }: LocatedUnit): string | null {
  const path = form === "systemd" && isOwn ? /^[-@:+!]*(\/\S+)/.exec(command ?? "")?.[1] : undefined;
  return path === undefined || isInterpreter(path) ? null : path;
}

function groupOf(unit: LocatedUnit): string {
  // Services of s6 have a folder each.
  if (unit.form === "supervised") return `supervised ${folderOf(unit.directory)}`;
  return `${unit.form === "systemd" ? "systemd" : unit.form === "compose" ? "compose" : unit.path} ${unit.directory}`;
}

/** Files of compose beside each other may be alternatives, each with a store of its own name; those of Kubernetes are one. */
function fileOf(unit: LocatedUnit): string {
  if (unit.form === "kubernetes") return `kubernetes ${unit.directory}`;
  return unit.form === "compose" ? unit.path : groupOf(unit);
}

function commonPrefix(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const [first = "", ...others] = unique;
  if (others.length === 0) return "";
  const isShared = (at: number): boolean => others.every((name) => name[at] === first[at]);
  let end = 0;
  while (end < first.length && isShared(end)) end += 1;
  return /^.*[-_.]/.exec(first.slice(0, end))?.[0] ?? "";
}

/** `core1` and `core2` of the same image are one that runs twice. */
function replicaKeys(units: readonly LocatedUnit[]): Keys {
  const images = new Map(
    units.map((unit) => [
      `${groupOf(unit)} ${unit.name}`,
      unit.image ??
        (unit.build === null ? null : `${unit.build.context} ${unit.build.file ?? ""} ${unit.build.target ?? ""}`),
    ]),
  );
  return (unit) => {
    const stem = /^(.*[a-z])[-_]?\d{1,2}$/i.exec(unit.name)?.[1];
    const image = unit.image ?? images.get(`${groupOf(unit)} ${unit.name}`) ?? null;
    return stem === undefined || image === null ? [] : [`replica:${groupOf(unit)} ${stem} ${image}`];
  };
}

/** The product's own image on the same port, in declarations that each call it otherwise. */
function imageKeys({ form, isOwn, image, ports, build, command, duration }: LocatedUnit): readonly string[] {
  const isPlain = form === "compose" && isOwn && build === null && command === null && duration !== "once";
  const [port] = ports;
  return isPlain && image !== null && port !== undefined && !image.includes("$")
    ? [`image:${image.replace(/:[\w.-]+$/, "")}:${port}`]
    : [];
}

/** The nodes of one cluster, and the variants with and without one, are one store. */
function clusterKeys(unit: LocatedUnit): readonly string[] {
  const technology = unitTechnology(unit);
  if (technology === null || technology.kind === "process" || technology.kind === "outside") return [];
  const stem = unit.name.replace(
    /(?:[-_]?(?:primary|master|replica|slave|secondary|sentinel|node|leader|follower|arbiter|shard|cluster|\d{1,2})(?![a-z]))+$/i,
    "",
  );
  return stem === "" ? [] : [`cluster:${unit.directory} ${stem.toLowerCase()} ${technology.name}`];
}

/** One database, broker or program of others that two declarations name differently is one. */
function technologyKeys(units: readonly LocatedUnit[]): Keys {
  const wordOf = (unit: LocatedUnit): string | null => {
    const technology = unitTechnology(unit);
    if (technology !== null) return technology.name;
    return unit.isOwn || unit.image === null ? null : imageName(unit.image);
  };
  const counts = new Map<string, Set<string>>();
  const shipped = new Set(units.flatMap(({ isDevelopment, name }) => (isDevelopment ? [] : [plainName(name)])));
  for (const unit of units) {
    // What developers alone start beside the one that is shipped, such as a database of tests, makes it no second one.
    const isBeside = unit.isDevelopment && !shipped.has(plainName(unit.name));
    if (isBeside || unit.duration === "once") continue;
    const key = `${fileOf(unit)} ${wordOf(unit) ?? ""}`;
    counts.set(key, (counts.get(key) ?? new Set()).add(unit.name));
  }
  const most = new Map<string, number>();
  for (const unit of units) {
    const word = wordOf(unit);
    if (word !== null) most.set(word, Math.max(most.get(word) ?? 0, counts.get(`${fileOf(unit)} ${word}`)?.size ?? 0));
  }
  return (unit) => {
    const word = wordOf(unit);
    return word !== null && (most.get(word) ?? 0) <= 1 ? [`technology:${word}`] : [];
  };
}

/** The web server of a Procfile and the one of a compose file are one where both start the same code. */
function dutyKeys(units: readonly LocatedUnit[]): Keys {
  const ofCode = Map.groupBy(
    units.filter((unit) => unit.isOwn && unit.code !== null && unit.duration !== "once"),
    ({ code }) => code ?? "",
  );
  return (unit) => {
    if (!unit.isOwn || unit.code === null || unit.duration === "once") return [];
    const own = ofCode.get(unit.code) ?? [];
    const { duty, tool } = unit.duty ?? { duty: "", tool: "" };
    const byDuty = new Set(
      own
        .filter((one) => one.duty?.duty === duty && one.duty.tool === tool)
        .map((one) => `${groupOf(one)} ${one.name}`),
    );
    const groups = new Set(own.map(groupOf));
    // Where a declaration has two with the same duty, they are told apart by their names alone.
    const isSingle = [...groups].every((group) => [...byDuty].filter((one) => one.startsWith(`${group} `)).length <= 1);
    // Beside the web server of its own declaration it is something else.
    const hasServer = own.some((one) => one.duty?.duty === "web" && groupOf(one) === groupOf(unit));
    if (unit.duty === null && hasServer) return [];
    if (unit.duty !== null) return isSingle ? [`duty:${unit.code}:${duty}:${tool}`] : [];
    // A declaration that says nothing about what it does is the program itself: the web server, or the only one.
    // Those of developers do not make others several.
    const unknown = own.filter((one) => one.duty === null && (unit.isDevelopment || !one.isDevelopment));
    const isOnly = [...groups].every(
      (group) =>
        new Set(unknown.filter((one) => groupOf(one) === group).map((one) => programOf(one) ?? one.name)).size <= 1,
    );
    return isOnly ? [`duty:${unit.code}:web:`] : [];
  };
}

/** The product's own program that a declaration starts by its name. */
function startedProgram({ isOwn, form, command, duration }: LocatedUnit): string | null {
  if (!isOwn || form === "dockerfile" || duration === "once") return null;
  const program = (command ?? "").replace(/^[-@:+!]+/, "").split(" ")[0] ?? "";
  return program === "" || isInterpreter(program) || webServer.test(lastPart(program)) ? null : lastPart(program);
}

/** They serve what others wrote. */
const webServer = /^(?:php-fpm|nginx|apache2|httpd|caddy|unicorn|puma)/;

const saysNothing =
  /^(?:app|application|main|server|service|start|run|program|binary|bin|api|web|worker|(?:docker-)?entrypoint)(?:\.\w+)?$/i;

/** What starts the same program with the same words, in declarations that each start it so once. */
function startKeys(units: readonly LocatedUnit[]): Keys {
  const startOf = (unit: LocatedUnit): string | null => {
    const program = startedProgram(unit);
    // "/app" and "server" are what many images call whatever they start.
    return program === null || saysNothing.test(program)
      ? null
      : [program, ...(unit.command ?? "").split(" ").slice(1)].join(" ");
  };
  const started = units.filter((unit) => startOf(unit) !== null);
  const names = Map.groupBy(started, (unit) => `${groupOf(unit)} ${startOf(unit) ?? ""}`);
  const isSingle = (start: string): boolean =>
    [...names].every(([key, own]) => !key.endsWith(` ${start}`) || new Set(own.map(({ name }) => name)).size === 1);
  const single = new Map(started.map((unit) => [startOf(unit) ?? "", isSingle(startOf(unit) ?? "")]));
  return (unit) => {
    const start = startOf(unit);
    return start !== null && single.get(start) === true ? [`start:${start}`] : [];
  };
}

const formOrder: readonly LocatedUnit["form"][] = [
  "app-host",
  "compose",
  "kubernetes",
  "helm",
  "platform",
  "procfile",
  "systemd",
  "supervised",
  "documented",
  "dockerfile",
];

function toGroup(members: LocatedUnit[]): UnitGroup {
  const units = members.toSorted(
    (a, b) =>
      Number(a.isDevelopment) - Number(b.isDevelopment) ||
      formOrder.indexOf(a.form) - formOrder.indexOf(b.form) ||
      a.path.length - b.path.length ||
      (a.path < b.path ? -1 : 1),
  );
  const technologies = [
    ...new Map(units.flatMap((unit) => unitTechnology(unit) ?? []).map((one) => [one.name, one])).values(),
  ];
  const [first] = technologies;
  const kind = first === undefined || first.kind === "outside" ? "process" : first.kind;
  const names = [...new Set(units.map(({ name }) => name))];
  const stems = new Set(units.map(({ name }) => name.replace(/[-_]?\d{1,2}$/, "")));
  const shortest = names.toSorted((a, b) => a.length - b.length)[0] ?? "";
  const isCluster = kind !== "process" && names.some((one) => one !== shortest && one.startsWith(shortest));
  const program = units.flatMap((unit) => startedProgram(unit) ?? []).find((one) => names.includes(one));
  const name =
    program ?? (names.length > 1 && stems.size === 1 ? ([...stems][0] ?? "") : isCluster ? shortest : (names[0] ?? ""));
  const image = units.find((unit) => unit.image !== null && !unit.isOwn)?.image ?? null;
  const technology =
    technologies.length > 0
      ? technologies.map((one) => one.name).join(" or ")
      : image === null
        ? null
        : imageName(image);
  return { units, kind, name, technology };
}
