import { findManifests, type LocatedManifest } from "#server/engine/facts/project/find-manifests.ts";
import { nearestLock, packageManager, pythonManager } from "#server/engine/facts/project/package-manager.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import type { CommandCandidate, ServicePurpose } from "./candidate.ts";
import { isHere } from "./choose-manifest.ts";

/** What is found of one purpose: the command, and the file that makes it certain, with its line. */
interface UsualFinding {
  command: string;
  reason: string;
  path: string;
  line?: number;
}

/** What those who work with an ecosystem type; null where nothing in the folder makes it certain. */
type Habit = (scope: CodeScope, base: LocatedManifest) => Promise<UsualFinding | null> | UsualFinding | null;

/** What everybody types for a purpose in the ecosystem of the folder, where its files say that it is so here. */
export async function usualCandidate(
  scope: CodeScope,
  base: LocatedManifest,
  purpose: ServicePurpose,
): Promise<CommandCandidate | null> {
  const found = (await habits[base.manifest.ecosystem]?.[purpose]?.(scope, base)) ?? null;
  if (found === null) return null;
  const { command, reason, path, line = 1 } = found;
  return { purpose, command, reason, evidence: [scope.at(path, line)] };
}

const always =
  (command: string, tool: string): Habit =>
  (_scope, { path }) => ({ command, reason: `Usual with ${tool}`, path });

/** Where a file of this name lies right in the folder. */
function fileHere(scope: CodeScope, name: RegExp): string | null {
  const prefix = scope.folder === "" ? 0 : scope.folder.length + 1;
  return scope.files.find(({ path }) => isHere(scope, path) && name.test(path.slice(prefix)))?.path ?? null;
}

function fileBelow(scope: CodeScope, name: RegExp): string | null {
  return scope.files.find(({ path }) => name.test(path))?.path ?? null;
}

/** A package that a manifest of the folder's ecosystem asks for. */
function dependency(scope: CodeScope, base: LocatedManifest, name: RegExp): { path: string; line: number } | null {
  for (const { path, folder, manifest } of [base, ...findManifests(scope)]) {
    if (folder !== base.folder || manifest.ecosystem !== base.manifest.ecosystem) continue;
    const found = manifest.dependencies.find((one) => name.test(one.name));
    if (found !== undefined) return { path, line: found.line };
  }
  return null;
}

/** The first line of a file of the folder that matches. */
async function lineHere(scope: CodeScope, file: RegExp, line: RegExp): Promise<{ path: string; line: number } | null> {
  const path = fileHere(scope, file);
  const lines = path === null ? null : await scope.lines(path);
  const at = lines?.findIndex((one) => line.test(one)) ?? -1;
  return path === null || at < 0 ? null : { path, line: at + 1 };
}

const withLock: Readonly<Record<string, string>> = {
  npm: "npm ci",
  pnpm: "pnpm install --frozen-lockfile",
  bun: "bun install --frozen-lockfile",
};

const npmInstall: Habit = async (scope, base) => {
  const manager = packageManager(scope);
  const lock = nearestLock(scope);
  if (lock === null) return { command: `${manager} install`, reason: "No lockfile pins versions", path: base.path };
  const reason = "Follows the lockfile";
  if (manager !== "yarn") return { command: withLock[manager] ?? `${manager} install`, reason, path: lock.path };
  // Only Yarn 2 and newer write this, and only they know the newer option.
  const isNew = (await scope.lines(lock.path))?.some((line) => line.startsWith("__metadata:")) ?? false;
  return { command: `yarn install ${isNew ? "--immutable" : "--frozen-lockfile"}`, reason, path: lock.path };
};

const requirementFile = /^(?:requirements(?:[-_.](?:dev|development|test|tests|ci))?|(?:dev|test|tests)[-_]requirements|requirements\/(?:dev|test|tests|base))\.txt$/; // prettier-ignore

const pythonInstall: Habit = async (scope, base) => {
  const manager = pythonManager(scope);
  const lock = manager === null ? null : fileHere(scope, /^(?:uv|poetry)\.lock$/);
  const locked = { uv: "uv sync", poetry: "poetry install" }[manager ?? ""];
  if (lock !== null && locked !== undefined) return { command: locked, reason: "Follows the lockfile", path: lock };
  const prefix = scope.folder === "" ? 0 : scope.folder.length + 1;
  const files = scope.files.map(({ path }) => path.slice(prefix)).filter((path) => requirementFile.test(path));
  const main = files.find((path) => path === "requirements.txt") ?? null;
  if (main !== null) {
    const more = files.filter((path) => path !== main && !path.includes("/"));
    const command = `python3 -m pip install ${[main, ...more].map((path) => `-r ${path}`).join(" ")}`;
    return {
      command,
      reason: "What the requirements name",
      path: `${scope.folder === "" ? "" : `${scope.folder}/`}${main}`,
    };
  }
  const build = await lineHere(scope, /^pyproject\.toml$/, /^\[build-system\]/);
  const setup = fileHere(scope, /^setup\.py$/);
  if (build === null && setup === null) return null;
  const extra = await lineHere(scope, /^pyproject\.toml$/, /^(?:dev|test|tests|testing)\s*=\s*\[/);
  const name = extra === null ? null : /^(\w+)/.exec((await scope.lines(extra.path))?.[extra.line - 1] ?? "")?.[1];
  const isExtra = (await lineHere(scope, /^pyproject\.toml$/, /^\[project\.optional-dependencies\]/)) !== null;
  const what = isExtra && name ? `".[${name}]"` : ".";
  return {
    command: `python3 -m pip install -e ${what}`,
    reason: "Installs the package itself",
    ...(build ?? { path: setup ?? base.path }),
  };
};

const pythonTest: Habit = async (scope, base) => {
  const manager = pythonManager(scope);
  const run = (inner: string) => (manager === null ? `python3 -m ${inner}` : `${manager} run ${inner}`);
  const settings =
    (await lineHere(scope, /^pyproject\.toml$/, /^\[tool\.pytest\b/)) ??
    (await lineHere(scope, /^(?:setup\.cfg|tox\.ini)$/, /^\[(?:tool:)?pytest\]/)) ??
    (await lineHere(scope, /^pytest\.ini$/, /./)) ??
    (await lineHere(scope, /^pyproject\.toml$/, /^\s*"pytest\b(?!-)/)) ??
    (await lineHere(scope, requirementFile, /^pytest\b(?!-)/i));
  if (settings !== null) return { command: run("pytest"), reason: "The project is set up for pytest", ...settings };
  const manage = fileHere(scope, /^(?:\w+\/)?manage\.py$/) ?? fileBelow(scope, /(?:^|\/)manage\.py$/);
  if (manage === null || dependency(scope, base, /^django$/i) === null) return null;
  const file = scope.folder === "" ? manage : manage.slice(scope.folder.length + 1);
  const command = manager === null ? `python3 ${file} test` : `${manager} run python ${file} test`;
  return { command, reason: "Usual with Django", path: manage };
};

const goTest: Habit = (scope, { path }) =>
  fileBelow(scope, /_test\.go$/) === null ? null : { command: "go test ./...", reason: "Usual with Go", path };

const goLint: Habit = (scope) => {
  const path = fileHere(scope, /^\.golangci\.(?:ya?ml|toml|json)$/);
  return path === null ? null : { command: "golangci-lint run", reason: "The project sets golangci-lint up", path };
};

const java = (scope: CodeScope, wrapper: "mvnw" | "gradlew", program: string) =>
  fileHere(scope, wrapper === "mvnw" ? /^mvnw$/ : /^gradlew$/) === null ? program : `./${wrapper}`;

const maven =
  (goals: string): Habit =>
  (scope, { path }) => ({
    command: `${java(scope, "mvnw", "mvn")} --batch-mode ${goals}`,
    reason: "Usual with Maven",
    path,
  });

const gradle =
  (tasks: string): Habit =>
  (scope, { path }) => ({
    command: `${java(scope, "gradlew", "gradle")} --no-daemon ${tasks}`,
    reason: "Usual with Gradle",
    path,
  });

const javaTest =
  (habit: Habit): Habit =>
  (scope, base) =>
    fileBelow(scope, /(?:^|\/)src\/test\//) === null ? null : habit(scope, base);

const gradleLint: Habit = async (scope, base) => {
  const line = await lineHere(
    scope,
    /^build\.gradle(?:\.kts)?$/,
    /\b(?:checkstyle|pmd|spotless|detekt|ktlint|spotbugs)\b/i,
  );
  const found = line === null ? null : await gradle("check -x test")(scope, base);
  return line === null || found === null ? null : { ...found, reason: "The build checks its style", ...line };
};

const rubyTest: Habit = (scope, base) => {
  const rspec = dependency(scope, base, /^rspec(?:-rails)?$/);
  if (rspec !== null && fileBelow(scope, /_spec\.rb$/) !== null)
    return { command: "bundle exec rspec", reason: "The Gemfile asks for RSpec", ...rspec };
  const rails = dependency(scope, base, /^rails$/);
  if (rails === null || fileBelow(scope, /_test\.rb$/) === null || fileHere(scope, /^bin\/rails$/) === null)
    return null;
  return { command: "bin/rails test", reason: "Usual with Rails", ...rails };
};

const rubyLint: Habit = (scope, base) => {
  const rubocop = dependency(scope, base, /^rubocop\b/);
  const path = fileHere(scope, /^\.rubocop\.yml$/);
  return rubocop === null || path === null
    ? null
    : { command: "bundle exec rubocop", reason: "The project sets RuboCop up", path };
};

const phpTest: Habit = (scope, base) => {
  const pest = dependency(scope, base, /^pestphp\/pest$/);
  const unit = dependency(scope, base, /^phpunit\/phpunit$/);
  const path = fileHere(scope, /^phpunit\.xml(?:\.dist)?$/);
  if (pest !== null) return { command: "vendor/bin/pest", reason: "The project asks for Pest", ...pest };
  return unit === null || path === null
    ? null
    : { command: "vendor/bin/phpunit", reason: "The project sets PHPUnit up", path };
};

const dotnetTest: Habit = (scope) => {
  const path = scope.files.find(
    ({ path: one }) =>
      /\.(?:cs|fs)proj$/.test(one) &&
      scope
        .facts(one)
        ?.manifest?.dependencies.some(({ name }) =>
          /^(?:Microsoft\.NET\.Test\.Sdk|xunit|nunit|MSTest|TUnit)/i.test(name),
        ),
  )?.path;
  return path === undefined ? null : { command: "dotnet test", reason: "A project of the solution holds tests", path };
};

const habits: Readonly<Record<string, Partial<Record<ServicePurpose, Habit>>>> = {
  npm: { install: npmInstall },
  python: { install: pythonInstall, test: pythonTest },
  go: { install: always("go mod download", "Go"), build: always("go build ./...", "Go"), test: goTest, lint: goLint },
  cargo: {
    install: always("cargo fetch", "Cargo"),
    build: always("cargo build", "Cargo"),
    test: always("cargo test", "Cargo"),
  },
  maven: {
    install: maven("-DskipTests install"),
    build: maven("-DskipTests package"),
    test: javaTest(maven("test")),
  },
  gradle: {
    install: gradle("classes testClasses"),
    build: gradle("assemble"),
    test: javaTest(gradle("test")),
    lint: gradleLint,
  },
  ruby: { install: always("bundle install", "Bundler"), test: rubyTest, lint: rubyLint },
  composer: { install: always("composer install --no-interaction", "Composer"), test: phpTest },
  nuget: { install: always("dotnet restore", ".NET"), build: always("dotnet build", ".NET"), test: dotnetTest },
  hex: { install: always("mix deps.get", "Mix"), build: always("mix compile", "Mix"), test: always("mix test", "Mix") },
};
