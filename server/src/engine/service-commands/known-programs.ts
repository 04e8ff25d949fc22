interface KnownProgram {
  /** "Node.js" */
  name: string;
  /** Its package in Debian and Ubuntu; null where there is none to speak of. */
  package: string | null;
  /** Asks it for its version; `--version` unless said. */
  ask?: string;
}

const known: Readonly<Record<string, KnownProgram>> = {
  node: { name: "Node.js", package: "nodejs" },
  npm: { name: "npm", package: "npm" },
  npx: { name: "npx", package: "npm" },
  pnpm: { name: "pnpm", package: null },
  yarn: { name: "Yarn", package: null },
  bun: { name: "Bun", package: null },
  deno: { name: "Deno", package: null },
  python: { name: "Python", package: "python-is-python3" },
  python3: { name: "Python", package: "python3" },
  pip: { name: "pip", package: "python3-pip" },
  pip3: { name: "pip", package: "python3-pip" },
  uv: { name: "uv", package: null },
  poetry: { name: "Poetry", package: "python3-poetry" },
  pipenv: { name: "Pipenv", package: "pipenv" },
  go: { name: "Go", package: "golang-go", ask: "version" },
  cargo: { name: "Cargo", package: "cargo" },
  rustc: { name: "Rust", package: "rustc" },
  java: { name: "Java", package: "default-jdk-headless", ask: "-version" },
  mvn: { name: "Maven", package: "maven" },
  gradle: { name: "Gradle", package: "gradle" },
  ruby: { name: "Ruby", package: "ruby-full" },
  bundle: { name: "Bundler", package: "bundler" },
  php: { name: "PHP", package: "php-cli" },
  composer: { name: "Composer", package: "composer" },
  dotnet: { name: ".NET", package: null },
  elixir: { name: "Elixir", package: "elixir" },
  mix: { name: "Mix", package: "elixir" },
  make: { name: "make", package: "make" },
  just: { name: "just", package: "just" },
  task: { name: "Task", package: null },
  mise: { name: "mise", package: null },
  cmake: { name: "CMake", package: "cmake" },
  git: { name: "git", package: "git" },
  docker: { name: "Docker", package: null },
};

/** Whether a program has to be there before a project installs anything: such as it brings along are none of these. */
export function isToolchain(program: string): boolean {
  return program in known;
}

/** What people call a program, and how an operator gets it there. */
export function describeProgram(program: string): { name: string; cure: string } {
  const { name = program, package: debian = null } = known[program] ?? {};
  if (debian === null) return { name, cure: `install it there, for example as /usr/local/bin/${program}` };
  return { name, cure: `on Debian and Ubuntu “apt install ${debian}” puts it there` };
}

/** A line for the shell that prints "program", its name, its exit code and its version between tabulators, if it is there. */
export function versionQuestion(program: string): string {
  const ask = known[program]?.ask ?? "--version";
  const said = `said=$(timeout 15 ${program} ${ask} 2>&1 </dev/null)`;
  const first = `$(printf %s "$said" | head -n 1 | tr '\\t' ' ')`;
  const answer = `printf 'program\\t%s\\t%s\\t%s\\n' ${program} "$code" "${first}"`;
  return `if command -v ${program} >/dev/null; then ${said}; code=$?; ${answer}; fi`;
}

/**
 * Whether a version is certainly older than what is asked for, as written: ">=20", "^1.25", "3.12.4", "20 || 22". Words
 * like "lts" or "stable" ask for nothing that could be compared.
 */
export function isOlder(version: string, asked: string): boolean {
  const bounds = asked.split("||").map((range) => /^[\s^~>=v"']*(\d+(?:\.\d+)*)/.exec(range)?.[1]);
  if (bounds.length === 0 || bounds.some((bound) => bound === undefined)) return false;
  return bounds.every((bound) => compareVersions(version, bound ?? "") < 0);
}

/** Only as many parts as both have: 20 is not older than 20.11. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.split(".").map((part) => Number.parseInt(part, 10) || 0));
  for (const [at, part] of (left ?? []).entries()) {
    const against = right?.[at];
    if (against === undefined) return 0;
    if (part !== against) return part - against;
  }
  return 0;
}
