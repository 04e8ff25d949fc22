import { technologyOfScheme } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import { technologyOfSetting } from "#server/code-index/analysis/extract/deployment/technologies/outside-services.ts";
import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import { folderOf, isUnder, joinPath } from "#server/code-index/analysis/structure/paths.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import type { SystemEdge, SystemNode, SystemSource } from "#server/code-index/ports/system.ts";

import { hostsIn } from "./addresses.ts";
import type { CodeOwners } from "./code-owners.ts";
import { plainName } from "./code-places.ts";
import type { UsesOfContainer } from "./container-settings.ts";
import type { LocatedUnit } from "./located-unit.ts";
import { connectEmbedded } from "./own-stores.ts";
import { isForVisitors, peerNames } from "./peer-settings.ts";
import type { SystemBuilder } from "./system-builder.ts";

/** By the names of their hosts, in small letters. */
export type NodesByName = Map<string, SystemNode>;

interface Connecting {
  builder: SystemBuilder;
  names: NodesByName;
}

/** Files whose addresses are of documents or of tools. */
export const noSetting =
  /(?:^|\/)(?:docs?|examples?|\.github|\.devcontainer|scripts?|locales?|i18n|openapi|swagger)\/|\.(?:lock|svg|snap)$|(?:^|\/)\.env\.(?:[\w-]+\.)*(?:tests?|testing|ci|e2e)(?:\.[\w-]+)*$/i;
/** Below the folder of a process: settings of proxies and of other deployments. */
const ofOthers =
  /(?:^|\/)(?:docker|deploy(?:ment)?s?|nginx|infra(?:structure)?|ops|contrib|charts?|kubernetes|k8s|helm|compose|packaging|conf\.d)\/|nginx[\w.-]*\.conf/i;
const environmentFile = /(?:^|\/)\.env(?:\.[\w.-]+)?$/;
/** Layers of code may be called so too. */
const codeFile = /\.(?:java|kts?|scala|groovy|go|rs|cs|fs|py|rb|php|exs?|[cm]?[jt]sx?)$/i;
/** Passes requests on to others. */
const proxy = /^(?:nginx(?:-proxy|-unprivileged)?|traefik|caddy|haproxy|envoy|httpd|apache|openresty|swag)$/i;

export function isProxy({ technology }: SystemNode): boolean {
  return proxy.test(technology ?? "");
}

/** What a declaration waits for or refers to. */
export function connectNeeds(units: readonly LocatedUnit[], { builder, names }: Connecting): void {
  for (const unit of units) {
    const from = nodeOf(names, unit);
    if (from === undefined || (unit.isDevelopment && unit.form !== "compose")) continue;
    for (const { name, kind, line } of unit.needs) {
      if (kind === "served") {
        const front = onlyOf(builder, name);
        const source = { path: unit.path, startLine: line, endLine: line };
        if (front !== undefined)
          builder.connect({ from: front.id, to: from.id, how: "connection-setting", certainty: "resolved", source });
        continue;
      }
      const to = name.startsWith("@") ? onlyOf(builder, name.slice(1)) : names.get(name.toLowerCase());
      if (to === undefined) continue;
      const how = kind === "reference" ? "connection-setting" : "depends-on";
      const certainty = name.startsWith("@") ? "partly" : "resolved";
      builder.connect({
        from: from.id,
        to: to.id,
        how,
        certainty,
        source: { path: unit.path, startLine: line, endLine: line },
      });
    }
  }
}

/** What `PRODUCT_CLIENT_URL` holds is where a client of "product" finds it. */
function isClientOf({ name }: SystemNode, setting: string): boolean {
  const [, subject = ""] = /^(.+)_CLIENT_(?:URL|URI)$/i.exec(setting) ?? [];
  return subject !== "" && peerNames(name).includes(plainName(subject));
}

function nodeOf(names: NodesByName, unit: LocatedUnit): SystemNode | undefined {
  return unit.form === "dockerfile" ? undefined : names.get(unit.name.toLowerCase());
}

function startOf({ path, startLine, endLine }: LocatedUnit): SystemSource {
  return { path, startLine, endLine };
}

function onlyOf(builder: SystemBuilder, technology: string): SystemNode | undefined {
  const found = [...builder.nodes.values()].filter((one) => one.technology === technology);
  return found.length === 1 ? found[0] : undefined;
}

/** Settings that hold the host of another, or the key of an outside service. */
export function connectSettings(
  units: readonly LocatedUnit[],
  { builder, names, ownNames, uses }: Connecting & { ownNames: ReadonlySet<string>; uses: UsesOfContainer },
): void {
  for (const unit of units) {
    const from = nodeOf(names, unit);
    if (from === undefined || from.kind !== "process" || (unit.isDevelopment && !isOverride(unit))) continue;
    for (const word of (unit.command ?? "").split(/[\s"'[\],=]+/)) {
      // `caddy reverse-proxy --to boats:3000`
      const to = /^(?:\w+:\/\/)?[a-z][\w.-]*:\d{2,5}(?:\/|$)/i.test(word)
        ? names.get(hostsIn("", word)[0] ?? "")
        : undefined;
      if (to !== undefined)
        builder.connect({
          from: from.id,
          to: to.id,
          how: "connection-setting",
          certainty: "resolved",
          source: startOf(unit),
        });
    }
    for (const { name, value, path, line, givenBy } of unit.located) {
      const source = { path, startLine: line, endLine: line };
      const isUsed = (to: Pick<SystemNode, "kind">): boolean =>
        givenBy === undefined || uses(from.id, { name, givenBy }, to);
      const hosts = hostsIn(name, value).flatMap((host) => names.get(host) ?? []);
      const called = hosts.length > 0 ? hosts : calledAfter(names.get(value.toLowerCase()), name);
      for (const to of called) {
        if (to.kind === "process" && isForVisitors(name) && !isClientOf(to, name) && !isProxy(from)) continue;
        if (!isUsed(to)) continue;
        builder.connect({ from: from.id, to: to.id, how: "connection-setting", certainty: "resolved", source });
      }
      // What leads to one of the product's own is no service of others, whatever it is called.
      const told = called.length > 0 ? null : technologyOfSetting(name);
      // Settings of the product bear its own name.
      const outside = told === null || ownNames.has(plainName(told.name)) ? null : told;
      // Of a store beside a program of others only the declarations know whether it is there.
      const isStray = outside?.kind !== "outside" && from.folder === null;
      if (
        outside !== null &&
        !isStray &&
        isUsed(outside) &&
        (value !== "" || unit.form === "compose") &&
        targetsOf(builder, outside).length === 0
      )
        connectOutside(builder, outside, { from: from.id, how: "connection-setting", certainty: "resolved", source });
      const scheme = /^["']?([\w+]+):(?:\/\/|[^/])/.exec(value)?.[1] ?? "";
      const embedded = technologyOfScheme(scheme);
      if (embedded?.isEmbedded === true && isUsed(embedded))
        connectEmbedded(builder, embedded, { from, how: "connection-setting", certainty: "resolved", source });
    }
  }
}

/** `SESSION_REDIS: session-db` holds the host of the Redis that is called so. */
function calledAfter(named: SystemNode | undefined, setting: string): SystemNode[] {
  if (named === undefined || named.kind === "process" || named.technology === null) return [];
  const words = plainName(setting);
  return named.technology.split(" or ").some((one) => words.includes(plainName(one))) ? [named] : [];
}

/** What Compose takes in by itself beside the file that it stands by: who talks to whom may be told there alone. */
function isOverride({ form, path }: LocatedUnit): boolean {
  return form === "compose" && /(?:^|\/)(?:docker-)?compose\.override\.ya?ml$/.test(path);
}

/** Clients of one are clients of the other. */
const sameClient: Readonly<Record<string, readonly string[]>> = {
  Redis: ["Redis", "Valkey", "KeyDB", "Dragonfly", "Garnet"],
  PostgreSQL: ["PostgreSQL", "CockroachDB"],
  MySQL: ["MySQL", "MariaDB"],
  MariaDB: ["MariaDB", "MySQL"],
  "Amazon S3": ["MinIO", "SeaweedFS"],
  Elasticsearch: ["Elasticsearch", "OpenSearch"],
  OpenSearch: ["OpenSearch", "Elasticsearch"],
};

/** Boxes of declarations that a client of this technology reaches. */
export function targetsOf(builder: SystemBuilder, technology: Technology): SystemNode[] {
  const accepted = sameClient[technology.name] ?? [technology.name];
  return [...builder.nodes.values()].filter(
    (one) => one.kind !== "outside" && accepted.some((name) => (one.technology ?? "").split(" or ").includes(name)),
  );
}

/** Whether the declarations start the service themselves, from an image that bears its name: `grafana/loki`. */
function isImageOf({ kind, technology: image }: SystemNode, { name }: Technology): boolean {
  if (kind === "outside" || image === null) return false;
  const [called, wanted] = [image.toLowerCase(), name.toLowerCase()];
  const isVariant = wanted.includes(" ") && plainName(called).startsWith(plainName(wanted));
  return called === wanted || isVariant || (wanted.endsWith(` ${called}`) && called.length > 3);
}

export function connectOutside(
  builder: SystemBuilder,
  technology: Technology,
  edge: { from: string; how: SystemEdge["how"]; certainty: SystemEdge["certainty"]; source: SystemSource },
): void {
  const nodes = [...builder.nodes.values()];
  const known =
    nodes.find((one) => one.technology === technology.name && one.kind === technology.kind) ??
    nodes.find((one) => isImageOf(one, technology));
  const node =
    known ??
    builder.addNode({
      kind: technology.kind,
      name: technology.name,
      technology: technology.name,
      ports: [],
      sources: [edge.source],
      certainty: edge.certainty,
      folder: null,
    });
  if (known !== undefined && edge.certainty === "resolved") known.certainty = "resolved";
  if (
    known !== undefined &&
    !known.sources.some(({ path }) => path === edge.source.path) &&
    known.kind === "outside" &&
    known.sources.length < 4
  )
    known.sources.push(edge.source);
  builder.connect({ ...edge, to: node.id });
}

const configFile = /(?:\.(?:conf|cfg|ini|toml|ya?ml|h?json|properties|xml|env|template|tmpl)|(?:^|\/)Caddyfile)$/i;
const maxMounted = 40;

/** Hosts in the files of settings that a declaration gives a process to read: the upstreams of a proxy. */
export function connectMounts(
  units: readonly LocatedUnit[],
  deployments: ReadonlyMap<string, DeploymentFacts>,
  { builder, names }: Connecting,
): void {
  for (const unit of units) {
    const from = nodeOf(names, unit);
    if (from === undefined || from.kind !== "process" || unit.isDevelopment) continue;
    for (const mount of unit.mounts) {
      const target = joinPath(unit.directory, mount);
      const files = [...deployments].filter(
        ([path]) => target !== null && target !== "" && isUnder(path, target) && configFile.test(path),
      );
      for (const [path, { addresses }] of files.slice(0, maxMounted))
        for (const { host, line } of addresses) {
          const to = names.get(host);
          const source = { path, startLine: line, endLine: line };
          if (to !== undefined)
            builder.connect({ from: from.id, to: to.id, how: "connection-setting", certainty: "resolved", source });
        }
    }
  }
}

/** Whether the declarations give a file to others to read, and not to the process whose code is around it. */
function isHandedToOthers(
  path: string,
  owner: SystemNode,
  mounted: readonly (readonly [string, SystemNode])[],
): boolean {
  const readers = mounted.filter(([target]) => isUnder(path, target)).map(([, node]) => node);
  return readers.length > 0 && !readers.includes(owner);
}

function mountedBy(units: readonly LocatedUnit[], names: NodesByName): (readonly [string, SystemNode])[] {
  return units.flatMap((unit) => {
    const node = nodeOf(names, unit);
    const targets = unit.mounts.map((mount) => joinPath(unit.directory, mount));
    return targets.flatMap((target) => (node === undefined || !target ? [] : [[target, node] as const]));
  });
}

/** Hosts of the network of processes in the settings and the code of one of them. */
export function connectAddresses(
  deployments: ReadonlyMap<string, DeploymentFacts>,
  units: readonly LocatedUnit[],
  { builder, names, owners }: Connecting & { owners: CodeOwners },
): void {
  const mounted = mountedBy(units, names);
  for (const [path, { addresses }] of deployments) {
    if (addresses.length === 0 || noSetting.test(path)) continue;
    // Those beside a declaration of several processes are handed to each of them by the declaration.
    if (environmentFile.test(path) && units.some((one) => one.form === "compose" && one.directory === folderOf(path)))
      continue;
    const { ids, isShared } = owners.of(path);
    if (ids.length !== 1 || isShared) continue;
    const owner = builder.nodes.get(ids[0] ?? "");
    const isOfOthers = !codeFile.test(path) && ofOthers.test(path.slice(owner?.folder?.length ?? 0));
    if (owner === undefined || (isOfOthers && !isProxy(owner))) continue;
    if (isHandedToOthers(path, owner, mounted)) continue;
    const isSetting = /\.(?:ya?ml|json|toml|properties|conf|ini|xml|env|config)$/.test(path);
    for (const { host, line } of addresses) {
      const to = names.get(host);
      if (to === undefined) continue;
      const how = isSetting || to.kind !== "process" ? "connection-setting" : "http-call";
      builder.connect({
        from: ids[0] ?? "",
        to: to.id,
        how,
        certainty: "partly",
        source: { path, startLine: line, endLine: line },
      });
    }
  }
}
