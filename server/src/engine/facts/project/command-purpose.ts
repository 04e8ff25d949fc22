/** What somebody who works on a project wants to do with it. */
export type CommandPurpose = "install" | "setup" | "run" | "test" | "check" | "build" | "migrate" | "seed";

/** By the first word of a script's name, the surest first. */
const names: readonly [CommandPurpose, RegExp][] = [
  ["setup", /^(?:setup|bootstrap|init|dev-?setup|provision|koel:init)(?:$|[:._-])|^ecto\.setup$/],
  ["install", /^(?:install|deps|dependencies|restore)(?:$|[:._-](?:deps|dependencies|all|dev)$)|^deps\.get$/],
  ["migrate", /^(?:(?:db|database|prisma|ecto|typeorm|drizzle)[:._-])?(?:migrat\w*|upgrade-db)(?:$|[:._-](?:up|run|dev|deploy|db|latest|database|all)$)|^(?:db|prisma|drizzle)[:._-](?:prepare|push|setup|upgrade|deploy)$/],
  ["seed", /^(?:db[:._-])?seed(?:s|ing)?(?:$|[:._-])|[:._-]seed$/],
  ["test", /^(?:tests?|unit-?tests?|tox|spec|specs|rspec|pytest|phpunit|e2e|unit|integration|acceptance|coverage|bench)(?:$|[:._-])|[:._-]tests?$/],
  ["check", /^(?:check|lint|typecheck|type-check|types|format|fmt|style|cs|cs-fix|analy[sz]e|stan|phpstan|psalm|credo|vet|clippy|rubocop|eslint|prettier|mypy|ruff|pint|verify|ci|qa|quality|precommit|pre-commit)(?:$|[:._-])|[:._-](?:lint|format|check|fmt)$/],
  ["run", /^(?:dev|develop|start|serve|server|run|up|watch|web|api|app|worker|storybook|preview)(?:$|[:._-])|^(?:[\w-]+[:._-])(?:dev|start|serve)$/],
  ["build", /^build(?:$|[:.-](?:all|app|api|web|server|client|frontend|backend|prod|production|dev|release|packages?|image|assets)$)|^(?:compile|dist|assets\.(?:build|deploy))$/],
]; // prettier-ignore

/** Parts of a name that say what else is started: the documentation, a build, a stand-in for tests. */
const startsOther =
  /(?:^|[:._-])(?:db|database|prisma|drizzle|docs?|tests?|e2e|spec|build|lint|check|format|migrat\w*|storybook|codegen|gen|generate\w*|types|bench)(?:$|[:._-])/;

/** By name alone; null where it says nothing. A script that is run by its path is named by its file. */
export function purposeOfName(name: string): CommandPurpose | null {
  const base = name.slice(name.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const shown = name.includes("/") ? base : name;
  if (undoes.test(shown)) return null;
  const purpose = names.find(([, pattern]) => pattern.test(shown))?.[0] ?? null;
  const isOther = (purpose === "run" && startsOther.test(shown)) || (purpose === "test" && aroundTests.test(shown));
  return isOther ? null : purpose;
}

/** Words for what comes before or after what the rest of the name says. */
export const undoes =
  /(?:^|[:._-])(?:clean|clear|reset|stop|down|kill|drop|rollback|undo|revert|teardown|remove|rm|delete)(?:$|[:._-])/;

/** What is set up for tests, and what is made of their results, runs none. */
const aroundTests =
  /(?:^|[:._-])(?:tests?|specs?|e2e|coverage)[:._-](?:set-?up|start|services?|up|deps|db|database|prepare|init|install|fixtures?|build|image|data|report|merge|upload|gen\w*|update)(?:$|[:._-])/;

const runnerName =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)?|make|just|task|mise run|mix|composer(?: run)?|rake|bundle exec rake|poe|hatch run|pdm run|deno task|nox -s|mage|\.?\/?(?:bin|scripts?)\/)\s*([\w:./-]+)/;

/** Programs by what a call of them does; what a task runner calls is known by the name of the task. */
const programs: readonly [CommandPurpose, RegExp][] = [
  ["install", /^(?:npm (?:ci|i|install)|yarn(?: install)?|pnpm (?:i|install)|bun install|bundle(?: install)?|uv sync|poetry install|composer install|mix deps\.get|go mod download|dotnet restore|pip3? install -r \S+(?: -r \S+)*|pip3? install -e \S+|pipenv install)(?:\s+-\S+|\s+"?\.\[?\S*)*$/],
  ["migrate", /\bartisan migrate\b(?!:)|\brails db:(?:migrate|prepare|setup|create)\b|\bmix ecto\.(?:migrate|setup|create)\b|\balembic upgrade\b|\bmanage\.py migrate\b|\bprisma migrate\b|\bdotnet ef database update\b|\bdiesel migration run\b|\bsqlx migrate run\b|\bdoctrine:migrations:migrate\b|\bflask db upgrade\b|\bknex migrate:latest\b/],
  ["test", /^(?:go test|cargo (?:nextest run|test)|pytest|tox|nox\b|dotnet test|mix test|(?:bundle exec )?rspec|(?:bin\/)?rails test|php artisan test|(?:\.\/)?vendor\/bin\/(?:phpunit|pest)|(?:\.\/)?(?:mvnw?|gradlew?)\s(?:.*\s)?[\w:-]*test(?=\s|$)|uv run (?:-m )?pytest|poetry run pytest|python3? -m (?:pytest|unittest)|(?:(?:uv|poetry|pipenv|pdm) run )?(?:(?:python3? -m )?coverage run (?:-\S+ )*(?:-m (?:pytest|unittest)|(?:\.\/)?manage\.py test|(?:\.\/)?[\w/]*(?:run)?tests?\.py)|(?:python3? )?(?:\.\/)?manage\.py test)|npx (?:vitest|jest|playwright)|vitest|jest|phpunit)\b/],
  ["check", /^(?:cargo (?:clippy|fmt)|golangci-lint|go vet|ruff|black|mypy|eslint|npx (?:eslint|prettier|tsc)|rubocop|bundle exec rubocop|mix (?:format|credo|dialyzer)|dotnet format|(?:\.\/)?vendor\/bin\/(?:pint|phpstan|php-cs-fixer)|pre-commit run|uv run (?:ruff|mypy|pre-commit))\b/],
  ["run", /^(?:go run|cargo run|dotnet (?:watch |run)|php artisan serve|(?:\.\/)?(?:bin\/)?rails (?:s|server)\b|bundle exec rails s|mix phx\.server|iex -S mix phx\.server|(?:python3? )?(?:\.\/)?manage\.py runserver|uv run .*\brunserver|uvicorn|(?:poetry|uv) run uvicorn|flask run|fastapi (?:dev|run)|granian|foreman start|overmind start|docker[ -]compose (?:-\S+ \S+ )*up(?=(?:\s+-\S+)*$)|symfony (?:server:start|serve)|php -S|\.\/mvnw spring-boot:run|mvn spring-boot:run|\.\/gradlew bootRun|npx nx serve|air)\b/],
  ["build", /^(?:go build|cargo build|dotnet (?:build|publish)|mvn package|\.\/mvnw package|\.\/gradlew (?:build|assemble)|mix (?:compile|release)|docker build)\b/],
]; // prettier-ignore

/** What a command line that is written somewhere does; null where that is not certain. */
export function purposeOfCommand(line: string): CommandPurpose | null {
  const command = line
    .trim()
    .replace(/^(?:\$|>|%)\s+/, "")
    .replace(/^(?:sudo\s+|(?:[A-Z_]+=\S+\s+)+)/, "");
  const known = programs.find(([, pattern]) => pattern.test(command))?.[0];
  if (known !== undefined) return known;
  // A package that is added, by name.
  if (/^(?:npm|pnpm|yarn|bun) (?:i|ci|install|add)\b|^mix run\b/.test(command)) return null;
  const named = runnerName.exec(command)?.[1];
  return named === undefined || named.startsWith("-") ? null : purposeOfName(named);
}
