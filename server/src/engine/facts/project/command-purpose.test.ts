import { expect, it } from "vitest";

import { purposeOfCommand, purposeOfName } from "./command-purpose.ts";

it.each([
  ["run", "dev start start:prod serve server bin/dev script/server watch web frontend:dev run"],
  ["test", "test test:unit tox e2e integration-test coverage js:test script/test scripts/test.sh"],
  ["check", "lint lint:fix check typecheck format fmt cs cs:fix analyze"],
  ["build", "build build:web build.all compile"],
  ["setup", "setup bootstrap ecto.setup bin/setup"],
  ["migrate", "migrate db:migrate ecto.migrate migrate-up db:prepare prisma:migrate prisma:deploy"],
  ["seed", "seed db:seed"],
  ["install", "install deps install-deps"],
  [
    null,
    "docs:dev storybook run-migrations build:sync-version start:test-server clean release help dev:docs clean-integration-test e2e:reset_and_seed test:clean test-cache-clear test-fixtures test.setup test-start test-rm coverage:merge prisma:studio prisma:dev",
  ],
] as const)("names that say %s: %s", (purpose, list) => {
  expect(list.split(" ").map((name) => [name, purposeOfName(name)])).toEqual(
    list.split(" ").map((name) => [name, purpose]),
  );
});

it.each([
  ["run", ["npm run dev", "yarn start", "php artisan serve", "docker compose up -d", "docker-compose up", "bin/rails server", "mix phx.server", "$ make run", "dotnet run --project src/Api", "uv run python manage.py runserver", "bin/dev", "PORT=1 go run ."]],
  ["test", ["npm test", "go test ./...", "bundle exec rspec", "./gradlew test", "make test", "mix test --cover", "php artisan test", "mvn -B clean test", "./mvnw :quay:test --info"]],
  ["install", ["npm ci", "yarn", "bundle install", "uv sync --all-groups", "mix deps.get", "pip install -r requirements.txt"]],
  ["migrate", ["php artisan migrate --seed", "bin/rails db:prepare", "alembic upgrade head", "mix ecto.setup"]],
  ["check", ["cargo clippy -- -D warnings", "npm run lint", "golangci-lint run"]],
  ["build", ["go build -o x", "npm run build"]],
  [null, ["cd web", "git clone https://example.org/x", "npm install --save x", "pip install somepackage", "docker run quay", "cp .env.example .env", "make install-hooks", "mix run priv/seeds.exs", "docker compose up -d db", "mvn license-tool:license-check --projects '!org.example.quay:quay-test'"]],
] as const)("lines that %s", (purpose, lines) => {
  expect(lines.map((line) => [line, purposeOfCommand(line)])).toEqual(lines.map((line) => [line, purpose]));
}); // prettier-ignore
