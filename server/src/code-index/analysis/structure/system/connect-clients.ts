import {
  databaseChosen,
  technologyNamed,
  technologyOfScheme,
  technologyOfPackage,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import { isForPeople } from "#server/code-index/analysis/extract/deployment/technologies/outside/identity.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import type { SystemNode } from "#server/code-index/ports/system.ts";

import type { ClientUse } from "./client-use.ts";
import type { CodeOwners } from "./code-owners.ts";
import { connectOutside, noSetting, targetsOf } from "./connect-nodes.ts";
import { isOfProduct, type OutsideUse } from "./outside-use.ts";
import { mainOf, type OwnProcess } from "./own-process.ts";
import { programOf } from "./own-programs.ts";
import { isKeptBy } from "./own-stores.ts";
import { isReadAtStart } from "./side-code.ts";
import type { SystemBuilder } from "./system-builder.ts";
import { addUnmetStores } from "./unmet-stores.ts";

/** Clients that the code makes, and drivers that the packages of a process bring. */
export function connectClients(to: {
  deployments: ReadonlyMap<string, DeploymentFacts>;
  context: ResolveContext;
  builder: SystemBuilder;
  owners: CodeOwners;
  own: readonly OwnProcess[];
  isDeclared: boolean;
  outside: readonly OutsideUse[];
  /** What is reached through sidecars. */
  throughSidecars: readonly ClientUse[];
}): void {
  const { builder } = to;
  if (to.own.length === 0) return;
  const uses = [...clientUses(to), ...outsideUses(to), ...driverUses(to), ...to.throughSidecars];
  const isDatabase = (name: string): boolean => technologyNamed(name)?.isRelational === true;
  const databases = [...builder.nodes.values()].filter(({ technology }) => technology?.split(" or ").some(isDatabase));
  const unmet: ClientUse[] = [];
  const provider = signInProcess(builder, uses);
  for (const use of uses) {
    const { technology } = use;
    const targets = targetsOf(builder, technology);
    const [target] = targets;
    if (technology.isEmbedded === true && targets.length > 0) unmet.push(...connectOwnStores(builder, use, targets));
    else if (target !== undefined && targets.length === 1) connectTarget(builder, use, target);
    else if (targets.length > 1) continue;
    else if (technology.kind === "outside") addOutside(builder, use, provider);
    else unmet.push(use);
  }
  addUnmetStores(builder, unmet, { databases, isDeclared: to.isDeclared, own: to.own });
}

function connectTarget(builder: SystemBuilder, use: ClientUse, target: SystemNode): void {
  const { ids, certainty, source, isShared } = use;
  for (const from of ids) {
    const own = builder.edges().filter((edge) => edge.from === from);
    // Where a declaration says what it talks to, shared code and a database behind a pool add nothing.
    const isToldOtherwise = own.some(
      (edge) =>
        edge.to !== target.id && (isShared || isPoolOf(builder, edge.to, target)) && edge.how === "connection-setting",
    );
    if (!isToldOtherwise) builder.connect({ from, to: target.id, how: "client", certainty, source });
  }
}

/** Whether clients reach a database through it: of all that talks to one, only what is called so is in front of it. */
function isPoolOf(builder: SystemBuilder, id: string, database: SystemNode): boolean {
  const { name = "", technology = null, kind } = builder.nodes.get(id) ?? {};
  const isPool = kind !== "process" || poolName.test(name) || poolName.test(technology ?? "");
  return isPool && builder.edges().some((next) => next.from === id && next.to === database.id);
}

const poolName =
  /pool|bouncer|pgcat|odyssey|maxscale|router|prox(?:y|ies)|(?:^|[-_])lb(?:$|[-_])|balancer|mongos|sentinel/i;

/** What runs inside of a program is known by it alone: the uses that are of other programs come back. */
function connectOwnStores(builder: SystemBuilder, use: ClientUse, targets: readonly SystemNode[]): ClientUse[] {
  const { certainty, source } = use;
  const others = use.ids.filter((from) => {
    const process = builder.nodes.get(from);
    const own = process && targets.find((target) => isKeptBy(builder, target, process));
    if (own !== undefined) builder.connect({ from, to: own.id, how: "client", certainty, source });
    return own === undefined;
  });
  return others.length === 0 ? [] : [{ ...use, ids: others }];
}

function addOutside(
  builder: SystemBuilder,
  { technology, ids, certainty, source }: ClientUse,
  signIn: SystemNode | undefined,
): void {
  if (ids.length === 0) {
    const isKnown = [...builder.nodes.values()].some(
      (one) => one.kind === "outside" && one.technology === technology.name,
    );
    if (!isKnown)
      builder.addNode({
        kind: "outside",
        name: technology.name,
        technology: technology.name,
        ports: [],
        sources: [source],
        certainty: "partly",
        folder: null,
      });
    return;
  }
  const provider = technology.name === signInTechnology ? signIn : undefined;
  for (const from of ids)
    if (provider === undefined) connectOutside(builder, technology, { from, how: "client", certainty, source });
    else builder.connect({ from, to: provider.id, how: "client", certainty, source });
}

/** The process that signs people in for the others: by what it is called, or as the only one for it that asks no other. */
function signInProcess(builder: SystemBuilder, uses: readonly ClientUse[]): SystemNode | undefined {
  const asking = new Set(uses.flatMap(({ technology, ids }) => (technology.name === signInTechnology ? ids : [])));
  const found = [...builder.nodes.values()].filter(
    ({ id, kind, name, technology }) =>
      kind === "process" &&
      (signInName.test(name) || signInName.test(technology ?? "") || (authName.test(name) && !asking.has(id))),
  );
  return found.length === 1 ? found[0] : undefined;
}

const signInTechnology = "OpenID Connect provider";
/** Where people sign in, or where a provider elsewhere is asked. */
const authName = /^(?:[\w.-]+[-_.])?auth(?:entication)?(?:[-_.]?(?:service|svc|api))?$/i;

const signInName = /(?:^|[-_.])(?:identity|idp|sso|keycloak|authentik|authelia|zitadel|dex|auth-?server)(?:$|[-_.])/i;

/** Code that fills a program with something to look at. */
const tryOut =
  /(?:^|\/)(?:data-?)?(?:fixtures?|seeds?|factories)\/|Seeder[A-Z]?\w*\.\w+$|(?:^|\/)\w*[a-z]Test(?=[A-Z.])[\w.]*$/i;

/** Databases of rows whose addresses are settings, or that settings choose: `DATABASE_URL=mysql://…` of an example. */
function configured(settings: DeploymentFacts["settings"]): DeploymentFacts["clients"] {
  return settings.flatMap(({ name, value, line }) => {
    const scheme = /^([a-z][\w+]*):\/\//i.exec(value)?.[1];
    const technology = scheme === undefined ? databaseChosen(name, value) : technologyOfScheme(scheme);
    return technology?.isRelational === true ? [{ technology: technology.name, line, isOption: false }] : [];
  });
}

function clientUses({
  deployments,
  owners,
}: {
  deployments: ReadonlyMap<string, DeploymentFacts>;
  owners: CodeOwners;
}): ClientUse[] {
  return [...deployments].flatMap(([path, { clients, settings }]) => {
    if (noSetting.test(path) || tryOut.test(path)) return [];
    const named = [...clients.filter(({ isOption }) => !isOption), ...configured(settings)];
    if (named.length === 0) return [];
    const { ids, isShared, isSure, isReached } = owners.of(path);
    if (!isReached) return [];
    return named.flatMap(({ technology, line }): ClientUse[] => {
      const known = technologyNamed(technology);
      return known === null || (known.kind === "outside" && !isOfProduct(path))
        ? []
        : [
            {
              technology: known,
              source: { path, startLine: line, endLine: line },
              ids: isReadAtStart(path) && isForPeople(known) ? ids.slice(0, 1) : ids,
              isShared,
              isPackage: false,
              certainty: isSure ? "resolved" : "partly",
            },
          ];
    });
  });
}

/** Outside services that code names, each told of the processes that run the code. */
function outsideUses({ outside, owners }: { outside: readonly OutsideUse[]; owners: CodeOwners }): ClientUse[] {
  return outside.flatMap(({ technology, path, line, certainty }): ClientUse[] => {
    if (noSetting.test(path) || tryOut.test(path)) return [];
    const { ids: all, isShared, isSure, isReached } = owners.of(path);
    if (!isReached) return [];
    // Who signs in does so where pages are served.
    const ids = isReadAtStart(path) && isForPeople(technology) ? all.slice(0, 1) : all;
    const source = { path, startLine: line, endLine: line };
    return [{ technology, source, ids, isShared, certainty: isSure ? certainty : "partly", isPackage: false }];
  });
}

/** All that the product's code imports, by the beginnings of its names, with the files: of Go, JavaScript and Python. */
function importedNames(context: ResolveContext): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, kind } of context.files) {
    if (kind === "test" || !isOfProduct(path, kind)) continue;
    for (const { specifier } of context.links(path).imports)
      for (let end = specifier.length; end > 0; end = specifier.lastIndexOf("/", end - 1))
        keep(found, specifier.slice(0, end).toLowerCase(), path);
  }
  return found;
}

/** Of several programs of one module those that run what imports the driver; else the one that serves people. */
function ranBy(
  processes: readonly OwnProcess[],
  main: OwnProcess,
  { importing, owners }: { importing: readonly string[]; owners: CodeOwners },
): string[] {
  if (importing.length === 0 || !processes.some((one) => programOf(owners, one) !== null)) return [main.id];
  const ids = new Set(importing.flatMap((path) => owners.of(path).ids));
  return processes.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

function keep(found: Map<string, string[]>, name: string, path: string): void {
  const paths = found.get(name);
  if (paths === undefined) found.set(name, [path]);
  else if (paths.at(-1) !== path) paths.push(path);
}

/** Drivers alone say that a store is used, never an outside service. */
function driverUses({
  context,
  own,
  owners,
}: {
  context: ResolveContext;
  own: readonly OwnProcess[];
  owners: CodeOwners;
}): ClientUse[] {
  const folders = Map.groupBy(own, ({ folder }) => folder);
  const imported = importedNames(context);
  return context.manifests.flatMap(({ path, manifest }) => {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    const processes = folders.get(folder);
    if (processes === undefined) return [];
    const main = mainOf(processes);
    return manifest.dependencies.flatMap(({ name, isDev, line }): ClientUse[] => {
      const technology = isDev ? null : technologyOfPackage(name);
      if (technology === null || technology.kind === "outside" || main === undefined) return [];
      const importing = imported.get(name.toLowerCase()) ?? [];
      const isImported = importing.length > 0;
      // Modules of Go list what others need, too.
      if (manifest.ecosystem === "go" && !isImported) return [];
      return [
        {
          technology,
          source: { path, startLine: line, endLine: line },
          ids: ranBy(processes, main, { importing, owners }),
          isShared: false,
          isPackage: !isImported,
          certainty: isImported ? "resolved" : "partly",
        },
      ];
    });
  });
}
