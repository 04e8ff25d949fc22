import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { isTestPath } from "#server/domain/implementations/flags/flag-tests.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import type { CheckToRun } from "./check-to-run.ts";

/** By whichever name they are changed: they say what a command does, or run before and around tests. */
const alwaysDecide =
  /(?:^|\/)(?:Makefile|GNUmakefile|[^/]+\.mk|justfile|Taskfile\.ya?ml|Rakefile|build\.gradle(?:\.kts)?|pom\.xml|CMakeLists\.txt|build\.rs|conftest\.py|pytest\.ini|tox\.ini|noxfile\.py|setup\.cfg|phpunit[^/]*\.xml(?:\.dist)?|\.rspec|bunfig\.toml|deno\.jsonc?|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|(?:sitecustomize|usercustomize|pytest|unittest|nose)\.py|_?pytest\/.+\.py|[^/]+\.pth|\.(?:mocharc|taprc|c8rc|nycrc|babelrc|swcrc)(?:\.[a-z]+)?|(?:vitest|vite|jest|karma|ava|playwright|cypress|babel|web-test-runner)[\w.-]*\.(?:config|conf|workspace|setup)\.[cm]?[jt]s|jest\.config\.json)$/i;

/** Of these only some lines do. */
const decidingLines: readonly { path: RegExp; line: RegExp }[] = [
  {
    // All but what it depends on, and what only people read.
    path: /(?:^|\/)package\.json$/,
    line: /^(?!\s*"[@\w./-]+"\s*:\s*"(?:[\^~<>=v\s]*\d|workspace:|\*|latest))(?!\s*"(?:version|description|name|license|author|homepage|keywords|dependencies|devDependencies|peerDependencies|optionalDependencies)"\s*:)\s*"/,
  },
  { path: /(?:^|\/)pyproject\.toml$/, line: /pytest|addopts|testpaths|plugins|\[tool\./ },
  { path: /(?:^|\/)Cargo\.toml$/, line: /\[\[?(?:test|bin|lib|patch|profile)|harness|\bpath\b/ },
  { path: /(?:^|\/)tsconfig[^/]*\.json$/, line: /"paths"|"baseUrl"|"\.{1,2}\// },
];

/** Which changed file decides what a check comes to, and how, as the end of "The change …"; null where none does. */
export function findDecidingFile(
  { command, file: own }: Pick<CheckToRun, "command" | "file">,
  { folder, files }: { folder: string; files: readonly DiffedFile[] },
): string | null {
  const ownPath = own === null ? null : inFolder(folder, own.path);
  const named = pathsIn(command, folder);
  for (const file of files) {
    if (file.path === ownPath) continue;
    const paths = [file.path, file.oldPath ?? file.path];
    if (paths.some((path) => alwaysDecide.test(path) || classifyPath(path).kind === "vendored")) {
      return `changes ${file.path}, which decides how checks are run`;
    }
    if (hasDecidingLine(file)) return `changes what ${file.path} says about how checks are run`;
    if (own !== null) continue;
    const isNamed = named.some((path) => paths.some((one) => one === path || one.startsWith(`${path}/`)));
    if (isNamed && (file.status === "added" || isScript(file.path)))
      return `writes ${file.path}, which this check runs`;
    if (isTestPath(file.path) && (isNamed || named.length === 0))
      return `writes ${file.path}, which this check may run`;
  }
  return null;
}

function hasDecidingLine({ path, hunks }: DiffedFile): boolean {
  const rule = decidingLines.find((one) => one.path.test(path));
  if (rule === undefined) return false;
  return hunks.some(({ lines }) => lines.some(({ type, content }) => type !== "context" && rule.line.test(content)));
}

/** What a command starts by its path, and not what it is about. */
function isScript(path: string): boolean {
  return isTestPath(path) || /\.(?:sh|bash|zsh|bat|ps1)$/i.test(path) || !/\.[^/]+$/.test(path);
}

/** The words of a command that may be paths, from the repository's top. */
function pathsIn(command: string, folder: string): string[] {
  return command
    .split(/[\s"'`=;&|()<>{}]+/)
    .filter((word) => /^[\w@.][\w@./+-]*$/.test(word) && /[./]/.test(word))
    .map((word) => inFolder(folder, word.replace(/\/+$/, "")));
}

function inFolder(folder: string, path: string): string {
  const parts = [...folder.split("/"), ...path.split("/")].filter((part) => part !== "" && part !== ".");
  return parts.join("/");
}
