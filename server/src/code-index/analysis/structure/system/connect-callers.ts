import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { findAround, isUnder } from "#server/code-index/analysis/structure/paths.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { SystemNode, SystemSource } from "#server/code-index/ports/system.ts";

import type { CodeOwners } from "./code-owners.ts";
import { isProxy } from "./connect-nodes.ts";
import { isOfProduct } from "./outside-use.ts";
import type { OwnProcess } from "./own-process.ts";
import type { SystemBuilder } from "./system-builder.ts";

export interface Calling {
  context: ResolveContext;
  deployments: ReadonlyMap<string, DeploymentFacts>;
  endpoints: ReadonlyMap<string, readonly IndexedEndpoint[]>;
  builder: SystemBuilder;
  owners: CodeOwners;
  own: readonly OwnProcess[];
  /** Folders with a manifest. */
  packages: ReadonlySet<string>;
  clients: readonly OwnProcess[];
}

/** What browsers show: pages, and templates of them. */
const page =
  /\.(?:vue|svelte|astro|[jt]sx|erb|haml|slim|twig|blade\.php|phtml|cshtml|razor|heex|leex|ejs|hbs|pug|njk|ftlh?|jsp|gohtml|html|jinja2?|j2)$/i;
const noPage =
  /(?:^|[/_-])(?:e?mails?|mailers?|notifications?|newsletters?|docs?|swagger|openapi|coverage|tests?|examples?|stories|\.storybook)(?:[/_.-]|$)|\.(?:text|txt|xml|json|ya?ml|conf|sh|toml)\.\w+$/i;
/** Templates of some languages are no source. */
const shown = new Set<FileKind>(["source", "other"]);
/** A few are of errors and of documents. */
const fewestPages = 3;

/** People and the programs on their devices, with arrows to the processes that answer them. */
export function connectCallers(calling: Calling): void {
  const { builder, clients } = calling;
  const served = servedToPeople(calling);
  const fronts = behindProxies(served, builder);
  const [first] = fronts;
  if (first === undefined) return;
  const browsers = builder.addNode({
    kind: "caller",
    name: fronts.some(({ node }) => isPages(node)) || hasPages(calling) ? "Browser" : "API clients",
    technology: null,
    ports: [],
    sources: [first.source],
    certainty: "resolved",
    folder: null,
  });
  for (const { node, source } of fronts)
    builder.connect({ from: browsers.id, to: node.id, how: "http-call", certainty: "resolved", source });
  // Which of several answers a program is not said.
  if (fronts.length > 1) return;
  for (const { id } of clients) {
    const [source] = builder.nodes.get(id)?.sources ?? [];
    if (source !== undefined)
      builder.connect({ from: id, to: first.node.id, how: "http-call", certainty: "resolved", source });
  }
}

interface AnsweringNode {
  node: SystemNode;
  /** What says that it answers. */
  source: SystemSource;
}

/** Of several, those whose own folder has pages; else the only one that no other process calls. */
function servedToPeople(calling: Calling): AnsweringNode[] {
  const { own, builder, context } = calling;
  const answers = { endpoints: endpointsOf(calling), begun: beginningsOf(calling) };
  const answering = [...Map.groupBy(own, ({ folder }) => folder)].flatMap(([, beside]) => {
    const found = beside.flatMap((one) => answerOf(one, builder, answers) ?? []);
    const isWeb = (served: AnsweringNode): boolean =>
      own.some((one) => one.id === served.node.id && one.duty?.duty === "web");
    const web = found.filter(isWeb);
    return (web.length > 0 ? web : found).slice(0, 1);
  });
  const pages = pageServers(calling);
  if (answering.length + pages.length < 2) return [...answering, ...pages];
  const ofOwn = answering.filter(({ node }) => node.folder !== null && pagesIn(context, node.folder));
  const withPages = [...ofOwn.filter(({ node }) => node.folder !== "" || pages.length === 0), ...pages];
  if (withPages.length > 0) return withPages;
  const called = new Set(
    builder.edges().flatMap(({ from, to, how }) => (how === "depends-on" || isFront(builder, from) ? [] : [to])),
  );
  const uncalled = answering.filter(({ node }) => !called.has(node.id));
  return uncalled.length === 1 ? uncalled : [];
}

/** Pages that others made, by the name of their process. */
const pagesName = /(?:^|[-_])(?:ui|web|webui|frontend|webapp|gui)$/i;

/** What stands before those that it calls: a proxy, and pages that others made. */
function isFront(builder: SystemBuilder, id: string): boolean {
  const node = builder.nodes.get(id);
  return node !== undefined && (isProxy(node) || isPages(node));
}

/** Servers of others, with pages of the product inside. */
function pageServers({ builder, own, context }: Calling): AnsweringNode[] {
  return [...builder.nodes.values()].flatMap((node): AnsweringNode[] => {
    const { id, kind, folder, ports, sources } = node;
    const [source] = sources;
    const isServer = kind === "process" && ports.length > 0 && folder !== null && folder !== "";
    if (!isServer || source === undefined || own.some((one) => one.id === id)) return [];
    return pagesIn(context, folder) ? [{ node, source }] : [];
  });
}

function isPages({ kind, folder, name, ports }: SystemNode): boolean {
  return kind === "process" && folder === null && ports.length > 0 && pagesName.test(name);
}

/** The first endpoint of each process, by the process that runs its file. */
function endpointsOf({ endpoints, owners }: Calling): ReadonlyMap<string, SystemSource> {
  const found = new Map<string, SystemSource>();
  for (const [path, [first]] of endpoints) {
    if (first === undefined || !isOfProduct(path)) continue;
    for (const id of owners.of(path).ids)
      if (!found.has(id)) found.set(id, { path, startLine: first.startLine, endLine: first.endLine });
  }
  return found;
}

/** Where the server of a package begins, by its folder; "" for what is of none. */
function beginningsOf({ deployments, packages }: Calling): ReadonlyMap<string, SystemSource> {
  const begun = new Map<string, SystemSource>();
  for (const [path, { programs }] of deployments) {
    const line = programs.find(({ duty }) => duty === "web")?.line;
    const folder = findAround(path, packages) ?? "";
    if (line !== undefined && !begun.has(folder)) begun.set(folder, { path, startLine: line, endLine: line });
  }
  return begun;
}

/** Whether a process answers requests: by the port that it opens, the endpoints of its code, or the server it begins as. */
function answerOf(
  { id, duty, folder }: OwnProcess,
  builder: SystemBuilder,
  { endpoints, begun }: Record<"endpoints" | "begun", ReadonlyMap<string, SystemSource>>,
): AnsweringNode | null {
  const node = builder.nodes.get(id);
  if (node === undefined || (duty !== null && duty.duty !== "web")) return null;
  const [declared] = node.sources;
  const source =
    (node.ports.length > 0 || duty?.duty === "web" ? declared : undefined) ?? endpoints.get(id) ?? begun.get(folder);
  return source === undefined ? null : { node, source };
}

/** Proxies stand before those that they pass requests on to. */
function behindProxies(served: readonly AnsweringNode[], builder: SystemBuilder): AnsweringNode[] {
  const fronts = served.map((one): AnsweringNode => {
    const passing = builder.edges().find(({ from, to }) => to === one.node.id && isFront(builder, from));
    const node = builder.nodes.get(passing?.from ?? "");
    const [source] = passing?.sources ?? [];
    return node === undefined || source === undefined ? one : { node, source };
  });
  return [...new Map(fronts.map((one) => [one.node.id, one])).values()];
}

function hasPages({ context, clients }: Calling): boolean {
  const isOfClient = (path: string): boolean => clients.some(({ folder }) => isUnder(path, folder));
  return pagesIn(context, "", isOfClient);
}

function pagesIn({ files }: ResolveContext, folder: string, isAside = (_path: string): boolean => false): boolean {
  let found = 0;
  for (const { path, kind } of files)
    if (shown.has(kind) && isUnder(path, folder) && page.test(path) && !noPage.test(path) && !isAside(path))
      if ((found += 1) >= fewestPages) return true;
  return false;
}
