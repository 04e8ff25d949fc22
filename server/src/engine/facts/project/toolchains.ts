import type { CommandPurpose } from "./command-purpose.ts";

/** What people type who work with a toolchain or a framework. */
export interface Toolchain {
  name: string;
  /** Ecosystem of a manifest. */
  ecosystem: string;
  /** A package that the manifest must ask for; null for a toolchain that all of its ecosystem have. */
  needs: RegExp | null;
  /** A file that must be there, by its path from the manifest's folder; `{file}` in a command is that path. */
  file: RegExp | null;
  /** `{project}` is the folder of the manifest. */
  commands: Partial<Record<CommandPurpose, string>>;
}

/** Frameworks before the languages that they are made in: the first that fits and knows the purpose counts. */
export const toolchains: readonly Toolchain[] = [
  { name: "Phoenix", ecosystem: "hex", needs: /^phoenix$/, file: null, commands: { run: "mix phx.server" } },
  { name: "Ecto", ecosystem: "hex", needs: /^ecto_sql$/, file: null, commands: { migrate: "mix ecto.migrate" } },
  { name: "Mix", ecosystem: "hex", needs: null, file: null, commands: { install: "mix deps.get", build: "mix compile", test: "mix test", check: "mix format --check-formatted" } },
  { name: "Django", ecosystem: "python", needs: /^django$/i, file: /(?:^|\/)manage\.py$/, commands: { run: "python {file} runserver", migrate: "python {file} migrate" } },
  { name: "pytest", ecosystem: "python", needs: /^pytest$/, file: null, commands: { test: "pytest" } },
  { name: "Django", ecosystem: "python", needs: /^django$/i, file: /(?:^|\/)manage\.py$/, commands: { test: "python {file} test" } },
  { name: "Alembic", ecosystem: "python", needs: /^alembic$/i, file: /^alembic\.ini$/, commands: { migrate: "alembic upgrade head" } },
  { name: "Rails", ecosystem: "ruby", needs: /^rails$/, file: /^bin\/rails$/, commands: { run: "bin/rails server", migrate: "bin/rails db:prepare" } },
  { name: "RSpec", ecosystem: "ruby", needs: /^rspec(?:-rails)?$/, file: null, commands: { test: "bundle exec rspec" } },
  { name: "Rails", ecosystem: "ruby", needs: /^rails$/, file: /^bin\/rails$/, commands: { test: "bin/rails test" } },
  { name: "Bundler", ecosystem: "ruby", needs: null, file: null, commands: { install: "bundle install" } },
  { name: "Laravel", ecosystem: "composer", needs: /^laravel\/framework$/, file: /^artisan$/, commands: { run: "php artisan serve", migrate: "php artisan migrate", test: "php artisan test" } },
  { name: "Doctrine", ecosystem: "composer", needs: /^doctrine\/doctrine-migrations-bundle$/, file: /^bin\/console$/, commands: { migrate: "php bin/console doctrine:migrations:migrate" } },
  { name: "Pest", ecosystem: "composer", needs: /^pestphp\/pest$/, file: null, commands: { test: "vendor/bin/pest" } },
  { name: "PHPUnit", ecosystem: "composer", needs: /^(?:phpunit\/phpunit|symfony\/phpunit-bridge)$/, file: null, commands: { test: "vendor/bin/phpunit" } },
  { name: "Composer", ecosystem: "composer", needs: null, file: null, commands: { install: "composer install" } },
  { name: "Spring Boot", ecosystem: "maven", needs: /spring-boot/, file: null, commands: { run: "mvn spring-boot:run" } },
  { name: "Quarkus", ecosystem: "maven", needs: /quarkus/, file: null, commands: { run: "mvn quarkus:dev" } },
  { name: "Maven", ecosystem: "maven", needs: null, file: null, commands: { install: "mvn install", build: "mvn package", test: "mvn test" } },
  { name: "Spring Boot", ecosystem: "gradle", needs: /spring-boot/, file: null, commands: { run: "gradle bootRun" } },
  { name: "Gradle", ecosystem: "gradle", needs: null, file: null, commands: { install: "gradle build", build: "gradle build", test: "gradle test" } },
  { name: "ASP.NET", ecosystem: "nuget", needs: null, file: /(?:^|\/)(?:launchSettings|appsettings)\.json$/, commands: { run: "dotnet run --project {project}" } },
  { name: ".NET", ecosystem: "nuget", needs: null, file: null, commands: { install: "dotnet restore", build: "dotnet build" } },
  { name: ".NET", ecosystem: "nuget", needs: /^(?:xunit|nunit|mstest|tunit|Microsoft\.NET\.Test\.Sdk)/i, file: null, commands: { test: "dotnet test" } },
  { name: "Cargo", ecosystem: "cargo", needs: null, file: null, commands: { install: "cargo build", build: "cargo build --release", test: "cargo test" } },
  { name: "Go", ecosystem: "go", needs: null, file: null, commands: { install: "go mod download", build: "go build ./...", test: "go test ./..." } },
]; // prettier-ignore
