import type { Statement } from "../../cited-text.ts";
import { heading, list, paragraph, table, type Block, type ListItem } from "../draft.ts";
import { findSettings } from "../facts/find-config.ts";
import { findEntryPoints } from "../facts/find-entry-points.ts";
import { governingManifests, type FoundManifest } from "../facts/find-manifests.ts";
import { findPrerequisites } from "../facts/find-prerequisites.ts";
import { explainCommand, findCiSteps, findScripts, runLine, type FoundScript } from "../facts/find-scripts.ts";
import type { Scope } from "../facts/open-scope.ts";
import { nearestLock, packageManager } from "../facts/package-manager.ts";
import type { Draft, PageSubject } from "../page-input.ts";
import { settingRow } from "../service/draft-operation.ts";
import { code } from "../text/clean-prose.ts";
import { count, folderOf } from "../text/wording.ts";

/** Runtimes, toolchains and containers that must be there first. */
export function draftPrerequisites(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const items = await findPrerequisites(scope);
    return items.length > 0 ? [list(null, items)] : [];
  });
}

/** How the dependencies come. */
export function draftInstall(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => installStatements(scope).map((statement) => paragraph(statement)));
}

/** What starts the product while developing. */
export function draftRun(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const scripts = findScripts(scope).filter(({ script }) =>
      /^(?:dev|start|serve|server|run|watch|up|build|worker|api|web|storybook|seed|setup|migrate)(?:$|[:.-])/.test(
        script.name,
      ),
    );
    const items = scripts.slice(0, 10).map((found) => scriptItem(scope, found));
    const named = items.length > 0 ? items : runByToolchain(scope);
    return named.length > 0 ? [list(null, named)] : [];
  });
}

/** How the tests and the other checks are run. */
export function draftTest(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const scripts = findScripts(scope).filter(({ script }) =>
      /^(?:test|tests|check|lint|typecheck|type-check|e2e|format|fmt|bench|coverage)(?:$|[:.-])/.test(script.name),
    );
    const items = scripts.slice(0, 8).map((found) => scriptItem(scope, found));
    const ci = ciItems(scope);
    return [
      ...(items.length > 0 ? [list(null, items)] : []),
      ...(ci.length > 0 ? [list("The project's own automation runs:", ci)] : []),
    ];
  });
}

/** Settings without a default, or those an example file asks to fill in. */
export function draftFirstSettings(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const all = findSettings(scope);
    const examples = all.filter((setting) => setting.isInExample);
    const chosen =
      examples.length > 0
        ? examples
        : all.filter((setting) => setting.defaultValue === null && /^[A-Z][A-Z0-9_]+$/.test(setting.name));
    if (chosen.length === 0) return [];
    const rows = chosen.slice(0, 16).map((setting) => settingRow(scope, setting));
    const source = examples[0]?.evidence[0]?.path;
    const more = chosen.length > rows.length ? `, the first ${rows.length} of ${chosen.length}` : "";
    const lead =
      source === undefined
        ? `Read from the environment and without a default${more}:`
        : `Named in the example file ${code(scope.shorten(source))}${more}:`;
    return [table(lead, ["Key", "Default", "What for"], rows)];
  });
}

async function perScope(subject: PageSubject, draft: (scope: Scope) => Promise<Block[]>): Promise<Draft | null> {
  const blocks: Block[] = [];
  for (const scope of subject.scopes) {
    const written = await draft(scope);
    if (written.length === 0) continue;
    if (subject.scopes.length > 1) blocks.push(heading(code(scope.repository.name)));
    blocks.push(...written);
  }
  return blocks.length > 0 ? { blocks } : null;
}

function scriptItem(scope: Scope, { script, evidence, path }: FoundScript): ListItem {
  const does = explainCommand(script.name, script.command);
  const folder = folderOf(path);
  const place = folder === scope.folder ? "" : ` in ${code(scope.shorten(folder) || ".")}`;
  const runs = code(script.command, 90);
  return {
    text: `${code(runLine(script, packageManager(scope)))}${place} ${does === null ? `runs ${runs}` : `${does} (${runs})`}.`,
    evidence: [evidence],
  };
}

function installStatements(scope: Scope): Statement[] {
  return governingManifests(scope).flatMap((found): Statement[] => {
    const text = installText(scope, found);
    if (text === null) return [];
    const { dependencies, entryPoints } = found.manifest;
    const lines = [...dependencies.map((one) => one.line), ...entryPoints.map((one) => one.line)];
    const [first, last] = lines.length > 0 ? [Math.min(...lines), Math.max(...lines)] : [1, 1];
    const lock = found.manifest.ecosystem === "npm" ? nearestLock(scope) : null;
    return [
      {
        text,
        evidence: [scope.at(found.path, first, Math.min(last, first + 40)), ...(lock ? [scope.at(lock.path, 1)] : [])],
      },
    ];
  });
}

function installText(scope: Scope, { path, manifest }: FoundManifest): string | null {
  const direct = manifest.dependencies.filter((one) => !one.isDev).length;
  const asks =
    direct > 0
      ? ` ${code(scope.shorten(path))} asks for ${count(direct, "package")} to run`
      : ` ${code(scope.shorten(path))} asks for no packages to run`;
  const dev = manifest.dependencies.length - direct;
  const amount = `${asks}${dev > 0 ? ` and ${count(dev, "package")} to develop` : ""}.`;
  const members =
    manifest.workspaces.length > 0
      ? ` It installs the packages under ${manifest.workspaces
          .slice(0, 6)
          .map((one) => code(one))
          .join(", ")} as well.`
      : "";
  switch (manifest.ecosystem) {
    case "npm": {
      const lock = nearestLock(scope);
      const command = lock === null ? "npm install" : lock.manager === "npm" ? "npm ci" : `${lock.manager} install`;
      const pinned = lock === null ? "" : `, which takes the exact versions of ${code(scope.shorten(lock.path))}`;
      return `${code(command)} brings the dependencies${pinned}.${amount}${members}`;
    }
    case "go":
      return `${code("go mod download")} brings the dependencies; any ${code("go build")} does so too.${amount}`;
    case "cargo":
      return `${code("cargo build")} brings the dependencies and compiles.${manifest.dependencies.length > 0 ? amount : ""}${members}`;
    case "python":
      return pythonInstall(scope, path, amount);
    case "maven":
      return `${code(hasFile(scope, "mvnw") ? "./mvnw install" : "mvn install")} brings the dependencies and builds.`;
    case "gradle":
      return `${code(hasFile(scope, "gradlew") ? "./gradlew build" : "gradle build")} brings the dependencies and builds.`;
    case "composer":
      return `${code("composer install")} brings the dependencies.${amount}`;
    case "ruby":
      return `${code("bundle install")} brings the dependencies.`;
    case "nuget":
      return `${code("dotnet restore")} brings the dependencies.`;
    default:
      return null;
  }
}

function pythonInstall(scope: Scope, path: string, amount: string): string {
  if (/requirements[\w.-]*\.txt$/.test(path))
    return `${code(`pip install -r ${scope.shorten(path)}`)} brings the dependencies.${amount}`;
  const command = hasFile(scope, "uv.lock")
    ? "uv sync"
    : hasFile(scope, "poetry.lock")
      ? "poetry install"
      : "pip install -e .";
  return `${code(command)} installs the package with its dependencies.${amount}`;
}

function hasFile(scope: Scope, name: string): boolean {
  return scope.facts(scope.folder === "" ? name : `${scope.folder}/${name}`) !== null;
}

/** Where no script says how, the toolchain does: `go run`, `cargo run`, `python -m`. */
function runByToolchain(scope: Scope): ListItem[] {
  return findEntryPoints(scope)
    .filter((entry) => entry.kind === "program")
    .slice(0, 6)
    .flatMap(({ path, role, evidence }): ListItem[] => {
      const folder = folderOf(scope.shorten(path));
      const command = path.endsWith(".go")
        ? `go run ./${folder}`.replace(/\/$/, "")
        : path.endsWith(".rs")
          ? "cargo run"
          : path.endsWith("__main__.py")
            ? `python -m ${folder.split("/").at(-1)}`
            : null;
      return command === null
        ? []
        : [{ text: `${code(command)} starts ${code(scope.shorten(path))}, ${role}.`, evidence }];
    });
}

function ciItems(scope: Scope): ListItem[] {
  const useful = findCiSteps(scope).filter(
    ({ script }) =>
      /\b(?:test|lint|check|build|clippy|fmt|vet|mypy|ruff|tox|make|coverage|typecheck)\b/.test(script.command) &&
      !/^\s*(?:echo|curl|sudo|apt|if|for|cd|export|mkdir|cp|mv|git)\b/.test(script.command) &&
      !/\$\{\{/.test(script.command),
  );
  const unique = [...new Map(useful.map((found) => [found.script.command.trim(), found])).values()];
  return unique.slice(0, 6).map(({ script, path, evidence }) => ({
    text: `${code(script.command, 110)} (${code(path.slice(path.lastIndexOf("/") + 1))}).`,
    evidence: [evidence],
  }));
}
