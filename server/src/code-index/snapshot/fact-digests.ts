import { createHash } from "node:crypto";

import type { ExternalPackage, FactKind, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { SettingFacts } from "#server/code-index/ports/setting-facts.ts";
import type { SystemFacts } from "#server/code-index/ports/system.ts";
import type { IndexedPublisher, IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";

import { languageShares } from "./language-shares.ts";
import { isManifest } from "./snapshot-rows.ts";

/** What the digests are computed from. */
export interface DigestSource {
  files: readonly StoredFile[];
  facts: (path: string) => FileFacts | null;
  endpointsOf: (path: string) => readonly IndexedEndpoint[];
  /** Tables that the file declares first. */
  tablesOf: (path: string) => readonly IndexedTable[];
  /** Whether the file says anything about routers. */
  isRouted: (path: string) => boolean;
  /** What starts work beside requests, and what is sent, as the file declares it. */
  startedBy: (path: string) => readonly (IndexedTrigger | IndexedPublisher)[];
  /** What the file says about settings: a call counts that another file makes the reading of one. */
  settingsOf: (path: string) => SettingFacts | null;
  /** Packages from outside with the files that import them. */
  externalImports: () => ExternalPackage[];
  system: () => SystemFacts;
}

/** Keys of the facts of one file, by kind, blob and path: they never change. */
export type FactKeys = ReadonlyMap<string, readonly string[]>;

export interface FactDigests {
  digestOf(kind: FactKind, folder: string): string;
  /** For the next snapshot, so that only changed files are read again. */
  keys(): FactKeys;
}

/** Digests over the facts of an index. A file that is known from `former` is not read again. */
export function digestFacts(source: DigestSource, former: FactKeys): FactDigests {
  const keys = new Map<string, readonly string[]>();
  const digests = new Map<string, string>();
  const keysOf = (kind: FileFactKind, file: StoredFile): readonly string[] => {
    // Routes, schedules and topics depend on other files too.
    if (kind === "endpoints") return source.endpointsOf(file.path).map(endpointKey);
    if (kind === "jobs") return source.startedBy(file.path).map(withoutLines);
    const tables = kind === "tables" ? source.tablesOf(file.path).map((table) => JSON.stringify(table)) : [];
    const key = `${kind} ${file.blob} ${file.path}`;
    const read = (): readonly string[] =>
      kind === "settings" ? [withoutLines(source.settingsOf(file.path))] : listKeys[kind](source.facts(file.path));
    const known = keys.get(key) ?? former.get(key) ?? read();
    keys.set(key, known);
    return tables.length === 0 ? known : [...known, ...tables];
  };
  const compute = (kind: FactKind, folder: string): string => {
    const hash = createHash("sha256");
    for (const file of source.files) {
      if (!isWithin(file.path, folder)) continue;
      if (!isOfFiles(kind) || !mayHold[kind](file, source)) continue;
      for (const one of [...keysOf(kind, file)].sort()) hash.update(`${file.path}\0${one}\0`);
    }
    for (const one of ofFolder[kind]?.(source, folder) ?? []) hash.update(`${one}\0`);
    return hash.digest("hex");
  };
  return {
    digestOf(kind, folder) {
      const key = `${kind} ${folder}`;
      const digest = digests.get(key) ?? compute(kind, folder);
      digests.set(key, digest);
      return digest;
    },
    keys: () => keys,
  };
}

/** Texts name up to two of the files that use a package, and say of more that they are several. */
const namedFiles = 2;

/** Kinds whose facts stand in files, one by one; the others are put together from all of them. */
type FileFactKind = keyof typeof mayHold;

function isOfFiles(kind: FactKind): kind is FileFactKind {
  return kind in mayHold;
}

/** Keys of facts that no single file declares. */
const ofFolder: Partial<Readonly<Record<FactKind, (source: DigestSource, folder: string) => string[]>>> = {
  languages: ({ files }, folder) =>
    languageShares(files, folder).map(({ language, percent }) => join(language, String(percent))),
  tests: ({ files }, folder) => [
    ...new Set(files.flatMap(({ path, kind }) => (kind === "test" && isWithin(path, folder) ? [folderOf(path)] : []))),
  ],
  files: ({ files }, folder) => files.flatMap(({ path }) => (isWithin(path, folder) ? [path] : [])),
  system: ({ system }) => [withoutLines(system())],
  packages: ({ files, externalImports }, folder) => {
    const counted = new Set(files.filter(({ kind }) => kind === "source").map(({ path }) => path));
    return externalImports()
      .flatMap(({ name, files: all }) => {
        const users = all.filter((path) => counted.has(path) && isWithin(path, folder)).sort();
        return users.length === 0 ? [] : [join(name, String(users.length > namedFiles), ...users.slice(0, namedFiles))];
      })
      .sort();
  },
};

/** Files that cannot hold facts of a kind are not read. */
const mayHold = {
  endpoints: ({ path, kind, endpoints }, source) => kind !== "test" && (endpoints > 0 || source.isRouted(path)),
  tables: ({ path, schemas }, source) => schemas > 0 || source.tablesOf(path).length > 0,
  settings: ({ path }, source) => source.settingsOf(path) !== null,
  commands: ({ scripts }) => scripts > 0,
  packages: ({ path }) => isManifest(path),
  jobs: ({ path }, source) => source.startedBy(path).length > 0,
  declarations: ({ symbols }) => symbols > 0,
} satisfies Partial<Record<FactKind, (file: StoredFile, source: DigestSource) => boolean>>;

const listKeys: Readonly<
  Record<Exclude<FileFactKind, "endpoints" | "settings" | "jobs">, (facts: FileFacts | null) => string[]>
> = {
  tables: (facts) =>
    (facts?.schemas ?? []).map(({ name, kind, fields, references }) =>
      join(kind, name, ...fields.map((field) => `${field.name}:${field.type}`), "", ...references),
    ),
  commands: (facts) =>
    (facts?.scripts ?? []).map(({ runner, name, command, about }) => join(runner, name, command, about)),
  declarations: (facts) =>
    (facts?.symbols ?? []).map(({ kind, name, parent, isExported }) => join(kind, name, parent, String(isExported))),
  packages: (facts) => [
    join(facts?.manifest?.name ?? null, facts?.manifest?.version ?? null),
    ...(facts?.manifest?.dependencies ?? []).map(({ name, version, isDev }) => join(name, version, String(isDev))),
  ],
};

function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Everything but the lines, which move. */
function withoutLines(fact: unknown): string {
  return JSON.stringify(fact, (key, value: unknown) => (/^(?:line|startLine|endLine)$/.test(key) ? undefined : value));
}

function endpointKey({ protocol, method, path, handler, certainty, guards }: IndexedEndpoint): string {
  return join(protocol, method, path, handler, certainty, ...guards.map(({ name }) => name));
}

/** Parts may hold anything but the mark between them. */
function join(...parts: readonly (string | null)[]): string {
  return parts.map((part) => part ?? "").join("\u0001");
}
