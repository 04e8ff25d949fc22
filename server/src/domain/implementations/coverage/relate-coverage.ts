import path from "node:path/posix";

import type { CoverageReport, FileCoverage } from "#server/platform/test-reports/read-coverage.ts";

/** What tests ran of the lines that a change writes. */
export interface ChangedCoverage {
  files: { path: string; run: number[]; missed: number[] }[];
}

export interface LocatedReport extends CoverageReport {
  /** Where it lay, from the top of the repository. */
  path: string;
}

interface RelatedTo {
  /** Where the tests ran, from the top of the repository; "" for that. */
  folder: string;
  /** Where the repository lay when they ran. */
  root: string;
  /** Every file of the commit. */
  files: ReadonlySet<string>;
  /** Lines with code that the change writes, by path. */
  changed: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Characters of the places that files are looked for in, for all reports together: names and folders can be made to be many and long. */
const maxPlaceCharacters = 20_000_000;

/** What reports say of changed lines; null where they say nothing of any of them. */
export function relateCoverage(reports: readonly LocatedReport[], to: RelatedTo): ChangedCoverage | null {
  const known = new Map<string, Map<number, boolean>>();
  const budget = { characters: maxPlaceCharacters };
  for (const report of reports) {
    const locate = createLocator(report, to, budget);
    for (const file of report.files) {
      const found = locate(file);
      const changed = found === null ? undefined : to.changed.get(found);
      if (found === null || changed === undefined) continue;
      const lines = known.get(found) ?? new Map<number, boolean>();
      known.set(found, lines);
      // By whichever are fewer: a report may name one file in thousands of ways, with a line each.
      const isFew = file.lines.size < changed.size;
      for (const line of isFew ? file.lines.keys() : changed) {
        const isRun = file.lines.get(line);
        if (isRun !== undefined && changed.has(line)) lines.set(line, lines.get(line) === true || isRun);
      }
    }
  }
  const files = [...known].filter(([, lines]) => lines.size > 0).map(([name, lines]) => describe(name, lines));
  return files.length === 0 ? null : { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

function describe(name: string, lines: ReadonlyMap<number, boolean>): ChangedCoverage["files"][number] {
  const sorted = [...lines].toSorted(([a], [b]) => a - b);
  const ofState = (wanted: boolean) => sorted.flatMap(([line, isRun]) => (isRun === wanted ? [line] : []));
  return { path: name, run: ofState(true), missed: ofState(false) };
}

/** Finds the file of the commit that a report means; null where there is none. Nothing outside of the repository is meant. */
function createLocator(report: LocatedReport, to: RelatedTo, budget: { characters: number }) {
  // The files of a report share theirs, so that they are put together once.
  const known = new Map<FileCoverage["sources"], string[]>();
  return ({ name, sources }: FileCoverage): string | null => {
    const bases = known.get(sources) ?? listBases(sources ?? [], report, to);
    known.set(sources, bases);
    const written = name.replaceAll("\\", "/");
    for (const place of report.format === "go" ? goPlaces(written, to) : placesOf(written, bases)) {
      budget.characters -= place.length;
      if (budget.characters < 0) return null;
      const found = place.startsWith(`${to.root}/`) ? place.slice(to.root.length + 1) : null;
      if (found !== null && to.files.has(found)) return found;
    }
    return null;
  };
}

/** Without the module's name in front, which is some of its first parts. */
function* goPlaces(written: string, { folder, root }: RelatedTo): Iterable<string> {
  const base = path.join(root, folder);
  const name = path.normalize(written);
  if (name.startsWith("/")) return yield name;
  if (written.startsWith("./")) return yield path.join(base, name);
  for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1)) yield `${base}/${name.slice(at + 1)}`;
}

/** Those that runners are known to write names from, the likeliest first. */
function listBases(sources: readonly string[], report: LocatedReport, { folder, root }: RelatedTo): string[] {
  const own = path.dirname(report.path);
  const around = path.basename(own) === "coverage" ? [path.dirname(own), own] : [own];
  const bases = [
    ...sources.map((source) => (source.startsWith("/") ? path.normalize(source) : path.join(root, folder, source))),
    ...[...around, folder, ""].map((base) => path.join(root, base)),
  ];
  return [...new Set(bases.map((base) => (base.endsWith("/") ? base : `${base}/`)))];
}

function* placesOf(written: string, bases: readonly string[]): Iterable<string> {
  const name = path.normalize(written);
  if (name.startsWith("/")) return yield name;
  for (const base of bases) yield name.startsWith("../") ? path.join(base, name) : base + name;
}
