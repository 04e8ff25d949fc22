import { quoteForShell } from "./quote-for-shell.ts";

/** What is to be run alone. */
interface TestToRun {
  /** From the service's folder. */
  path: string;
  /** Null for all tests of the file. */
  title: string | null;
  /** From 1: where that test begins; null for all of them. */
  line: number | null;
  /** The names of all tests of the file, in order. */
  titles: readonly string[];
}

export interface TestRunner {
  name: string;
  /** The service's test command, or the script that it stands for, runs it. */
  runs: RegExp;
  /** Files that hold its tests. */
  files: RegExp;
  /** One line that runs this and nothing else; null where that cannot be told. */
  command: (test: TestToRun, words: RunnerWords) => string | null;
}

/** What the service's folder adds to a line. */
interface RunnerWords {
  /** Whether the folder has this file. */
  has: (name: string) => boolean;
  /** Variables that the service's test command sets for the runner, each with a space behind it. */
  variables: string;
  /** Options without which the runner cannot read the tests, each with a space before it. */
  options: string;
}

const script = /\.[cm]?[jt]sx?$/;
const python = /\.py$/;

/** For runners that read a title as an expression, behind `option`. */
const byPattern =
  (start: string, option: string): TestRunner["command"] =>
  ({ path, title }, { variables, options }) => {
    const named = title === null ? "" : ` ${option} ${quoteForShell(escapePattern(title))}`;
    return `${variables}${start}${options} ${quoteForShell(path)}${named}`;
  };

/** Runners: of those whose files hold a test it is the first that the service's test command runs. */
const testRunners: readonly TestRunner[] = [
  { name: "Vitest", runs: /\bvitest\b/, files: script, command: byPattern("npx vitest run", "-t") },
  { name: "Jest", runs: /\bjest\b|\breact-scripts test\b/, files: script, command: byPattern("npx jest", "-t") },
  {
    name: "Mocha",
    runs: /\bmocha\b/,
    files: script,
    command: ({ path, title }, { variables, options }) =>
      `${variables}npx mocha${options} ${title === null ? "" : `-f ${quoteForShell(title)} `}${quoteForShell(path)}`,
  },
  {
    name: "AVA",
    runs: /\bava\b/,
    files: script,
    command: ({ path, title }, { variables, options }) =>
      `${variables}npx ava${options} ${quoteForShell(path)}${title === null ? "" : ` --match ${quoteForShell(title)}`}`,
  },
  // It has no way to run one test of a file.
  {
    name: "Tape",
    runs: /\b(?:tape|tap)\b/,
    files: script,
    command: ({ path }, { variables, options }) => `${variables}npx tape${options} ${quoteForShell(path)}`,
  },
  {
    name: "Node.js",
    runs: /\bnode\b.*\s--test\b/,
    files: script,
    command({ path, title }, { variables, options }) {
      const named = title === null ? "" : ` --test-name-pattern=${quoteForShell(`^${escapePattern(title)}$`)}`;
      return `${variables}node${options} --test${named} ${quoteForShell(path)}`;
    },
  },
  {
    name: "unittest",
    runs: /\bunittest\b|\bmanage\.py test\b/,
    files: python,
    command({ path, title }) {
      const module = path.replace(/\.py$/, "").replaceAll("/", ".");
      if (!/^[\w.]+$/.test(module)) return null;
      return `python3 -m unittest ${module}${title === null ? "" : ` -k ${quoteForShell(title)}`}`;
    },
  },
  {
    name: "pytest",
    runs: /\bpytest\b|\bpy\.test\b|\btox\b|\bnox\b/,
    files: python,
    command: ({ path, title }) =>
      `python3 -m pytest ${quoteForShell(path)}${title === null ? "" : ` -k ${quoteForShell(title)}`}`,
  },
  {
    name: "Go",
    runs: /\bgo test\b|\bgotestsum\b/,
    files: /_test\.go$/,
    command({ path, title, titles }) {
      const names = title === null ? titles : [title];
      if (names.length === 0) return null;
      return `go test ${quoteForShell(`./${folderOf(path)}`)} -count=1 -run ${quoteForShell(`^(${names.join("|")})$`)}`;
    },
  },
  {
    name: "Cargo",
    runs: /\bcargo (?:test|nextest)\b/,
    files: /\.rs$/,
    command({ path, title }) {
      const target = /^tests\/([\w-]+)\.rs$/.exec(path)?.[1];
      if (target === undefined && title === null) return null;
      return `cargo test${target === undefined ? "" : ` --test ${target}`}${title === null ? "" : ` ${title}`}`;
    },
  },
  {
    name: "RSpec",
    runs: /\brspec\b/,
    files: /_spec\.rb$/,
    command: ({ path, line }) => `bundle exec rspec ${quoteForShell(line === null ? path : `${path}:${line}`)}`,
  },
  {
    name: "Minitest",
    runs: /\brails test\b|\brake(?: test)?\b|\bruby\b/,
    files: /_test\.rb$|(?:^|\/)test_[^/]*\.rb$/,
    command({ path, title }, { has }) {
      const start = has("bin/rails") ? "bin/rails test" : "bundle exec ruby -Ilib:test";
      // What is written as a sentence becomes a name of a method.
      const name = title === null ? "" : ` -n ${quoteForShell(`/${escapePattern(title).replaceAll(/\s+/g, "[_ ]")}/`)}`;
      return `${start} ${quoteForShell(path)}${name}`;
    },
  },
  {
    name: "PHPUnit",
    runs: /\bphpunit\b|\bartisan test\b|\bpest\b/,
    files: /Test\.php$/,
    command: ({ path, title }) =>
      `vendor/bin/phpunit ${title === null ? "" : `--filter ${quoteForShell(`/::${escapePattern(title)}( |$)/`)} `}${quoteForShell(path)}`,
  },
  {
    name: "Gradle",
    runs: /\bgradlew?\b/,
    files: /\.(?:java|kt|groovy)$/,
    command: ({ path, title }, { has }) =>
      `${has("gradlew") ? "./gradlew" : "gradle"} test --tests ${quoteForShell(`*${classOf(path)}${title === null ? "" : `.${title}`}`)}`,
  },
  {
    name: "Maven",
    runs: /\bmvnw?\b/,
    files: /\.(?:java|kt|groovy)$/,
    command: ({ path, title }, { has }) =>
      `${has("mvnw") ? "./mvnw" : "mvn"} -q test -Dtest=${quoteForShell(`${classOf(path)}${title === null ? "" : `#${title}`}`)}`,
  },
  {
    name: ".NET",
    runs: /\bdotnet test\b/,
    files: /\.(?:cs|fs|vb)$/,
    command: ({ path, title }) =>
      `dotnet test --filter ${quoteForShell(`FullyQualifiedName~${classOf(path)}${title === null ? "" : `.${title}`}`)}`,
  },
  {
    name: "ExUnit",
    runs: /\bmix test\b/,
    files: /_test\.exs$/,
    command: ({ path, line }) => `mix test ${quoteForShell(line === null ? path : `${path}:${line}`)}`,
  },
];

/** The runner of a test file in a service; null where nothing tells. `testCommand`: with the script that it stands for. */
export function chooseRunner(path: string, testCommand: string | null): TestRunner | null {
  if (testCommand === null) return null;
  return testRunners.find(({ runs, files }) => files.test(path) && runs.test(testCommand)) ?? null;
}

/** What loads or configures the runner: without it tests in another language than plain JavaScript cannot be read. */
const loading =
  /(?:^|\s)(?:(?:--(?:require|import|loader|experimental-loader|config|project|extension|ui|env)|-r|-c)(?:=|\s+)(?!-)\S+|--(?:experimental-[\w-]+|no-warnings|enable-source-maps|import=\S+))(?=\s|$)/g;

/** The variables and options that the service's test command gives to a runner, as they are written there. */
export function readRunnerOptions(
  testCommand: string,
  { runs }: Pick<TestRunner, "runs">,
): Pick<RunnerWords, "variables" | "options"> {
  const parts = testCommand.split(/\n|&&|\|\||[;|]/);
  const part = parts.find((one) => runs.test(one)) ?? "";
  const variables = [...part.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]*=[\w./:@=,-]+)(?=\s)/g)].map(
    ([, one = ""]) => `${one} `,
  );
  const options = [...part.matchAll(loading)].map(([one]) => ` ${one.trim()}`);
  return { variables: variables.join(""), options: options.join("") };
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** "TidesTest" of "src/test/java/board/TidesTest.java". */
function classOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}

function escapePattern(title: string): string {
  return title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
