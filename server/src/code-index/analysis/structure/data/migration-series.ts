import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

/** A file that says something about tables. */
export interface DataFile {
  path: string;
  data: DataFacts;
}

const dialect =
  /(?<![a-z])(?:postgres(?:ql)?|pgsql|psql|pg|mysql|mariadb|sqlite3?|mssql|sql-?server|oracle|h2|hsqldb|derby|db2|cockroach(?:db)?|tidb|spanner)(?![a-z])|(?:postgres|mysql|sqlite|sqlserver)(?=migrations?\b|efscaffold)/i;
/** Which of several dialects tells most. */
const dialectOrder = ["postgres", "pgsql", "psql", "pg", "cockroach", "mysql", "mariadb", "sqlite", "mssql", "sql"];
const versioned = /^(?:R__|[VvRUB]?\d[\w.]*?(?:[_-]|\.(?:\w+)$|$)|\d{4}[_-]\d{2})/;
const isBack =
  /(?:^|\/)(?:down|rollback|revert|undo)[^/]*\.sql$|[._-](?:down|rollback|revert|undo)\.\w+$|(?:^|\/)U\d[\w.]*__[^/]*$/i;
const dumpName = /(?:^|\/)(?:[\w.-]*?(?:structure|schema|latest|baseline|ddl|dump)[\w.-]*)\.sql$/i;

/** Steps back are no steps. */
export function isStepBack(path: string): boolean {
  return isBack.test(path);
}

/** Whether a file of SQL is one of several that are carried out in turn. */
export function isVersioned(path: string): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  return (
    versioned.test(name) ||
    (versioned.test(parts.at(-2) ?? "") && /^(?:up|migration|\w*up)\b/i.test(name)) ||
    /(?:^|\/)migrat\w*\/(?:.*\/)?v?\d/i.test(path)
  );
}

/** Whether the name says that the file holds all tables. */
export function isDump(path: string): boolean {
  return dumpName.test(path);
}

/** The folder of all steps, where each has a folder of its own, or each version. */
export function seriesFolder(path: string): string {
  const folders = path.split("/").slice(0, -1);
  while (folders.length > 0 && versioned.test(folders.at(-1) ?? "")) folders.pop();
  return folders.join("/");
}

/** The same for files that say one thing in several dialects. */
export function withoutDialect(path: string): string {
  return path.replace(new RegExp(dialect.source, "gi"), "*");
}

function dialectOf(path: string): string {
  return dialect.exec(path)?.[0].toLowerCase() ?? "";
}

/** Of files in several dialects those of one alone. */
export function chooseDialect(files: readonly DataFile[]): DataFile[] {
  const byDialect = Map.groupBy(files, ({ path }) => dialectOf(path));
  if (byDialect.size < 2) return [...files];
  const place = (name: string) => {
    const at = dialectOrder.findIndex((one) => name.startsWith(one));
    return at < 0 ? dialectOrder.length : at;
  };
  const [first] = [...byDialect.keys()].filter((name) => name !== "").toSorted((a, b) => place(a) - place(b));
  return [...(byDialect.get("") ?? []), ...(byDialect.get(first ?? "") ?? [])];
}

/** In the order in which they are carried out. */
export function orderSteps(files: readonly DataFile[]): DataFile[] {
  const sorted = files.toSorted(
    (a, b) => compareNatural(orderName(a.path), orderName(b.path)) || compareNatural(a.path, b.path),
  );
  return sorted.some(({ data }) => data.step !== null && data.role === "migration") ? orderByNames(sorted) : sorted;
}

/** Repeatable steps of Flyway come last. */
function orderName(path: string): string {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (name.startsWith("R__")) return `~${name}`;
  const from = parts.findIndex((part) => versioned.test(part));
  return parts
    .slice(from < 0 ? -1 : from)
    .join("/")
    .replace(/^[VB](?=\d)/i, "")
    .replace(date, asTimestamp);
}

const date = /^(\d{4})[-_]?(\d{2})[-_]?(\d{2})(?:[-_T]?(\d{2,6}))?(?!\d)/;

/** Steps may be named by date alone, with a time, or with signs between. */
function asTimestamp(_all: string, ...[year, month, day, time = ""]: string[]): string {
  return `${year ?? ""}${month ?? ""}${day ?? ""}${time.padEnd(6, "0")}`;
}

/** Digits count as numbers. */
export function compareNatural(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const [one = "", other = ""] = [left?.[at], right?.[at]];
    if (one === other) continue;
    const isNumber = /^\d/.test(one) && /^\d/.test(other);
    if (isNumber) {
      const [short, long] = [one.replace(/^0+/, ""), other.replace(/^0+/, "")];
      if (short.length !== long.length) return short.length - long.length;
      if (short !== long) return short < long ? -1 : 1;
      continue;
    }
    // The shorter version comes first: "1__a" before "1_1__b".
    return one < other ? -1 : 1;
  }
  return 0;
}

/** Each step behind those that it names. */
function orderByNames(files: readonly DataFile[]): DataFile[] {
  const byName = new Map<string, DataFile>();
  for (const file of files) {
    const { name } = file.data.step ?? {};
    if (name) byName.set(name, file);
    const stem = file.path.replace(/^.*\/|\.\w+$/g, "");
    byName.set(stem, file);
    const app = /([^/]+)\/migrations\/[^/]+$/.exec(file.path)?.[1];
    if (app !== undefined) byName.set(`${app}.${stem}`, file);
  }
  // A step that does nothing to tables is none of the files: those before it in its app come in its place.
  const byApp = Map.groupBy(files, ({ path }) => /([^/]+)\/migrations\/[^/]+$/.exec(path)?.[1] ?? "");
  const nearestBefore = (name: string) => {
    const [app = "", step] = name.split(".");
    if (step === undefined || app === "") return undefined;
    return byApp.get(app)?.findLast(({ path }) => compareNatural(path.replace(/^.*\/|\.\w+$/g, ""), step) < 0);
  };
  const ordered = new Set<DataFile>();
  const open = new Set<DataFile>();
  const add = (file: DataFile): void => {
    if (ordered.has(file) || open.has(file) || open.size > maxChain) return;
    open.add(file);
    for (const name of file.data.step?.after ?? []) {
      const before = byName.get(name) ?? nearestBefore(name);
      if (before !== undefined) add(before);
    }
    open.delete(file);
    ordered.add(file);
  };
  for (const file of files) add(file);
  return [...ordered];
}

/** Longer chains are followed from their middle, where the order of names has brought most in place. */
const maxChain = 3000;
