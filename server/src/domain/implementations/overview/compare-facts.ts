import { setImmediate } from "node:timers/promises";

import type { ChangedLines } from "@cairn/contract/change-overview";

import type { CodeIndex, IndexedEndpoint, IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";
import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import { isAside } from "#server/engine/retrieval/gather-facts.ts";

import { newLines, oldLines, type ComparedCode } from "./overview-row.ts";

/** What both sides have under one name. */
export interface Pair<T> {
  before: T;
  after: T;
}

interface Difference<T> {
  added: T[];
  removed: T[];
  kept: Pair<T>[];
}

export type ComparedEndpoint = IndexedEndpoint & { path: string; file: string };

/** What the code of both sides offers, asks for, stores and does by itself, without tests and examples. */
export interface FactDifferences {
  endpoints: Difference<ComparedEndpoint>;
  triggers: Difference<IndexedTrigger>;
  settings: Difference<IndexedSetting>;
  tables: Difference<IndexedTable>;
  /** Databases whose tables are known by steps that change them, so that what goes is dropped. */
  stepped: ReadonlySet<string>;
}

/** In turns with other work: each kind is put together from all files of both sides, which takes some hundred milliseconds. */
export async function compareFacts({ before, after }: ComparedCode): Promise<FactDifferences> {
  const compare = async <T>(read: (index: CodeIndex) => readonly T[], keyOf: (one: T) => string) => {
    const former = read(before);
    await setImmediate();
    const now = read(after);
    await setImmediate();
    return differ(former, now, keyOf);
  };
  return {
    endpoints: await compare(listEndpoints, keyOfEndpoint),
    triggers: await compare(
      (index) => index.triggers().filter(({ path }) => !isAside(path) && isOwnCode(index, path)),
      ({ kind, name, topic }) => [kind, name, topic].join("\0"),
    ),
    settings: await compare(listSettings, ({ name, kind }) => `${kind} ${name}`),
    tables: await compare(
      (index) => index.tables().tables.filter(({ certainty }) => certainty !== "unknown"),
      ({ database, name }) => `${database} ${name}`,
    ),
    stepped: listStepped(after),
  };
}

function listStepped(index: CodeIndex): ReadonlySet<string> {
  const stepped = index.tables().databases.filter(({ source }) => source !== "declarations");
  return new Set(stepped.map(({ folder }) => folder));
}

/** Lines of an endpoint, a schedule or any other fact with a file of its own. */
export const spanBefore = (one: { startLine: number; endLine: number }, path: string): ChangedLines =>
  oldLines({ path, startLine: one.startLine, endLine: one.endLine });
export const spanAfter = (one: { startLine: number; endLine: number }, path: string): ChangedLines =>
  newLines({ path, startLine: one.startLine, endLine: one.endLine });

function differ<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): Difference<T> {
  const former = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Map(after.map((one) => [keyOf(one), one]));
  const kept: Pair<T>[] = [];
  const added: T[] = [];
  for (const [key, one] of now) {
    const other = former.get(key);
    if (other === undefined) added.push(one);
    else kept.push({ before: other, after: one });
  }
  return { added, kept, removed: [...former].filter(([key]) => !now.has(key)).map(([, one]) => one) };
}

/** A path that lacks its beginning is only the same in the same file. */
function keyOfEndpoint({ protocol, method, path, certainty, file }: ComparedEndpoint): string {
  const isWhole = certainty === "resolved" || certainty === "partly";
  return [protocol, method, path, isWhole ? "" : file].join("\0");
}

function listEndpoints(index: CodeIndex): ComparedEndpoint[] {
  return index
    .files()
    .filter(({ kind, path }) => isOwn(kind) && !isAside(path))
    .flatMap(({ path: file }) => index.endpointsOf(file).map((endpoint) => ({ ...endpoint, file })));
}

function listSettings(index: CodeIndex): IndexedSetting[] {
  return index
    .settings()
    .filter(({ isOfFramework, certainty, sites }) => !isOfFramework && certainty === "resolved" && sites.length > 0);
}

const filesByPath = new WeakMap<CodeIndex, ReadonlyMap<string, IndexedFile>>();

function isOwnCode(index: CodeIndex, path: string): boolean {
  const files = filesByPath.get(index) ?? new Map(index.files().map((file) => [file.path, file]));
  filesByPath.set(index, files);
  const kind = files.get(path)?.kind;
  return kind !== undefined && isOwn(kind);
}

function isOwn(kind: FileKind): boolean {
  return kind !== "test" && kind !== "vendored" && kind !== "generated" && kind !== "binary";
}
