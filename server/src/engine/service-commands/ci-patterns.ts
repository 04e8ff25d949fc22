import type { ServicePurpose } from "./candidate.ts";

/** What automation types for a purpose, the surest first, by ecosystem; each matches a whole command. */
type Patterns = Readonly<Record<ServicePurpose, readonly RegExp[]>>;

/** What runs a command inside of a Python environment. */
const inEnvironment = String.raw`(?:(?:uv|poetry|pdm|pipenv|hatch) run (?:--?[\w-]+(?:[= ](?!pytest|python|ruff|mypy)[\w.-]+)? )*)?`;
const python = (inner: string) => new RegExp(`^${inEnvironment}(?:python3? -m )?${inner}`);
const maven = (goals: string) =>
  new RegExp(`^(?:\\./)?mvnw?\\b(?: --?[\\w.=-]+)*(?: clean)? ${goals}(?: --?[\\w.=-]+)*$`);
const gradle = (tasks: string) => new RegExp(`^(?:\\./)?gradlew?\\b(?: --?[\\w.=-]+)* ${tasks}(?: --?[\\w.=-]+)*$`);

export const ciPatterns: Readonly<Record<string, Patterns>> = {
  npm: {
    // Without such an option npm refuses dependencies that do not agree; all other installs the lockfile tells.
    install: [/^npm (?:ci|i|install)(?: --[\w=-]+)* --(?:legacy-peer-deps|force)(?: --[\w=-]+)*$/],
    build: [],
    test: [/^(?:npx|pnpm exec|yarn) (?:vitest(?: run)?|jest|mocha|ava)(?: --?[\w=-]+)*$/],
    lint: [/^(?:npx|pnpm exec|yarn) (?:eslint|biome (?:ci|lint|check)|oxlint)\b(?!.*(?:--fix|--write))/],
  },
  python: {
    install: [
      /^uv sync\b/,
      /^poetry install\b/,
      /^pdm (?:install|sync)\b/,
      /^pipenv (?:install|sync)\b/,
      /^(?:uv |python3? -m )?pip3? install\b(?=.* (?:-r|--requirement) )[\w\s./=-]+$/,
      /^(?:uv |python3? -m )?pip3? install\b(?: -\S+)* (?:-e |--editable )?["']?\.(?:\[[\w,-]+\])?["']?(?: -r \S+)*$/,
    ],
    build: [],
    test: [
      python(String.raw`pytest\b(?!.*(?:--collect-only| -[km] ))`),
      python(String.raw`\S*manage\.py test\b`),
      new RegExp(`^${inEnvironment}python3? \\S*manage\\.py test\\b`),
      python("unittest\\b"),
      python("coverage run (?:-m pytest|\\S*manage\\.py test)"),
      python("coverage run -m (?:pytest|unittest)\\b"),
      /^tox(?: run)?$/,
      /^nox(?: -s tests?)?$/,
    ],
    lint: [
      python(String.raw`ruff check\b(?!.*--fix)`),
      python(String.raw`flake8\b`),
      python(String.raw`pylint\b`),
      python(String.raw`mypy\b`),
      python(String.raw`pyright\b`),
      /^tox (?:run )?-e (?:lint|style|flake8)$/,
    ],
  },
  go: {
    install: [/^go mod download$/],
    build: [/^go build\b.*\s\.\/\.\.\.(?:\s|$)/],
    test: [/^go test\b.*\s\.\/\.\.\.(?:\s|$)/],
    lint: [/^golangci-lint run\b/, /^staticcheck \.\/\.\.\.$/, /^go vet\b.*\s\.\/\.\.\.$/],
  },
  cargo: {
    install: [/^cargo fetch\b/],
    build: [/^cargo build\b(?!.*(?:--target\b|-p |--package|--example|--no-default))/],
    test: [/^cargo (?:nextest run|test)\b(?!.*(?:--target\b|-p |--package|--doc\b|--no-run|--no-default|--example))/],
    lint: [/^cargo clippy\b(?!.*(?:--target\b|-p |--package|--fix))/],
  },
  maven: { install: [], build: [], test: [maven("test"), maven("(?:verify|install|package)")], lint: [] },
  gradle: { install: [], build: [], test: [gradle("test"), gradle("(?:check|build)")], lint: [] },
  ruby: {
    install: [/^bundle install\b/],
    build: [],
    test: [
      /^(?:bundle exec |bin\/)rspec(?: --?[\w= ]+)*$/,
      /^(?:bundle exec |bin\/)(?:rails|rake) (?:test|spec)$/,
      /^(?:bundle exec |bin\/)rake$/,
    ],
    lint: [/^(?:bundle exec |bin\/)(?:rubocop|standardrb)\b(?!.*(?: -a\b| -A\b|--auto))/],
  },
  composer: {
    install: [/^composer install\b/],
    build: [],
    test: [/^(?:\.\/)?vendor\/bin\/(?:phpunit|pest)(?: --?[\w=-]+)*$/, /^php artisan test\b/],
    lint: [
      /^(?:\.\/)?vendor\/bin\/pint --test\b/,
      /^(?:\.\/)?vendor\/bin\/(?:phpcs|phpstan analy[sz]e|psalm)\b/,
      /^(?:\.\/)?vendor\/bin\/php-cs-fixer (?:check|fix .*--dry-run)/,
    ],
  },
  nuget: {
    install: [/^dotnet restore\b/],
    build: [/^dotnet build\b(?!.*(?:-o |--output))/],
    test: [/^dotnet test\b(?!.*--filter)/],
    lint: [/^dotnet format\b.*--verify-no-changes/],
  },
  hex: {
    install: [/^mix deps\.get\b/],
    build: [/^mix compile\b/],
    test: [/^mix test\b(?: --?[\w-]+)*$/],
    lint: [/^mix credo\b/, /^mix format --check-formatted$/],
  },
};
