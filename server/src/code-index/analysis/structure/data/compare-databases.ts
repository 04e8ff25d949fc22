import type { DatabaseState } from "./database-state.ts";
import { looseKey } from "./loose-key.ts";
import { compareNatural, withoutDialect, type DataFile } from "./migration-series.ts";

/** What the tables of a database are read from; the first of these counts most. */
export type DatabaseSource = "snapshot" | "migrations" | "scripts" | "declarations";

export interface DatabaseGroup {
  folder: string;
  component: string;
  source: DatabaseSource;
  state: DatabaseState;
  files: DataFile[];
  /** Whether it names all columns of its tables; else it only tells more of tables that others make. */
  isWhole: boolean;
}

/** Of the tables of the smaller one, so many are in the larger one too where both are the same database. */
const sameShare = 0.5;
/** Of the columns of an undated dump, so many are made by later steps too. */
const laterShare = 0.95;
/** Tables in which libraries keep which steps were carried out, by the names that are compared. */
const bookkeeping = /^_?(?:sqlxmigrations?|migrations?|schemamigrations?|sqlitesequence|alembicversion)\./;

/**
 * Beside a dump of one part or steps that could be read in part only; classes never count more than a dump. Several
 * databases may have come of one.
 */
export function tellsMore(one: DatabaseGroup, bases: readonly DatabaseGroup[]): boolean {
  const { source, state } = one;
  if (bases.some((base) => compareTools(one, base) < 0)) return false;
  if (source === "scripts" || (source === "declarations" && bases[0]?.source === "snapshot")) return false;
  return bases.reduce((sum, base) => sum + base.state.tables.size, 0) * 2 < state.tables.size;
}

/** A model that moved to another context leaves its old snapshot, which an older tool wrote. */
export function compareTools(a: DatabaseGroup, b: DatabaseGroup): number {
  const [left, right] = [toolVersion(a), toolVersion(b)];
  return left === null || right === null ? 0 : compareNatural(left, right);
}

function toolVersion({ source, files }: DatabaseGroup): string | null {
  return source === "snapshot" ? (files[0]?.data.toolVersion ?? null) : null;
}

/** Steps that make all that a dump holds, and more, where the dump does not say when it was made. */
export function isLater(steps: DatabaseGroup, dump: DatabaseGroup): boolean {
  const isUndated =
    dump.source === "snapshot" && dump.files.every(({ data }) => data.library === "sql" && data.step === null);
  if (!isUndated || steps.source !== "migrations" || steps.state.problems.length > 0) return false;
  const made = columnsOf(steps);
  const dumped = [...columnsOf(dump)].filter((name) => !bookkeeping.test(name));
  return dumped.length < made.size && dumped.filter((name) => made.has(name)).length >= dumped.length * laterShare;
}

/** "boats.name" of all tables. */
function columnsOf({ state }: DatabaseGroup): ReadonlySet<string> {
  return new Set(
    [...state.tables.values()].flatMap(({ name, columns }) =>
      [...columns.values()].map((column) => `${looseKey(name)}.${column.name.toLowerCase()}`),
    ),
  );
}

export function isSame(base: DatabaseGroup, other: DatabaseGroup): boolean {
  // Two series of steps are of two databases, unless they are the same in two dialects, or one took the other's place.
  const isVariant = plainFolder(base) === plainFolder(other) && base.folder !== other.folder;
  if (isColumnStore(base) !== isColumnStore(other)) return false;
  const isSeries = base.source === "migrations" && other.source === "migrations";
  if (isSeries && !isVariant && !onlyChanges(other) && !isFormer(base, other)) return false;
  const isOne = shareOf(namesOf(base), namesOf(other)) >= sameShare;
  // Contexts of one program may each have a table of the same name, in a schema of its own.
  return isOne && (base.source !== "snapshot" || other.source !== "snapshot" || holdsSame(base, other));
}

/** `migrations-sqlite` beside `migrations` says the same for one more kind of database. */
function plainFolder({ folder }: DatabaseGroup): string {
  return withoutDialect(folder).replace(/[-_.]?\*[-_.]?(?=\/|$)/g, "");
}

/** Whether a folder names no kind of database: what it holds is for all that have none of their own. */
export function isGeneral({ folder }: DatabaseGroup): boolean {
  return withoutDialect(folder) === folder;
}

/** Steps of the same program and tool that make what others make as well, with the same columns: how it once began. */
function isFormer(base: DatabaseGroup, other: DatabaseGroup): boolean {
  const [tool, otherTool] = [base, other].map(({ files }) => files[0]?.data.library);
  if (base.component !== other.component || tool !== otherTool) return false;
  const [known, names] = [namesOf(base), namesOf(other)];
  return (
    names.size > 1 && names.size < known.size && [...names].every((name) => known.has(name)) && holdsSame(base, other)
  );
}

/** Whether the tables of equal names hold equal columns too. */
function holdsSame(base: DatabaseGroup, other: DatabaseGroup): boolean {
  const [names, others] = [namesOf(base), namesOf(other)];
  const withinBoth = (columns: ReadonlySet<string>): ReadonlySet<string> =>
    new Set(
      [...columns].filter((one) => [names, others].every((held) => held.has(one.slice(0, one.lastIndexOf("."))))),
    );
  return shareOf(withinBoth(columnsOf(base)), withinBoth(columnsOf(other))) >= sameShare;
}

/** Whether its steps make none of the tables that they change: something else makes them. */
export function onlyChanges({ state }: DatabaseGroup): boolean {
  return [...state.tables.values()].every(({ isPartial }) => isPartial);
}

/** A store for statistics that holds some tables of the main database once more. */
function isColumnStore({ files }: DatabaseGroup): boolean {
  return files.some(({ path }) => /clickhouse/i.test(path));
}

function namesOf({ state }: DatabaseGroup): ReadonlySet<string> {
  return new Set([...state.tables.values()].map(({ name }) => looseKey(name)));
}

/** How much of the smaller set is in the larger one. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  return small.size === 0 ? 0 : [...small].filter((name) => large.has(name)).length / small.size;
}
