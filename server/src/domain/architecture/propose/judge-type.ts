import type { ServiceType } from "@cairn/contract/services";

import type { FileFacts } from "#server/code-index/ports/facts.ts";
import { answeredByAll } from "#server/domain/architecture/derive/call-edges.ts";
import type { CodeParts } from "#server/domain/code-graph/load-code-parts.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { ServiceCandidate } from "./find-candidates.ts";

/** Lines that show something of a candidate. */
interface EvidentLines {
  path: string;
  startLine: number;
  endLine: number;
}

export interface JudgedCandidate {
  type: ServiceType;
  /** What runs or serves first. */
  evidence: EvidentLines[];
  counts: { endpoints: number; tables: number; files: number };
  /** It plays people to load other parts, and answers nothing itself. */
  isLoad: boolean;
}

const pageLibraries =
  /^(?:react|react-dom|vue|svelte|@angular\/core|preact|solid-js|lit|ember-source|alpinejs|htmx\.org|@builder\.io\/qwik)$/;
const pageFrameworks =
  /^(?:next|nuxt|@sveltejs\/kit|@remix-run\/[\w-]+|astro|gatsby|@solidjs\/start|@react-router\/dev)$/;
const templates =
  /\.(?:erb|haml|slim|blade\.php|twig|jinja2?|j2|cshtml|razor|heex|eex|ejs|hbs|mustache|pug|njk|ftl|thymeleaf)$/i;
/** The first page of a site, not one of its letters. */
const pages =
  /(?:^|\/)(?:index|home|layouts?|base|application|_layout|app)\.(?:html?|erb|html\.\w+|[\w.]*(?:blade\.php|twig|jinja2?|cshtml|razor|ejs|hbs|pug))$/i;
const databaseName = /(?:^|[-_/@])(?:db|database|schema|migrations?|prisma|sql)(?:$|[-_/])/i;
/** What a page that people use comes with. */
const pageParts = /\.(?:css|scss|sass|less|[cm]?jsx?|tsx?|vue|svelte|php|rb|py|go|cs)$/i;
/** Libraries and runners of programs that play the users of others, as they are imported or named as a package. */
const loadLibrary = /^(?:locust(?:\..+)?|k6(?:\/.+)?|artillery|autocannon|io\.gatling\..+|@gatling\.io\/.+)$/;
/** A program of its own, not what builds or shows something: "node src/server.ts". */
const startsProgram = /\b(?:node|bun|deno|tsx|ts-node|nodemon|python3?|ruby|php)\s/;
/** As many letters may be written from templates. */
const fewTemplates = 4;

/** What else is known of the whole repository. */
interface JudgedGround {
  parts: CodeParts;
  /** Folders of other candidates within it. */
  others: readonly string[];
  /** Lines of code that begin a page. */
  writtenPages: readonly { path: string; line: number }[];
}

/** What a folder is, by what it serves: nothing is judged by its name but a folder of tables alone. */
export function judgeType(
  { index }: IndexedRepository,
  candidate: ServiceCandidate,
  { parts, others, writtenPages }: JudgedGround,
): JudgedCandidate {
  const { folder, processes, component } = candidate;
  const isOwn = (path: string) => isWithin(path, folder) && !others.some((other) => isWithin(path, other));
  const files = index.files().filter(({ path }) => isOwn(path));
  const sources = files.filter(({ kind }) => kind === "source");
  const endpoints = parts.endpoints.filter(({ path }) => isOwn(path));
  const tables = index.tables().tables.filter(({ sources: [first] }) => first !== undefined && isOwn(first.path));
  const manifest = component?.manifest ?? null;
  const stated = manifest === null ? null : index.facts(manifest);
  const dependencies = stated?.manifest?.dependencies ?? [];
  const drawn = dependencies.find(
    ({ name, isDev }) => pageFrameworks.test(name) || (pageLibraries.test(name) && !isDev),
  );
  const templated = files.filter(({ path }) => templates.test(path));
  // The one page of a program that serves none to people says only that it runs.
  const hasPage =
    files.some(({ path, kind }) => pages.test(path) && kind !== "docs") &&
    files.some(({ path }) => pageParts.test(path) || templates.test(path));
  const client = index.system().nodes.find((node) => node.kind === "caller" && node.folder === folder && folder !== "");
  const written = endpoints.length > 0 ? [] : writtenPages.filter(({ path }) => isOwn(path));
  const isStarted =
    processes.length > 0 ||
    (written.length > 0 && startsByScript(stated)) ||
    files.some(({ path }) =>
      /(?:^|\/)index\.html$|(?:^|\/)(?:next|nuxt|vite|svelte|astro|angular)\.(?:config\.\w+|json)$/.test(path),
    );
  const shows = {
    // What a library answers in whoever takes it says nothing of a program.
    endpoints: endpoints.some(({ endpoint }) => isStarted || !answeredByAll.test(endpoint.path)),
    pages: drawn !== undefined,
    isPaged: hasPage || written.length > 0 || templated.length > fewTemplates,
  };
  const isData = tables.length > 0 && databaseName.test(folder || (component?.name ?? ""));
  const type = client === undefined ? chooseType(shows, { isStarted, isData }) : "frontend";
  const evidence: EvidentLines[] = [
    ...[...(client === undefined ? [] : [client]), ...processes].flatMap(({ sources: [first] }) => first ?? []),
    ...(manifest === null ? [] : [{ path: manifest, startLine: drawn?.line ?? 1, endLine: drawn?.line ?? 1 }]),
    ...written.slice(0, 1).map(({ path, line }) => ({ path, startLine: line, endLine: line })),
    ...endpoints.slice(0, 2).map(({ path, endpoint: { startLine } }) => ({ path, startLine, endLine: startLine })),
    ...(type === "database" ? tables.slice(0, 1).flatMap(({ sources: [first] }) => first ?? []) : []),
  ];
  const [largest] = sources.toSorted((a, b) => b.lines - a.lines);
  if (evidence.length === 0 && largest !== undefined) evidence.push({ path: largest.path, startLine: 1, endLine: 1 });
  const counts = { endpoints: endpoints.length, tables: tables.length, files: sources.length };
  const isLoad =
    endpoints.length === 0 &&
    (dependencies.some(({ name, isDev }) => !isDev && loadLibrary.test(name)) ||
      files.some(
        ({ path }) => index.facts(path)?.imports.some(({ specifier }) => loadLibrary.test(specifier)) === true,
      ));
  return { type, evidence, counts, isLoad };
}

function startsByScript(stated: FileFacts | null): boolean {
  return stated?.scripts.some(({ name, command }) => name === "start" && startsProgram.test(command)) ?? false;
}

function chooseType(
  shows: { endpoints: boolean; pages: boolean; isPaged: boolean },
  { isStarted, isData }: { isStarted: boolean; isData: boolean },
): ServiceType {
  if (shows.endpoints) return shows.pages || shows.isPaged ? "fullstack" : "api";
  if (isData) return "database";
  if (shows.pages) return isStarted ? "frontend" : "library";
  if (shows.isPaged && isStarted) return "frontend";
  return isStarted ? "api" : "library";
}

export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
