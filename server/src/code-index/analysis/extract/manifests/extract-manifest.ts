import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import { parseJson, recordOf, stringOf } from "#server/code-index/analysis/text/parse-json.ts";
import { parseTomlTables, tomlStrings } from "#server/code-index/analysis/text/parse-toml.ts";
import type { TomlTable } from "#server/code-index/analysis/text/parse-toml.ts";
import { lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ManifestFact, TextFact } from "#server/code-index/ports/facts.ts";

import { extractMixManifest } from "./extract-mix-manifest.ts";
import { extractDotnetManifest, extractMavenManifest } from "./extract-xml-manifest.ts";

const readerByRole: Partial<Record<FileRole, (source: SourceText) => ManifestFact | null>> = {
  "package.json": npmManifest,
  composer: composerManifest,
  pyproject: pythonManifest,
  requirements,
  cargo: cargoManifest,
  "go.mod": goManifest,
  gradle: gradleManifest,
  gemfile,
  mix: extractMixManifest,
  pom: extractMavenManifest,
  csproj: extractDotnetManifest,
};

/** What a package says of itself; null for files that are no manifest. */
export function extractManifest(source: SourceText, role: FileRole | null): ManifestFact | null {
  return role === null ? null : (readerByRole[role]?.(source) ?? null);
}

type Dependency = ManifestFact["dependencies"][number];
type ManifestEntryPoint = ManifestFact["entryPoints"][number];

function manifest(ecosystem: string): ManifestFact {
  return { ecosystem, name: null, description: null, version: null, dependencies: [], entryPoints: [], workspaces: [] };
}

function keyLine(source: SourceText, key: string, from = 0): number {
  const at = source.text.indexOf(`${JSON.stringify(key)}:`, from);
  const found = at === -1 ? source.text.indexOf(JSON.stringify(key), from) : at;
  return lineAt(source, Math.max(0, found));
}

function described(text: string | null, line: number): TextFact | null {
  return text === null || text.trim() === "" ? null : { text: text.trim(), startLine: line, endLine: line };
}

function jsonDependencies(source: SourceText, value: unknown, key: string, isDev: boolean): Dependency[] {
  const from = Math.max(0, source.text.indexOf(`${JSON.stringify(key)}:`));
  return Object.entries(recordOf(value)).map(([name, version]) => ({
    name,
    version: stringOf(version) ?? "",
    isDev,
    line: keyLine(source, name, from),
  }));
}

function npmManifest(source: SourceText): ManifestFact | null {
  const json = recordOf(parseJson(source.text));
  const workspaces = Array.isArray(json["workspaces"]) ? json["workspaces"] : recordOf(json["workspaces"])["packages"];
  return {
    ...manifest("npm"),
    name: stringOf(json["name"]),
    description: described(stringOf(json["description"]), keyLine(source, "description")),
    version: stringOf(json["version"]),
    dependencies: [
      ...jsonDependencies(source, json["dependencies"], "dependencies", false),
      ...jsonDependencies(source, json["peerDependencies"], "peerDependencies", false),
      ...jsonDependencies(source, json["optionalDependencies"], "optionalDependencies", false),
      ...jsonDependencies(source, json["devDependencies"], "devDependencies", true),
    ],
    entryPoints: npmEntryPoints(source, json),
    workspaces: Array.isArray(workspaces) ? workspaces.filter((item) => typeof item === "string") : [],
  };
}

function npmEntryPoints(source: SourceText, json: Record<string, unknown>): ManifestEntryPoint[] {
  const found: ManifestEntryPoint[] = [];
  for (const key of ["main", "module", "types", "browser"]) {
    const path = stringOf(json[key]);
    if (path !== null) found.push({ name: key, path, line: keyLine(source, key) });
  }
  const bin = json["bin"];
  if (typeof bin === "string") found.push({ name: "bin", path: bin, line: keyLine(source, "bin") });
  for (const [name, path] of Object.entries(recordOf(bin)))
    if (typeof path === "string") found.push({ name: `bin ${name}`, path, line: keyLine(source, name) });
  const from = Math.max(0, source.text.indexOf('"exports"'));
  const exported = json["exports"];
  const subpaths = typeof exported === "string" ? { ".": exported } : recordOf(exported);
  for (const [name, target] of Object.entries(subpaths)) {
    const path = firstPath(target);
    if (path !== null) found.push({ name: `exports ${name}`, path, line: keyLine(source, name, from) });
  }
  return found;
}

/** Conditions nest; the first path inside is used. */
function firstPath(target: unknown): string | null {
  if (typeof target === "string") return target;
  for (const value of Object.values(recordOf(target))) {
    const path = firstPath(value);
    if (path !== null) return path;
  }
  return null;
}

function composerManifest(source: SourceText): ManifestFact {
  const json = recordOf(parseJson(source.text));
  const bin = Array.isArray(json["bin"]) ? json["bin"].filter((item) => typeof item === "string") : [];
  return {
    ...manifest("composer"),
    name: stringOf(json["name"]),
    description: described(stringOf(json["description"]), keyLine(source, "description")),
    version: stringOf(json["version"]),
    dependencies: [
      ...jsonDependencies(source, json["require"], "require", false),
      ...jsonDependencies(source, json["require-dev"], "require-dev", true),
    ],
    entryPoints: bin.map((path) => ({ name: "bin", path, line: keyLine(source, "bin") })),
  };
}

function entry(tables: readonly TomlTable[], table: string, key: string): { value: string; line: number } | null {
  return tables.find(({ name }) => name === table)?.entries.find((item) => item.key === key) ?? null;
}

function pythonManifest(source: SourceText): ManifestFact {
  const tables = parseTomlTables(source);
  const pick = (key: string) => entry(tables, "project", key) ?? entry(tables, "tool.poetry", key);
  const found = manifest("python");
  const description = pick("description");
  const listed = entry(tables, "project", "dependencies");
  if (listed !== null) found.dependencies.push(...requirementList(source, listed, false));
  for (const { name, entries } of tables) {
    const isDev = /dev|test|docs|lint/.test(name);
    if (/^tool\.poetry\.(?:[\w.-]+\.)?(?:dev-)?dependencies$/.test(name)) {
      for (const { key, value, line } of entries)
        if (key !== "python")
          found.dependencies.push({ name: key, version: tomlStrings(value)[0] ?? value, isDev, line });
    }
    if (name === "project.optional-dependencies" || name === "dependency-groups")
      for (const item of entries)
        found.dependencies.push(
          ...requirementList(source, item, name === "dependency-groups" || /dev|test|docs|lint/.test(item.key)),
        );
    if (name === "project.scripts" || name === "tool.poetry.scripts")
      for (const { key, value, line } of entries) found.entryPoints.push({ name: key, path: value, line });
  }
  const members = entry(tables, "tool.uv.workspace", "members");
  return {
    ...found,
    name: pick("name")?.value ?? null,
    version: pick("version")?.value ?? null,
    description: description === null ? null : described(description.value, description.line),
    workspaces: members === null ? [] : tomlStrings(members.value),
  };
}

function requirementList(
  source: SourceText,
  { value, line }: { value: string; line: number },
  isDev: boolean,
): Dependency[] {
  const start = source.lineStarts[line - 1] ?? 0;
  return tomlStrings(value).flatMap((text) => {
    const dependency = requirement(text, lineAt(source, Math.max(start, source.text.indexOf(text, start))), isDev);
    return dependency === null ? [] : [dependency];
  });
}

function requirement(text: string, line: number, isDev: boolean): Dependency | null {
  const match = /^\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]]{0,2000}\])?\s*([^;#]{0,2000})/.exec(text);
  return match === null ? null : { name: match[1] ?? "", version: (match[2] ?? "").trim(), isDev, line };
}

function requirements(source: SourceText): ManifestFact {
  const found = manifest("python");
  for (const { match, line } of matchesInCode(source, /^[ \t]*[A-Za-z0-9][^\n]*$/gm)) {
    const dependency = requirement(match[0], line, false);
    if (dependency !== null) found.dependencies.push(dependency);
  }
  return found;
}

function cargoManifest(source: SourceText): ManifestFact {
  const tables = parseTomlTables(source);
  const found = manifest("cargo");
  for (const { name, entries, line } of tables) {
    if (/(?:^|\.)(?:dev-|build-)?dependencies$/.test(name)) {
      for (const { key, value, line: at } of entries)
        found.dependencies.push({
          name: key.replace(/\.workspace$/, ""),
          version: /version\s*=\s*"([^"]{0,2000})"/.exec(value)?.[1] ?? (/^[{t]/.test(value) ? "" : value),
          isDev: name.includes("dev-"),
          line: at,
        });
    }
    if (name === "bin" || name === "lib") {
      const path = entries.find(({ key }) => key === "path")?.value ?? (name === "lib" ? "src/lib.rs" : "src/main.rs");
      found.entryPoints.push({ name: entries.find(({ key }) => key === "name")?.value ?? name, path, line });
    }
  }
  const description = entry(tables, "package", "description");
  const members = entry(tables, "workspace", "members");
  return {
    ...found,
    name: entry(tables, "package", "name")?.value ?? null,
    version: entry(tables, "package", "version")?.value ?? null,
    description: description === null ? null : described(description.value, description.line),
    workspaces: members === null ? [] : tomlStrings(members.value),
  };
}

function goManifest(source: SourceText): ManifestFact {
  const found = manifest("go");
  found.name = /^module\s+(\S+)/m.exec(source.text)?.[1] ?? null;
  found.version = /^go\s+(\S+)/m.exec(source.text)?.[1] ?? null;
  for (const { match, line } of matchesInCode(
    source,
    /^(?:require[ \t]+|[ \t]+)([\w.-]+\.[\w./~-]+)[ \t]+(v\S+)([^\n]*)$/gm,
  )) {
    if (!(match[3] ?? "").includes("=>"))
      found.dependencies.push({ name: match[1] ?? "", version: match[2] ?? "", isDev: false, line });
  }
  return found;
}

function gradleManifest(source: SourceText): ManifestFact {
  const found = manifest("gradle");
  found.version = /^[ \t]*version\s*=?\s*["']([^"']{1,2000})["']/m.exec(source.text)?.[1] ?? null;
  const pattern =
    /^[ \t]*(\w*(?:[iI]mplementation|[aA]pi|compileOnly|runtimeOnly|kapt|ksp|annotationProcessor))\s*\(?\s*(?:(?:platform|project|kotlin)\(\s*)?["']([^"':]{0,2000}:?[^"':]{1,2000})(?::([^"']{1,2000}))?["']/gm;
  for (const { match, line } of matchesInCode(source, pattern)) {
    found.dependencies.push({
      name: match[2] ?? "",
      version: match[3] ?? "",
      isDev: /test/i.test(match[1] ?? ""),
      line,
    });
  }
  const main = /\bmainClass(?:\.set\(|\s*=\s*)["']([\w.]+)["']/.exec(source.text);
  if (main !== null) found.entryPoints.push({ name: "main", path: main[1] ?? "", line: lineAt(source, main.index) });
  return found;
}

function gemfile(source: SourceText): ManifestFact {
  const found = manifest("ruby");
  let isDev = false;
  for (const { match, line } of matchesInCode(
    source,
    /^[ \t]*(?:gem\s+["']([^"']{1,2000})["'](?:\s*,\s*["']([^"']{1,2000})["'])?|(group\b[^\n]*\bdo)|(end)\b)/gm,
  )) {
    if (match[3] !== undefined) isDev = /:(?:development|test)/.test(match[3]);
    else if (match[4] !== undefined) isDev = false;
    else found.dependencies.push({ name: match[1] ?? "", version: match[2] ?? "", isDev, line });
  }
  return found;
}
