import type { Risk } from "@cairn/contract/change-overview";

import type { ManifestFact } from "#server/code-index/ports/facts.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { count, fold } from "#server/engine/text/wording.ts";

import type { Pair } from "./compare-facts.ts";
import { makeRisk, maxNamed, newLine, oldLine, type ComparedCode } from "./overview-row.ts";
import type { Licences } from "./read-licences.ts";

type NamedDependency = ManifestFact["dependencies"][number];

/** Of what a manifest or lockfile says, which may be anything. */
const maxTold = 60;

/** Packages that come or change their version, as the manifests say; new ones with their licence where a lockfile tells it. */
export function findDependencyRisks(
  { before, after, files }: ComparedCode,
  licencesOf: (manifest: string) => Licences,
): Risk[] {
  return files.flatMap((file): Risk[] => {
    if (file.status === "deleted") return [];
    const formerPath = file.oldPath ?? file.path;
    const former = new Map(before.facts(formerPath)?.manifest?.dependencies.map((one) => [keyOf(one), one]));
    const now = after.facts(file.path)?.manifest?.dependencies ?? [];
    const added = now.filter((one) => !former.has(keyOf(one)));
    const changed = now.flatMap((one) => {
      const other = former.get(keyOf(one));
      return other === undefined || other.version === one.version ? [] : [{ before: other, after: one }];
    });
    const licences = licencesOf(file.path);
    return [
      ...added.map((one) => ofNew(file.path, one, licences)),
      ...(changed.length > 0 ? [ofChanged({ path: file.path, formerPath }, changed)] : []),
    ];
  });
}

/** All of one manifest together: they are mostly raised by a program. */
function ofChanged(
  { path, formerPath }: { path: string; formerPath: string },
  changed: readonly Pair<NamedDependency>[],
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

function ofNew(path: string, dependency: NamedDependency, licences: Licences): Risk {
  const locked = licences.get(dependency.name);
  const version = locked?.version ?? (dependency.version || "of any version");
  const licence = locked?.licence ?? "its licence is not told here";
  const told = `${cutText(version, maxTold)} (${cutText(licence, maxTold)})`;
  const text = `New package ${codeSpan(dependency.name)} ${told}${sayUse(dependency)}`;
  const level = dependency.isDev ? "info" : "warning";
  return makeRisk({ kind: "new-dependency", level, text }, [newLine(path, dependency.line)]);
}

function sayUse({ isDev }: NamedDependency): string {
  return isDev ? ", for development alone" : "";
}

function keyOf({ name, isDev }: NamedDependency): string {
  return `${name} ${isDev}`;
}
