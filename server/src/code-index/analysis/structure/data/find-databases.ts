import type { DataFacts, TableOperation } from "#server/code-index/ports/data-facts.ts";

import {
  compareTools,
  isGeneral,
  isLater,
  isSame,
  onlyChanges,
  tellsMore,
  type DatabaseGroup,
  type DatabaseSource,
} from "./compare-databases.ts";
import { DatabaseState } from "./database-state.ts";
import { libraryOf } from "./entities/entity-index.ts";
import { linkClasses } from "./entities/link-classes.ts";
import {
  isVersioned,
  isDump,
  isStepBack,
  chooseDialect,
  orderSteps,
  seriesFolder,
  withoutDialect,
  type DataFile,
} from "./migration-series.ts";
import { orderChangelogs } from "./order-changelogs.ts";

const ranks: readonly DatabaseSource[] = ["snapshot", "migrations", "scripts", "declarations"];
const testDump = /(?:^|[/_.-])tests?[_.-][^/]*$/i;
/** Tables that SQLite and sqlx make for themselves. */
const ownTables = ["sqlite_sequence", "sqlite_stat1", "_sqlx_migrations"];
/** Libraries whose steps lie in several folders and yet change one database. */
const sharedSeries = /^(?:django|laravel|doctrine|rails)$/;

/** The databases of a repository, each as the source says that counts most. */
export function findDatabases(files: readonly DataFile[], componentOf: (path: string) => string): DatabaseGroup[] {
  const groups = new Map<string, { source: DatabaseSource; files: DataFile[] }>();
  const { series, rest } = orderChangelogs(files);
  for (const file of rest) {
    const source = sourceOf(file);
    if (source === null) continue;
    const key = `${source} ${groupKey(file, source, componentOf)}`;
    const group = groups.get(key) ?? { source, files: [] };
    group.files.push(file);
    groups.set(key, group);
  }
  joinStrings(groups);
  const found = [
    ...series.map((own) => buildDatabase("migrations", own, componentOf, true)),
    ...[...groups.values()].map(({ source, files: own }) => buildDatabase(source, own, componentOf)),
  ];
  return joinSame(found.filter(({ state }) => state.tables.size > 0));
}

/** Steps of a series that only carry out SQL belong to those beside them that call a library. */
function joinStrings(groups: Map<string, { source: DatabaseSource; files: DataFile[] }>): void {
  const isStrings = (files: readonly DataFile[]) => files[0]?.data.library === "sql-strings";
  for (const [key, { source, files }] of groups) {
    const folder = seriesFolder(files[0]?.path ?? "");
    if (source !== "migrations" || !isStrings(files)) continue;
    const beside = [...groups.values()].find(
      (one) =>
        one.source === "migrations" && !isStrings(one.files) && seriesFolder(one.files[0]?.path ?? "") === folder,
    );
    if (beside === undefined) continue;
    beside.files.push(...files);
    groups.delete(key);
  }
}

function sourceOf({ path, data }: DataFile): DatabaseSource | null {
  if (data.operations.length + data.unread.length === 0) return null;
  if (data.role === "snapshot") return "snapshot";
  if (data.role === "migration") return "migrations";
  if (data.role === "declaration") return "declarations";
  if (isStepBack(path)) return null;
  if (isVersioned(path)) return "migrations";
  if (!isDump(path)) return "scripts";
  // The database that tests run on is older, or has more than the product.
  return testDump.test(path) ? null : "snapshot";
}

function groupKey({ path, data }: DataFile, source: DatabaseSource, componentOf: (path: string) => string): string {
  if (source === "scripts") return componentOf(path);
  if (source === "declarations") return `${componentOf(path)} ${data.library}`;
  if (source === "migrations") {
    const folder = sharedSeries.test(data.library) ? componentOf(path) : withoutDialect(seriesFolder(path));
    return `${folder} ${data.library === "sql" ? "" : data.library}`;
  }
  // One schema may be spread over the files of a folder.
  return data.library === "prisma" ? `prisma ${seriesFolder(path)}` : withoutDialect(path);
}

function buildDatabase(
  source: DatabaseSource,
  given: readonly DataFile[],
  componentOf: (path: string) => string,
  isOrdered = false,
): DatabaseGroup {
  const chosen = isOrdered ? given : chooseDialect(given);
  const files = isOrdered
    ? [...given]
    : source === "migrations"
      ? orderSteps(chosen)
      : chosen.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const state = new DatabaseState({ isStrict: source !== "migrations" });
  // Files that nobody numbered: what they make comes before what they change.
  const passes = source === "migrations" ? [() => true] : [isCreate, (op: string) => !isCreate(op)];
  for (const isWanted of passes)
    for (const { path, data } of files)
      for (const operation of operationsOf(path, data))
        if (isWanted(operation.op) && !isIdle(source, operation.op)) state.apply(operation, path);
  if (source !== "scripts")
    for (const { path, data } of files)
      for (const line of data.unread) state.report(path, line, "changes tables in a way that could not be read");
  for (const own of ownTables) state.tables.delete(own);
  const component = componentOf(files[0]?.path ?? "");
  return {
    folder: commonFolder(files.map(({ path }) => path)),
    component,
    source,
    state,
    files,
    isWhole: isWhole(given),
  };
}

/** With the name of the app, of which the content of a file knows nothing. */
function operationsOf(path: string, { library, operations }: DataFacts): readonly TableOperation[] {
  if (library !== "django") return operations;
  const app = /([^/]+)\/migrations\/[^/]*$/.exec(path)?.[1] ?? "";
  return JSON.parse(
    JSON.stringify(operations).replaceAll("\\u0001", app === "" ? "" : `${app.toLowerCase()}_`),
  ) as TableOperation[];
}

function isCreate(op: string): boolean {
  return op === "create";
}

/** What a dump drops, it makes anew. */
function isIdle(source: DatabaseSource, op: string): boolean {
  return source !== "migrations" && (op === "drop" || op === "rename");
}

function isWhole(files: readonly DataFile[]): boolean {
  return !files.some(({ data }) => data.role === "declaration" && !libraryOf(data).naming.isWhole);
}

/** Sources that tell of the same tables are one database. */
function joinSame(found: readonly DatabaseGroup[]): DatabaseGroup[] {
  const sorted = found.toSorted(
    (a, b) =>
      ranks.indexOf(a.source) - ranks.indexOf(b.source) ||
      compareTools(b, a) ||
      b.state.tables.size - a.state.tables.size ||
      Number(isGeneral(b)) - Number(isGeneral(a)),
  );
  const joined: DatabaseGroup[] = [];
  for (const one of sorted) {
    const same = joined.flatMap((base, place) => (isSame(base, one) ? [place] : []));
    const at = same.toSorted(
      (a, b) => sharedParts(joined[b]?.folder ?? "", one.folder) - sharedParts(joined[a]?.folder ?? "", one.folder),
    )[0];
    const base = at === undefined ? undefined : joined[at];
    if (at === undefined || base === undefined) {
      if (one.source !== "declarations" || (one.isWhole && !joined.some((known) => standsBeside(one, known))))
        joined.push(one);
    } else if (
      one.isWhole &&
      (tellsMore(
        one,
        same.flatMap((place) => joined[place] ?? []),
      ) ||
        isLater(one, base))
    )
      joined[at] = one;
    else if (base.source === "snapshot" && one.source === "migrations") catchUp(base, one);
    else if (one.source === "migrations" && onlyChanges(one)) carryOut(base, one);
    else if (one.source === "declarations") linkClasses(base.state, one.state, one.isWhole);
  }
  return joined;
}

/** Carries out changes of tables that are made elsewhere. */
function carryOut({ state }: DatabaseGroup, { files }: DatabaseGroup): void {
  for (const { path, data } of files)
    for (const operation of operationsOf(path, data))
      if (operation.op === "add-column" || (operation.op === "add-key" && operation.isAnew !== true))
        state.apply(operation, path);
}

/** Carries out the steps that are newer than a dump, where this says which one was its last. */
function catchUp(dump: DatabaseGroup, { files }: DatabaseGroup): void {
  const version = dump.files[0]?.data.step?.name;
  if (version === undefined || version === null) return;
  for (const { path, data } of files) {
    const own = /(?:^|\/)(\d{8,17})[^/]*(?:\/[^/]*)?$/.exec(path)?.[1];
    if (own === undefined || own.padEnd(17, "0") <= version.padEnd(17, "0")) continue;
    for (const operation of operationsOf(path, data)) dump.state.apply(operation, path);
  }
}

/** Classes beside a database of the same program are named in a way that is unknown, rather than of another one. */
function standsBeside(classes: DatabaseGroup, { component, source, state, files }: DatabaseGroup): boolean {
  const own = topFolder(classes.files[0]?.path ?? "");
  const isNear = own === "" || files.some(({ path }) => topFolder(path) === own || topFolder(path) === "");
  const isSmaller = state.tables.size >= classes.state.tables.size;
  return source !== "declarations" && component === classes.component && isNear && isSmaller;
}

/** "" for files at the root. */
function topFolder(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}

function sharedParts(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const at = left.findIndex((part, index) => right[index] !== part);
  return at < 0 ? left.length : at;
}

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/").slice(0, -1));
  const end = first.findIndex((part, at) => others.some((folder) => folder[at] !== part));
  return (end < 0 ? first : first.slice(0, end)).join("/");
}
