import {
  databaseChosen,
  technologyNamed,
  technologyOfScheme,
  technologyOfPackage,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import { isForPeople } from "#server/code-index/analysis/extract/deployment/technologies/outside/identity.ts";
import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import type { SystemEdge, SystemNode, SystemSource } from "#server/code-index/ports/system.ts";

import type { CodeOwners } from "./code-owners.ts";
import { connectOutside, noSetting, targetsOf } from "./connect-nodes.ts";
import { isOfProduct, type OutsideUse } from "./find-outside-uses.ts";
import { mainOf, type OwnProcess } from "./own-process.ts";
import { isReadAtStart } from "./side-code.ts";
import type { SystemBuilder } from "./system-builder.ts";

interface ClientUse {
  technology: Technology;
  source: SystemSource;
  ids: readonly string[];
  certainty: SystemEdge["certainty"];
  /** Whether the code lies outside of the folders of those who use it. */
  isShared: boolean;
  /** Whether a package alone tells of it. */
  isPackage: boolean;
}

/** Clients that the code makes, and drivers that the packages of a process bring. */
export function connectClients(to: {
  deployments: ReadonlyMap<string, DeploymentFacts>;
  context: ResolveContext;
  builder: SystemBuilder;
  owners: CodeOwners;
  own: readonly OwnProcess[];
  isDeclared: boolean;
  outside: readonly OutsideUse[];
}): void {
  const { builder } = to;
  if (to.own.length === 0) return;
  const uses = [...clientUses(to), ...outsideUses(to), ...driverUses(to)];
  const isDatabase = (name: string): boolean => technologyNamed(name)?.isRelational === true;
  const databases = [...builder.nodes.values()].filter(({ technology }) => technology?.split(" or ").some(isDatabase));
  const unmet: ClientUse[] = [];
  const provider = signInProcess(builder, uses);
  for (const use of uses) {
    const { technology, ids, certainty, source } = use;
    const targets = targetsOf(builder, technology);
    const [target] = targets;
    if (target !== undefined && targets.length === 1)
      for (const from of ids) {
        const own = builder.edges().filter((edge) => edge.from === from);
        // Where a declaration says what it talks to, shared code and a database behind a pool add nothing.
        const isToldOtherwise = own.some(
          (edge) =>
            edge.to !== target.id &&
            (use.isShared || builder.edges().some((next) => next.from === edge.to && next.to === target.id)) &&
            edge.how === "connection-setting",
        );
        if (!isToldOtherwise) builder.connect({ from, to: target.id, how: "client", certainty, source });
      }
    else if (targets.length > 1) continue;
    else if (technology.kind === "outside") addOutside(builder, use, provider);
    else unmet.push(use);
  }
  addUnmet(builder, unmet, { databases, isDeclared: to.isDeclared });
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

/**
 * Stores that the code has drivers of while none is declared. Databases of rows are alternatives: one box. What a complete
 * declaration does not name needs a line of code that makes its client: a package alone is an option, and left out.
 */
function addUnmet(
  builder: SystemBuilder,
  unmet: readonly ClientUse[],
  { databases, isDeclared }: { databases: readonly SystemNode[]; isDeclared: boolean },
): void {
  const named = [...Map.groupBy(unmet, ({ technology }) => technology.name)];
  const isDeclaredOne = databases.some(({ certainty }) => certainty === "resolved");
  // Beside servers that developers alone declare, what runs inside of the program.
  const relational = named.filter(([name, uses]) => {
    const technology = technologyNamed(name);
    if (technology?.isRelational !== true) return false;
    // Beside a declared server, one that code opens inside of the program is what it takes without that.
    if (isDeclaredOne)
      return (
        technology.isEmbedded === true &&
        uses.some((one) => !one.isPackage && one.ids.length > 0 && !ofSettings.test(one.source.path))
      );
    return databases.length === 0 || technology.isEmbedded === true;
  });
  const others = named.filter(
    ([name, uses]) =>
      technologyNamed(name)?.isRelational !== true && (!isDeclared || uses.some(({ isPackage }) => !isPackage)),
  );
  const add = (technologiesOfBox: string[], uses: readonly ClientUse[]): void => {
    const [first] = uses;
    if (first === undefined) return;
    const name = technologiesOfBox.length > 1 ? "Database" : (technologiesOfBox[0] ?? "");
    // Packages alone are offers.
    const isSure = uses.some((one) => one.certainty === "resolved" && one.ids.length > 0);
    const node = builder.addNode({
      kind: first.technology.kind,
      name,
      technology: technologiesOfBox.join(" or "),
      ports: [],
      sources: uses.map(({ source }) => source),
      certainty: isSure ? "resolved" : "partly",
      folder: null,
    });
    for (const { ids, source, certainty } of uses)
      for (const from of ids) builder.connect({ from, to: node.id, how: "client", certainty, source });
  };
  if (relational.length > 0)
    add(
      relational.map(([name]) => name),
      relational.flatMap(([, uses]) => uses),
    );
  for (const [name, uses] of others) add([name], uses);
}

/** Where a setting chooses one of several databases: what it takes without the declared one is no other box. */
const ofSettings = /(?:^|\/)(?:\.env[\w.-]*|settings(?:\/\w+)?\.py|config\/[\w-]+\.(?:php|rb|ya?ml|exs?))$/;

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

/** All that the product's code imports, by the beginnings of its names: of Go, JavaScript and Python. */
function importedNames(context: ResolveContext): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { path, kind } of context.files) {
    if (kind === "test" || !isOfProduct(path, kind)) continue;
    for (const { specifier } of context.links(path).imports)
      for (let end = specifier.length; end > 0; end = specifier.lastIndexOf("/", end - 1))
        found.add(specifier.slice(0, end).toLowerCase());
  }
  return found;
}

/** Drivers alone say that a store is used, never an outside service. */
function driverUses({ context, own }: { context: ResolveContext; own: readonly OwnProcess[] }): ClientUse[] {
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
      const isImported = imported.has(name.toLowerCase());
      // Modules of Go list what others need, too.
      if (manifest.ecosystem === "go" && !isImported) return [];
      return [
        {
          technology,
          source: { path, startLine: line, endLine: line },
          ids: [main.id],
          isShared: false,
          isPackage: !isImported,
          certainty: isImported ? "resolved" : "partly",
        },
      ];
    });
  });
}
