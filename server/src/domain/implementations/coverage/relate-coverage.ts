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

/** What reports say of changed lines; null where they say nothing of any of them. */
export function relateCoverage(reports: readonly LocatedReport[], to: RelatedTo): ChangedCoverage | null {
  const known = new Map<string, Map<number, boolean>>();
  for (const report of reports) {
    for (const file of report.files) {
      const found = locate(file, report, to);
      const changed = found === null ? undefined : to.changed.get(found);
      if (found === null || changed === undefined) continue;
      const lines = known.get(found) ?? new Map<number, boolean>();
      known.set(found, lines);
      for (const line of changed) {
        const isRun = file.lines.get(line);
        if (isRun !== undefined) lines.set(line, lines.get(line) === true || isRun);
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

/** The file of the commit that a report means; null where there is none. Nothing outside of the repository is meant. */
function locate({ name, sources = [] }: FileCoverage, report: LocatedReport, to: RelatedTo): string | null {
  const written = name.replaceAll("\\", "/");
  const places = report.format === "go" ? goPlaces(written, to) : placesOf(written, { sources, report, to });
  for (const place of places) {
    const found = inside(place, to.root);
    if (found !== null && to.files.has(found)) return found;
  }
  return null;
}

/** Without the module's name in front, which is some of its first parts. */
function goPlaces(name: string, { folder, root }: RelatedTo): string[] {
  if (name.startsWith("/") || name.startsWith("./"))
    return [name.startsWith("/") ? name : path.join(root, folder, name)];
  const parts = name.split("/");
  return parts.slice(1).map((_, at) => path.join(root, folder, ...parts.slice(at + 1)));
}

/** Those that runners are known to write names from, the likeliest first. */
function placesOf(
  name: string,
  { sources, report, to: { folder, root } }: { sources: readonly string[]; report: LocatedReport; to: RelatedTo },
): string[] {
  if (name.startsWith("/")) return [name];
  const own = path.dirname(report.path);
  const around = path.basename(own) === "coverage" ? [path.dirname(own), own] : [own];
  const bases = [
    ...sources.map((source) => (source.startsWith("/") ? source : path.join(root, folder, source))),
    ...[...around, folder, ""].map((base) => path.join(root, base)),
  ];
  return bases.map((base) => path.join(base, name));
}

function inside(place: string, root: string): string | null {
  const normal = path.normalize(place);
  return normal.startsWith(`${root}/`) ? normal.slice(root.length + 1) : null;
}
