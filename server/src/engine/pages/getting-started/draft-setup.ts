import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { fileSummary } from "#server/engine/facts/code/describe.ts";
import { findEntryPoints } from "#server/engine/facts/code/find-entry-points.ts";
import { decides } from "#server/engine/facts/project/explain-reading.ts";
import { findCiCommands } from "#server/engine/facts/project/find-ci-commands.ts";
import { findSettings, type Setting } from "#server/engine/facts/project/find-config.ts";
import {
  findManifests,
  governingManifests,
  type LocatedManifest,
} from "#server/engine/facts/project/find-manifests.ts";
import { ownNames } from "#server/engine/facts/project/find-packages.ts";
import { findPrerequisites } from "#server/engine/facts/project/find-prerequisites.ts";
import {
  explainCommand,
  findScripts,
  groupScripts,
  runLineIn,
  startingScripts,
  type LocatedScript,
} from "#server/engine/facts/project/find-scripts.ts";
import { nearestLock } from "#server/engine/facts/project/package-manager.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { settingRow } from "#server/engine/pages/service/draft-operation.ts";
import {
  heading,
  list,
  listing,
  paragraph,
  table,
  type DraftBlock,
  type ListItem,
} from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, fileName, fold, folderOf } from "#server/engine/text/wording.ts";

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
    const items = scriptItems(scope, startingScripts(findScripts(scope)), 10);
    const toolchain = items.length > 0 ? items : runByToolchain(scope);
    const named = toolchain.length > 0 ? toolchain : scriptItems(scope, findScripts(scope), 4);
    return named.length > 0 ? [listing(list(null, named), listedFacts(scope, "commands"))] : [];
  });
}

/** How the tests and the other checks are run. */
export function draftTest(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const scripts = findScripts(scope).filter(
      ({ script }) =>
        script.command !== "" &&
        /^(?:test|tests|tox|check|lint|typecheck|type-check|e2e|format|fmt|bench|coverage)(?:$|[:.-])/.test(
          script.name,
        ),
    );
    const runsTests = scripts.some(({ script }) => /^(?:test|tests|tox|check)(?:$|[:.])|test/.test(script.name));
    const items = [...(runsTests ? [] : testByToolchain(scope)), ...scriptItems(scope, scripts, 8)];
    const ci = await ciItems(scope);
    return [
      ...(items.length > 0 ? [list(null, items)] : []),
      ...(ci.length > 0 ? [list("The project's own automation runs:", ci)] : []),
    ].map((block) => listing(block, listedFacts(scope, "commands")));
  });
}

/** Settings that it fails without, then those that an example file asks to fill in; else those without a default. */
export function draftFirstSettings(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const all = await findSettings(scope);
    const examples = all.filter((setting) => setting.isRequired || (setting.isInExample && isToBeSet(setting)));
    const chosen =
      examples.length > 0
        ? examples
        : all.filter(
            ({ name, defaultValue, reading }) =>
              defaultValue === null && /^[A-Z][A-Z0-9_]+$/.test(name) && !isSwitch(reading),
          );
    if (chosen.length === 0) return [];
    const rows = chosen.slice(0, 16).map((setting) => settingRow(scope, setting));
    const shown = examples.slice(0, rows.length).flatMap(({ evidence }) => evidence[0]?.path ?? []);
    const sources = [...new Set(shown)].map((path) => codeSpan(scope.shorten(path)));
    const more = chosen.length > rows.length ? `, the first ${rows.length} of ${chosen.length}` : "";
    const lead =
      sources.length === 0
        ? `Read from the environment with no default beside the reading${more}:`
        : `Named in ${fold(sources, 2)}${more}:`;
    return [listing(table(lead, ["Key", "Default", "What for"], rows), listedFacts(scope, "settings"))];
  });
}

/**
 * Files that are copied name all that one may set; of those that the program reads, what has no value or takes it from
 * outside.
 */
function isToBeSet({ kind, evidence, defaultValue }: Setting): boolean {
  const isRead = evidence[0] !== undefined && /\.(?:properties|ya?ml)$/.test(evidence[0].path);
  return !isRead || defaultValue === null || kind === "variable";
}

/** A setting that is only tested for presence is optional. */
function isSwitch(reading: string | null): boolean {
  return reading !== null && reading.startsWith(decides);
}

async function perScope(
  subject: PageSubject,
  draft: (scope: CodeScope) => Promise<DraftBlock[]>,
): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const written = await draft(scope);
    if (written.length === 0) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(...written);
  }
  return blocks.length > 0 ? { blocks } : null;
}

function scriptItems(scope: CodeScope, scripts: readonly LocatedScript[], max: number): ListItem[] {
  return groupScripts(scripts)
    .slice(0, max)
    .flatMap((group): ListItem[] => {
      const [first] = group;
      if (!first) return [];
      const { name, command } = first.script;
      const does = explainCommand(name, command);
      const folder = folderOf(first.path);
      const location = folder === scope.folder ? "" : ` in ${codeSpan(scope.shorten(folder) || ".")}`;
      const lines = group.map(({ script }) => codeSpan(runLineIn(scope, script))).join(" or ");
      const runs = command.length > 90 ? "" : ` (${codeSpan(command)})`;
      const text = does === null ? `runs ${codeSpan(command, 90)}` : `${does}${runs}`;
      return [{ text: `${lines}${location} ${text}.`, evidence: group.map((one) => one.evidence) }];
    });
}

function installStatements(scope: CodeScope): Statement[] {
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

function installText(scope: CodeScope, { path, manifest }: LocatedManifest): string | null {
  const outside = manifest.dependencies.filter(
    ({ name }) => !ownNames(scope).has(name.toLowerCase().replaceAll("_", "-")) && !isPlatform(name, manifest),
  );
  const direct = outside.filter((one) => !one.isDev).length;
  const dev = outside.length - direct;
  const wanted = [
    ...(direct > 0 ? [`${count(direct, "package")} to run`] : []),
    ...(dev > 0 ? [`${count(dev, "package")} to develop`] : []),
  ];
  const amount = wanted.length > 0 ? ` ${codeSpan(scope.shorten(path))} asks for ${wanted.join(" and ")}.` : "";
  const members =
    manifest.workspaces.length > 0
      ? ` It installs the packages under ${manifest.workspaces
          .slice(0, 6)
          .map((one) => codeSpan(one))
          .join(", ")} as well.`
      : "";
  switch (manifest.ecosystem) {
    case "npm": {
      const lock = nearestLock(scope);
      const command = lock === null ? "npm install" : lock.manager === "npm" ? "npm ci" : `${lock.manager} install`;
      if (!asksForAnything(scope)) {
        const links = members === "" ? "" : ` ${codeSpan(command)} only links the workspaces together.`;
        return `There is nothing to install: no manifest asks for a package.${links}`;
      }
      const pinned = lock === null ? "" : `, which takes the exact versions of ${codeSpan(scope.shorten(lock.path))}`;
      return `${codeSpan(command)} brings the dependencies${pinned}.${amount}${members}`;
    }
    case "go":
      return `${codeSpan("go mod download")} brings the dependencies; any ${codeSpan("go build")} does so too.${amount}`;
    case "cargo":
      return `${codeSpan("cargo build")} brings the dependencies and compiles.${manifest.dependencies.length > 0 ? amount : ""}${members}`;
    case "python":
      return pythonInstall(scope, path, amount);
    case "maven":
      return `${codeSpan(hasFile(scope, "mvnw") ? "./mvnw install" : "mvn install")} brings the dependencies and builds.`;
    case "gradle":
      return `${codeSpan(hasFile(scope, "gradlew") ? "./gradlew build" : "gradle build")} brings the dependencies and builds.`;
    case "composer":
      return `${codeSpan("composer install")} brings the dependencies.${amount}`;
    case "ruby":
      return `${codeSpan("bundle install")} brings the dependencies.`;
    case "nuget":
      return `${codeSpan("dotnet restore")} brings the dependencies.`;
    default:
      return null;
  }
}

/** Composer lists PHP and its extensions among the packages. */
function isPlatform(name: string, { ecosystem }: LocatedManifest["manifest"]): boolean {
  return ecosystem === "composer" && /^(?:php(?:-64bit)?$|ext-|lib-|composer-)/.test(name);
}

/** Whether any manifest of the scope wants a package from outside the repository. */
function asksForAnything(scope: CodeScope): boolean {
  const own = ownNames(scope);
  return findManifests(scope).some(({ manifest }) =>
    manifest.dependencies.some(({ name }) => !own.has(name.toLowerCase().replaceAll("_", "-"))),
  );
}

function pythonInstall(scope: CodeScope, path: string, amount: string): string {
  if (/requirements[\w.-]*\.txt$/.test(path))
    return `${codeSpan(`pip install -r ${scope.shorten(path)}`)} brings the dependencies.${amount}`;
  const command = hasFile(scope, "uv.lock")
    ? "uv sync"
    : hasFile(scope, "poetry.lock")
      ? "poetry install"
      : "pip install -e .";
  return `${codeSpan(command)} installs the package with its dependencies.${amount}`;
}

function hasFile(scope: CodeScope, name: string): boolean {
  return scope.facts(scope.folder === "" ? name : `${scope.folder}/${name}`) !== null;
}

/** Where no script says how, the toolchain does. */
function runByToolchain(scope: CodeScope): ListItem[] {
  const programs = findEntryPoints(scope).filter((entry) => entry.kind === "program");
  return programs.slice(0, 6).flatMap(({ path, role, evidence }): ListItem[] => {
    const command = runCommand(scope, path, role, programs.length > 1);
    if (command === null) return [];
    const reported = fileSummary(scope, path, 160);
    return [
      {
        text: `${codeSpan(command)} starts ${codeSpan(scope.shorten(path))}${reported ? `: ${reported.text}` : "."}`,
        evidence: [...evidence, ...(reported?.evidence ?? [])],
      },
    ];
  });
}

function runCommand(scope: CodeScope, path: string, role: string, isOneOfMany: boolean): string | null {
  const folder = folderOf(scope.shorten(path));
  if (path.endsWith(".go")) return folder === "" ? "go run ." : `go run ./${folder}`;
  if (path.endsWith("__main__.py")) return `python -m ${folder.split("/").at(-1)}`;
  if (path.endsWith(".java") || path.endsWith(".kt")) return springCommand(scope);
  if (!path.endsWith(".rs")) return null;
  const name = role.match(/`([\w-]+)`/)?.[1];
  return isOneOfMany && name ? `cargo run --bin ${name}` : "cargo run";
}

/** Spring's plugins start the program, by the same build tool that runs the tests; null for any other program. */
function springCommand(scope: CodeScope): string | null {
  const built = governingManifests(scope).filter(({ manifest }) =>
    manifest.dependencies.some(({ name }) => /spring-boot/.test(name)),
  );
  if (built.length === 0) return null;
  if (built.some(({ manifest }) => manifest.ecosystem === "maven"))
    return `${hasFile(scope, "mvnw") ? "./mvnw" : "mvn"} spring-boot:run`;
  return `${hasFile(scope, "gradlew") ? "./gradlew" : "gradle"} bootRun`;
}

const testCommands: [manifest: RegExp, command: string][] = [
  [/(?:^|\/)go\.mod$/, "go test ./..."],
  [/(?:^|\/)Cargo\.toml$/, "cargo test"],
  [/(?:^|\/)pom\.xml$/, "mvn test"],
  [/(?:^|\/)build\.gradle(?:\.kts)?$/, "gradle test"],
];

function testByToolchain(scope: CodeScope): ListItem[] {
  const tests = scope.files.filter(
    (file) => file.kind === "test" && file.lines > 0 && /^(?:go|rust|java|kotlin|python)$/.test(file.language ?? ""),
  );
  const [largest] = tests.toSorted((a, b) => b.lines - a.lines);
  if (!largest) return [];
  const usesPytest = governingManifests(scope).flatMap(({ path, manifest }) =>
    manifest.dependencies.filter(({ name }) => name === "pytest").map(({ line }) => scope.at(path, line)),
  )[0];
  const toolchain = testCommands.find(([manifest]) =>
    governingManifests(scope).some(({ path }) => manifest.test(path)),
  );
  const command = toolchain?.[1] ?? (usesPytest ? "pytest" : null);
  if (command === null) return [];
  const wrapped = wrapper(scope, command);
  const text = `${codeSpan(wrapped)} runs the tests in ${count(tests.length, "file")}, such as ${codeSpan(scope.shorten(largest.path))}.`;
  return [{ text, evidence: [...(usesPytest ? [usesPytest] : []), scope.at(largest.path, 1)] }];
}

/** The build tool that the repository brings along comes before one that is installed. */
function wrapper(scope: CodeScope, command: string): string {
  if (command.startsWith("gradle ") && hasFile(scope, "gradlew")) return `./gradlew${command.slice("gradle".length)}`;
  if (command.startsWith("mvn ") && hasFile(scope, "mvnw")) return `./mvnw${command.slice("mvn".length)}`;
  return command;
}

/** Checks and builds that hold for every machine; setting the runner up and what only its matrix knows is left out. */
export async function ciItems(scope: CodeScope): Promise<ListItem[]> {
  const useful = (await findCiCommands(scope)).filter(
    ({ command }) =>
      /\b(?:test|tests|lint|check|build|clippy|fmt|vet|mypy|ruff|tox|make|coverage|typecheck)\b/.test(command) &&
      !/^(?:echo|curl|sudo|apt|if|for|cd|export|mkdir|cp|mv|git|grep|rustup|env)\b|\$\{\{|\binstall\b|^\w+=\$\(/.test(
        command,
      ),
  );
  const unique = [...new Map(useful.map((found) => [found.command, found])).values()];
  return unique.slice(0, 8).map(({ command, path, evidence }) => ({
    text: `${codeSpan(command, 110)} (${codeSpan(fileName(path))}).`,
    evidence: [evidence],
  }));
}
