import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findManifests, governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import { runLineIn } from "#server/engine/facts/project/run-line.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fileName, folderOf } from "#server/engine/text/wording.ts";

import { evidenceOfFile } from "./file-evidence.ts";

/** A file where somebody outside steps in: a program's start, or what a package hands out. */
export interface EntryPoint {
  path: string;
  /** Completes "… is": "the program `rg`", "what `npm start` runs". */
  role: string;
  kind: "program" | "library";
  /** Line that says so, outside the file or in it. */
  evidence: Evidence[];
}

/** Programs first, then libraries; each file once. */
export function findEntryPoints(scope: CodeScope): EntryPoint[] {
  return scope.once("findEntryPoints", () => {
    const started = startedByScripts(scope).toSorted((a, b) => distance(a) - distance(b));
    const named = namedByManifests(scope);
    const found = [...named, ...started, ...mainFunctions(scope), ...programStarts(scope)];
    const byPath = new Map<string, EntryPoint>();
    for (const entry of found) {
      const known = byPath.get(entry.path);
      if (!known) byPath.set(entry.path, entry);
      else if (known.kind === "library" && entry.kind === "program") byPath.set(entry.path, entry);
    }
    const programs = [...byPath.values()].filter((entry) => entry.kind === "program");
    return [...programs, ...[...byPath.values()].filter((entry) => entry.kind === "library")];
  });
}

/** Scripts at the root come first, and package scripts before make targets that call them. */
function distance(entry: EntryPoint): number {
  const path = entry.evidence[0]?.path ?? "";
  return path.split("/").length * 2 + (/(?:makefile|\.mk)$/i.test(path) ? 1 : 0);
}

function namedByManifests(scope: CodeScope): EntryPoint[] {
  const manifests = new Map([...governingManifests(scope), ...findManifests(scope)].map((one) => [one.path, one]));
  return [...manifests.values()].flatMap(({ path: manifestPath, folder, manifest }) =>
    manifest.entryPoints.flatMap(({ name, path, line }): EntryPoint[] => {
      const source = resolveSource(scope, folder, path);
      if (source === null) return [];
      const isLibrary =
        /(?:^|\/)lib\.rs$/.test(source) ||
        /^(?:main|module|exports?\b.*|browser|types|\..*|lib|library|\*)$/.test(name);
      const owner = manifest.name === null ? "the package" : codeSpan(manifest.name);
      const part = name.replace(/^exports?\s*/, "");
      const library = /^\.\/\w/.test(part)
        ? `what ${owner} hands out as ${codeSpan(part.slice(2))}`
        : `what ${owner} hands out to those who import it`;
      const role = isLibrary
        ? library
        : `the program ${codeSpan(name.replace(/^(?:bin|script|scripts?)[.: ]\s*/, ""))}`;
      return [
        { path: source, role, kind: isLibrary ? "library" : "program", evidence: [scope.at(manifestPath, line)] },
      ];
    }),
  );
}

/** Manifests often name what a build writes; the source it is built from is what a reader wants. */
function resolveSource(scope: CodeScope, folder: string, named: string): string | null {
  const clean = named.replace(/^\.\//, "").split(/[:#]/)[0] ?? "";
  const base = folder === "" ? clean : `${folder}/${clean}`;
  const stem = base.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, "");
  const stems = [
    stem,
    ...["src/", ""].map((to) =>
      stem.replace(/(^|\/)(?:dist|build|out|lib|es|esm|cjs)\/(?:(?:esm|cjs|es|types|src)\/)?/, `$1${to}`),
    ),
  ];
  const candidates = [
    base,
    ...stems.flatMap((one) =>
      [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"].map((end) => one + end),
    ),
  ];
  const python = clean.replaceAll(".", "/");
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const root of [prefix, `${prefix}src/`]) candidates.push(`${root}${python}.py`, `${root}${python}/__init__.py`);
  const sources = scope.once("sourcePaths", () => new Set(scope.sources.map((file) => file.path)));
  return candidates.find((path) => sources.has(path)) ?? null;
}

const startsFolder = /(?:^|[\s;&])(?:node|tsx|bun)\s+(?:--\S+\s+)*([\w/-]+)(?=$|\s)/g;

/** "dev:generate" starts nothing. */
const startName =
  /^(?!\w+[:.-](?:gen\w*|clean\w*|build|lint|fmt|format|test\w*|seed\w*|docs?|setup|install|migrat\w*)\b)(?:start|dev|serve|server|worker|api|web|run)(?:[:.-]\w+)?$/;

function startedByScripts(scope: CodeScope): EntryPoint[] {
  return scope.files.flatMap((file) => {
    if (file.kind === "test") return [];
    return (scope.facts(file.path)?.scripts ?? []).flatMap((script): EntryPoint[] => {
      if (!startName.test(script.name) || script.runner === "ci") return [];
      const files = script.command.match(/[\w./-]+\.(?:[cm]?[jt]sx?|py|rb|go)\b/g) ?? [];
      // `node server` runs what lies there as `index.js`, or `server.js`.
      const paths = [...files, ...Array.from(script.command.matchAll(startsFolder), ([, path = ""]) => path)];
      const folder = folderOf(file.path);
      return paths.flatMap((path) => {
        const source = resolveSource(scope, folder, path);
        const location = folder === scope.folder ? "" : ` in ${codeSpan(scope.shorten(folder) || ".")}`;
        const role = `what ${codeSpan(runLineIn(scope, { path: file.path, script }))}${location} runs`;
        return source === null
          ? []
          : [{ path: source, role, kind: "program", evidence: [scope.at(file.path, script.line)] }];
      });
    });
  });
}

/** A tool beside the product begins somewhere too. */
const ofTools = /(?:^|\/)(?:dev|tools?|scripts?|hack|contrib|misc|utils?|examples?|installer|generators?|codegen)\//i;

function mainFunctions(scope: CodeScope): EntryPoint[] {
  return scope.sources.flatMap((file): EntryPoint[] => {
    const name = fileName(file.path);
    if (name === "build.rs" || /bench/i.test(file.path) || ofTools.test(scope.shorten(file.path))) return [];
    const main = scope
      .facts(file.path)
      ?.symbols.find((symbol) => symbol.name === "main" && /function|method/.test(symbol.kind));
    const canBeMain = /^(?:go|rust|c|cpp|java|csharp|kotlin|swift|zig)$/.test(file.language ?? "");
    if (main && canBeMain)
      return [
        {
          path: file.path,
          role: programRole(scope, file.path),
          kind: "program",
          evidence: [scope.at(file.path, main.startLine)],
        },
      ];
    if (name === "__main__.py" || name === "manage.py") {
      const folder = file.path.split("/").at(-2) ?? "";
      const role =
        name === "manage.py" ? "the management command line" : `what ${codeSpan(`python -m ${folder}`)} runs`;
      return [{ path: file.path, role, kind: "program", evidence: evidenceOfFile(scope, file.path) }];
    }
    return [];
  });
}

const ofStart = /(?:^|\/)(?:main|program|server|app|index|start|startup|wsgi|asgi|\w*application|cmd)\.\w+$/i;

/** Where a program begins by the rules of its framework, or waits for requests. */
function programStarts(scope: CodeScope): EntryPoint[] {
  const sources = new Set(scope.sources.map((file) => file.path));
  const programs = scope.repository.index.system().nodes.filter(({ kind }) => kind === "process");
  return programs.flatMap(({ sources: lines }) =>
    lines
      // What adds to what runs, in a file of another name, begins nothing.
      .filter(({ path }) => sources.has(path) && ofStart.test(path))
      .map(({ path, startLine, endLine }): EntryPoint => ({
        path,
        role: "where the program begins",
        kind: "program",
        evidence: [scope.at(path, startLine, endLine)],
      })),
  );
}

function programRole(scope: CodeScope, path: string): string {
  const short = scope.shorten(path).split("/");
  const stem = fileName(path).replace(/\.[^.]+$/, "");
  const folder = short.at(-2);
  const isGeneric = stem === "main" || stem === "Main" || stem === "Program";
  const name = isGeneric ? (folder === "src" || folder === undefined ? null : folder) : stem;
  return name === null ? "where the program starts" : `where the program ${codeSpan(name)} starts`;
}
