import type { Risk } from "@cairn/contract/change-overview";

import type { ManifestFact } from "#server/code-index/ports/facts.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { count, fold } from "#server/engine/text/wording.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import type { Pair } from "./compare-facts.ts";
import { makeRisk, maxNamed, nameAll, newLine, oldLine, type ComparedCode } from "./overview-row.ts";
import type { Licences } from "./read-licences.ts";

type NamedDependency = ManifestFact["dependencies"][number];

/** Of what a manifest or lockfile says, which may be anything. */
const maxTold = 60;

/** Packages that come or change their version, as the manifests say; new ones with their licence where a lockfile tells it. */
export function findDependencyRisks(
  { before, after, files }: ComparedCode,
  licencesOf: (manifest: string) => Licences,
): Risk[] {
  const added: AddedDependency[] = [];
  const risks = files.flatMap((file): Risk[] => {
    if (file.status === "deleted") return [];
    const formerPath = file.oldPath ?? file.path;
    const former = new Map(before.facts(formerPath)?.manifest?.dependencies.map((one) => [keyOf(one), one]));
    const now = after.facts(file.path)?.manifest?.dependencies ?? [];
    const licences = licencesOf(file.path);
    for (const dependency of now) {
      if (!former.has(keyOf(dependency))) added.push({ manifest: file.path, dependency, licences });
    }
    const changed = now.flatMap((one) => {
      const other = former.get(keyOf(one));
      return other === undefined || other.version === one.version ? [] : [{ before: other, after: one }];
    });
    return [
      ...(changed.length > 0 ? [ofChanged({ path: file.path, formerPath }, changed)] : []),
      ...ofProperties(file),
    ];
  });
  // What several modules take up is one thing to look at.
  const groups = Map.groupBy(added, ({ dependency }) => `${keyOf(dependency)} ${dependency.version}`);
  return [...[...groups.values()].flatMap(ofNew), ...risks];
}

interface AddedDependency {
  manifest: string;
  dependency: NamedDependency;
  licences: Licences;
}

const property = /^\s*<([\w.-]+\.version)>([^<]+)<\/\1>\s*$/;

/** Versions that Maven's files name once, for packages that say none themselves. */
function ofProperties({ path, oldPath, hunks }: DiffedFile): Risk[] {
  if (!/(?:^|\/)pom\.xml$/.test(path)) return [];
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const said = (type: "added" | "deleted") =>
    lines.flatMap((line) => {
      const [, name = "", version = ""] = (line.type === type ? property.exec(line.content) : null) ?? [];
      return name === "" ? [] : [{ name, version, line: line.newLine ?? line.oldLine ?? 1 }];
    });
  const former = new Map(said("deleted").map((one) => [one.name, one]));
  const changed = said("added").flatMap((after) => {
    const before = former.get(after.name);
    return before === undefined || before.version === after.version ? [] : [{ before, after }];
  });
  return changed.length === 0 ? [] : [ofChanged({ path, formerPath: oldPath ?? path }, changed)];
}

/** All of one manifest together: they are mostly raised by a program. */
function ofChanged(
  { path, formerPath }: { path: string; formerPath: string },
  changed: readonly Pair<Pick<NamedDependency, "name" | "version" | "line">>[],
): Risk {
  const said = changed.map(
    ({ before, after }) =>
      `${codeSpan(after.name)} ${cutText(before.version, maxTold)} → ${cutText(after.version, maxTold)}`,
  );
  const text = `${count(changed.length, "package")} of ${codeSpan(path)} in another version: ${fold(said, maxNamed)}`;
  const evidence = changed.flatMap(({ before, after }) => [
    oldLine(formerPath, before.line),
    newLine(path, after.line),
  ]);
  return makeRisk({ kind: "changed-dependency", level: "info", text }, evidence);
}

/** The same package of one or several manifests. */
function ofNew(group: readonly AddedDependency[]): Risk[] {
  const [first] = group;
  if (first === undefined) return [];
  const { dependency, licences, manifest } = first;
  const locked = licences.get(dependency.name);
  const version = locked?.version ?? (dependency.version || sayUnsaid(manifest));
  const licence = locked?.licence ?? "its licence is not told here";
  const told = `${cutText(version, maxTold)} (${cutText(licence, maxTold)})`;
  const where = group.length === 1 ? "" : ` in ${nameAll(group.map((one) => one.manifest))}`;
  const text = `New package ${codeSpan(dependency.name)} ${told}${where}${sayUse(dependency)}`;
  const level = dependency.isDev ? "info" : "warning";
  const evidence = group.map((one) => newLine(one.manifest, one.dependency.line));
  return [makeRisk({ kind: "new-dependency", level, text }, evidence)];
}

/** Where a parent or a list of versions may say it for all modules, none is not any. */
function sayUnsaid(manifest: string): string {
  return /(?:\.gradle(?:\.kts)?|pom\.xml|\.csproj)$/.test(manifest)
    ? "in the version that is set elsewhere"
    : "of any version";
}

function sayUse({ isDev }: NamedDependency): string {
  return isDev ? ", for development alone" : "";
}

function keyOf({ name, isDev }: NamedDependency): string {
  return `${name} ${isDev}`;
}
