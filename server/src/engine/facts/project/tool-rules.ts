import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

/** A line of a file that asks for a tool. */
interface ToolRule {
  file: RegExp;
  line: RegExp;
  /** The key that has to hold the line, right below the root, in files that also write down what others ask for. */
  below?: RegExp;
  /** What it asks for: the program as it is started, and the version as written. */
  ask(found: RegExpMatchArray): { program: string; version: string };
  say(found: RegExpMatchArray, fileName: string): string | null;
}

export const toolRules: readonly ToolRule[] = [
  { file: /^package\.json$/, line: /^\s*"node"\s*:\s*"([^"]+)"/, below: /^(?:engines|volta)$/, ask: asks("node"), say: ([, range]) => `Node.js ${codeSpan(range ?? "")}.` },
  { file: /^package\.json$/, line: /^\s*"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]+)"/, ask: asks("node"), say: ([, range]) => `Node.js ${codeSpan(range ?? "")}.` },
  { file: /^package\.json$/, line: /^\s*"packageManager"\s*:\s*"([\w-]+)@([\w.-]+)/, ask: ([, name = "", version = ""]) => ({ program: name, version }), say: ([, name, version]) => `The package manager ${codeSpan(name ?? "")}, version ${version}.` },
  { file: /^\.(?:nvmrc|node-version)$/, line: /^\s*(v?\d[\w.]*|lts\/\w+)\s*$/, ask: asks("node"), say: ([, version], name) => `Node.js ${codeSpan(version ?? "")} is what ${codeSpan(name)} selects.` },
  { file: /^\.python-version$/, line: /^\s*(\d[\w.]*)\s*$/, ask: asks("python3"), say: ([, version]) => `Python ${codeSpan(version ?? "")}.` },
  { file: /^pyproject\.toml$/, line: /^\s*(?:requires-python|python)\s*=\s*"([^"]+)"/, ask: asks("python3"), say: ([, range]) => `Python ${codeSpan(range ?? "")}.` },
  { file: /^setup\.(?:cfg|py)$/, line: /python_requires\s*=\s*["']?([^"',\s][^"',]*)/, ask: asks("python3"), say: ([, range]) => `Python ${codeSpan(range ?? "")}.` },
  { file: /^go\.mod$/, line: /^go\s+(\d[\w.]*)/, ask: asks("go"), say: ([, version]) => `Go ${version} or newer.` },
  { file: /^rust-toolchain(?:\.toml)?$/, line: /^(?:channel\s*=\s*")?((?:\d+\.\d+[\w.]*)|stable|nightly[\w-]*)"?\s*$/, ask: asks("cargo"), say: ([, version]) => `The Rust toolchain ${codeSpan(version ?? "")}.` },
  { file: /^Cargo\.toml$/, line: /^rust-version\s*=\s*"([^"]+)"/, ask: asks("cargo"), say: ([, version]) => `Rust ${version} or newer.` },
  { file: /^pom\.xml$/, line: /<(?:java\.version|maven\.compiler\.(?:release|source)|release)>\s*([\d.]+)\s*</, ask: asks("java"), say: ([, version]) => `Java ${version}, with Maven.` },
  { file: /^build\.gradle(?:\.kts)?$/, line: /(?:JavaLanguageVersion\.of\(|sourceCompatibility\s*=\s*["']?(?:JavaVersion\.VERSION_)?)(\d[\w.]*)/, ask: asks("java"), say: ([, version]) => `Java ${version?.replace("_", ".")}, with Gradle.` },
  { file: /^composer\.json$/, line: /^\s*"php"\s*:\s*"([^"]+)"/, below: /^require$/, ask: asks("php"), say: ([, range]) => `PHP ${codeSpan(range ?? "")}.` },
  { file: /^Gemfile$/, line: /^ruby\s+["']([^"']+)["']/, ask: asks("ruby"), say: ([, version]) => `Ruby ${codeSpan(version ?? "")}.` },
  { file: /^\.ruby-version$/, line: /^\s*([\w.-]+)\s*$/, ask: asks("ruby"), say: ([, version]) => `Ruby ${codeSpan(version ?? "")}.` },
  { file: /^CMakeLists\.txt$/, line: /cmake_minimum_required\s*\(\s*VERSION\s+([\d.]+)/i, ask: asks("cmake"), say: ([, version]) => `CMake ${version} or newer.` },
  { file: /^\.tool-versions$/, line: /^(\w+)\s+(\d[\w.-]*)/, ask: ([, tool = "", version = ""]) => ({ program: programOf(tool), version }), say: ([, tool, version], name) => `${capitalize(tool ?? "")} ${codeSpan(version ?? "")} is what ${codeSpan(name)} selects.` },
  ...["elixir", "erlang", "node", "python", "go", "ruby", "java", "rust", "php", "dotnet", "deno", "bun"].map((tool): ToolRule => ({
    file: /^\.?mise\.toml$/,
    line: new RegExp(`^\\s*${tool}\\s*=\\s*"(\\d[\\w.-]*)"`),
    ask: asks(programOf(tool)),
    say: ([, version], name) => `${capitalize(tool === "node" ? "nodejs" : tool)} ${codeSpan(version ?? "")} is what ${codeSpan(name)} selects.`,
  })),
  { file: /\.csproj$/, line: /<TargetFramework>\s*net([\d.]+)\s*</, ask: asks("dotnet"), say: ([, version]) => `.NET ${version}.` },
]; // prettier-ignore

/** The version is the first thing that such a line says. */
function asks(program: string): ToolRule["ask"] {
  return ([, version = ""]) => ({ program, version });
}

/** What asdf and mise call a tool, as it is started. */
function programOf(tool: string): string {
  const programs: Record<string, string> = { nodejs: "node", python: "python3", golang: "go", rust: "cargo" };
  return programs[tool] ?? tool;
}

/** Which lines of a file ask for the tool. */
export function findRequests({ line, below }: ToolRule, lines: readonly string[]): number[] {
  return lines.flatMap((text, at) =>
    line.test(text) && (below === undefined || below.test(holderOf(lines, at))) ? [at] : [],
  );
}

/** The key of a JSON file whose value holds a line, where that stands right below the root; "" otherwise. */
function holderOf(lines: readonly string[], at: number): string {
  const keys: string[] = [];
  const before = lines.slice(0, at).join("\n");
  for (const [part, key] of before.matchAll(/"((?:[^"\\\n]|\\.)*)"\s*:\s*[{[]|"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (/[{[]$/.test(part)) keys.push(key ?? "");
    else if (part === "}" || part === "]") keys.pop();
  }
  return keys.length === 2 ? (keys[1] ?? "") : "";
}

/** Files right in the scope's folder and at the repository's root that a rule knows. */
export function toolFiles(scope: CodeScope): string[] {
  const paths = scope.repository.index.files().map((file) => file.path);
  const isNear = (path: string) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    return folder === "" || folder === scope.folder;
  };
  return paths.filter(
    (path) => isNear(path) && toolRules.some((rule) => rule.file.test(path.slice(path.lastIndexOf("/") + 1))),
  );
}

function capitalize(text: string): string {
  return text === "nodejs" ? "Node.js" : text.charAt(0).toUpperCase() + text.slice(1);
}
