import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findManifests, installRoots, type LocatedManifest } from "#server/engine/facts/project/find-manifests.ts";
import { ownNames } from "#server/engine/facts/project/find-packages.ts";
import { nearestLock } from "#server/engine/facts/project/package-manager.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { inFolder } from "#server/engine/pages/commands/command-items.ts";
import { listing, paragraph } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { perScope } from "./per-scope.ts";

/** How the dependencies come. */
export function draftInstall(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    // That there is none is true until a manifest asks for a package.
    const lists = asksForAnything(scope) ? [] : [listedFacts(scope, "packages")];
    const statements = installStatements(scope);
    const short = statements.filter(({ text }) => !text.includes(". "));
    // A few words for each of them are one statement.
    const told = short.length > 1 ? [joined(short), ...statements.filter((one) => !short.includes(one))] : statements;
    return told.map((statement) => listing(paragraph(statement), ...lists));
  });
}

function joined(statements: readonly Statement[]): Statement {
  return {
    text: `${statements.map(({ text }) => text.replace(/\.$/, "")).join("; ")}.`,
    evidence: statements.flatMap(({ evidence }) => evidence),
  };
}

function installStatements(scope: CodeScope): Statement[] {
  return installRoots(scope).flatMap((found): Statement[] => {
    const text = installText(scope, found);
    if (text === null) return [];
    const { dependencies, entryPoints } = found.manifest;
    const lines = [...dependencies.map((one) => one.line), ...entryPoints.map((one) => one.line)];
    const [first, last] = lines.length > 0 ? [Math.min(...lines), Math.max(...lines)] : [1, 1];
    const lock = found.manifest.ecosystem === "npm" ? nearestLock(scope, found.folder) : null;
    return [
      {
        text,
        evidence: [
          scope.at(found.path, first, Math.min(last, first + 40)),
          ...(lock ? lockEvidence(scope, lock.path) : []),
        ],
      },
    ];
  });
}

/** What says that the file is a lock, and of which kind. */
function lockEvidence(scope: CodeScope, path: string): Evidence[] {
  const lines = scope.facts(path)?.lines ?? 1;
  return [scope.at(path, 1, path.endsWith("package-lock.json") ? Math.min(lines, 4) : 1)];
}

function installText(scope: CodeScope, { path, folder, manifest }: LocatedManifest): string | null {
  const inside = inFolder(scope, folder);
  const members =
    manifest.workspaces.length > 0
      ? ` It installs the packages under ${manifest.workspaces
          .slice(0, 6)
          .map((one) => codeSpan(one))
          .join(", ")} as well.`
      : "";
  switch (manifest.ecosystem) {
    case "npm": {
      const lock = nearestLock(scope, folder);
      const command = lock === null ? "npm install" : lock.manager === "npm" ? "npm ci" : `${lock.manager} install`;
      if (!asksForAnything(scope)) {
        const links = members === "" ? "" : ` ${codeSpan(command)} only links the workspaces together.`;
        return `There is nothing to install: no manifest asks for a package.${links}`;
      }
      const pinned = lock === null ? "" : `, which takes the exact versions of ${codeSpan(scope.shorten(lock.path))}`;
      return `${codeSpan(command)}${inside} brings the dependencies${pinned}.${members}`;
    }
    case "go":
      return `${codeSpan("go mod download")}${inside} brings the dependencies; any ${codeSpan("go build")} does so too.`;
    case "cargo":
      return `${codeSpan("cargo build")}${inside} brings the dependencies and compiles.`;
    case "python":
      return pythonInstall(scope, { path, folder });
    case "maven":
      return `${codeSpan(hasFile(scope, folder, "mvnw") ? "./mvnw install" : "mvn install")}${inside} brings the dependencies and builds.`;
    case "gradle":
      return `${codeSpan(hasFile(scope, folder, "gradlew") ? "./gradlew build" : "gradle build")}${inside} brings the dependencies and builds.`;
    case "composer":
      return `${codeSpan("composer install")}${inside} brings the dependencies.`;
    case "ruby":
      return `${codeSpan("bundle install")}${inside} brings the dependencies.`;
    case "nuget":
      return `${codeSpan("dotnet restore")} brings the dependencies of all projects.`;
    case "hex":
      return `${codeSpan("mix deps.get")}${inside} brings the dependencies.`;
    default:
      return null;
  }
}

/** Whether any manifest of the scope wants a package from outside the repository. */
function asksForAnything(scope: CodeScope): boolean {
  const own = ownNames(scope);
  return findManifests(scope).some(({ manifest }) =>
    manifest.dependencies.some(({ name }) => !own.has(name.toLowerCase().replaceAll("_", "-"))),
  );
}

function pythonInstall(scope: CodeScope, { path, folder }: Pick<LocatedManifest, "path" | "folder">): string {
  if (/requirements[\w.-]*\.txt$/.test(path))
    return `${codeSpan(`pip install -r ${scope.shorten(path)}`)} brings the dependencies.`;
  const command = hasFile(scope, folder, "uv.lock")
    ? "uv sync"
    : hasFile(scope, folder, "poetry.lock")
      ? "poetry install"
      : "pip install -e .";
  return `${codeSpan(command)}${inFolder(scope, folder)} installs the package with its dependencies.`;
}

function hasFile(scope: CodeScope, folder: string, name: string): boolean {
  return scope.facts(folder === "" ? name : `${folder}/${name}`) !== null;
}
