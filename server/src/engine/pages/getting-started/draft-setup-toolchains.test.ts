import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftTest } from "./draft-checks.ts";
import { draftInstall } from "./draft-install.ts";
import { draftRun } from "./draft-run.ts";
import { draftPrerequisites } from "./draft-setup.ts";

/** A folder for each toolchain. */
const files: Record<string, string> = {
  "go/go.mod": "module example.com/quay\n\ngo 1.23\n\nrequire (\n\tgithub.com/go-chi/chi/v5 v5.1.0\n\tgithub.com/lib/pq v1.10.9\n)\n",
  "go/main.go": "// Package main opens the quay.\npackage main\n\nfunc main() {}\n",
  "go/cmd/bell/main.go": "// Command bell rings the bell.\npackage main\n\nfunc main() {}\n",
  "go/quay_test.go": "package main\n\nimport \"testing\"\n\nfunc TestQuay(t *testing.T) {}\n",
  "rust/Cargo.toml": '[package]\nname = "quay"\nversion = "1.0.0"\nrust-version = "1.80"\n\n[dependencies]\nserde = "1"\n\n[dev-dependencies]\ninsta = "1"\n',
  "rust/src/main.rs": "//! Opens the quay.\nfn main() {}\n",
  "rust/tests/quay.rs": "#[test]\nfn opens() {}\n",
  "python/pyproject.toml": '[project]\nname = "quay"\nrequires-python = ">=3.12"\ndependencies = [\n  "flask>=3",\n]\n\n[dependency-groups]\ndev = [\n  "pytest>=8",\n]\n',
  "python/uv.lock": "version = 1\n",
  "python/quay/__main__.py": '"""Opens the quay."""\nfrom flask import Flask\n\nif __name__ == "__main__":\n    Flask("quay").run()\n',
  "python/tests/test_quay.py": "def test_opens():\n    assert True\n",
  "pip/requirements.txt": "flask==3.0\n",
  "pip/app.py": "import flask\n\nif __name__ == '__main__':\n    pass\n",
  "maven/pom.xml": "<project>\n  <properties>\n    <java.version>21</java.version>\n  </properties>\n  <artifactId>quay</artifactId>\n  <dependencies>\n    <dependency>\n      <groupId>org.springframework.boot</groupId>\n      <artifactId>spring-boot-starter-web</artifactId>\n    </dependency>\n  </dependencies>\n</project>\n",
  "maven/mvnw": "#!/bin/sh\n",
  "maven/src/main/java/Quay.java": "import org.springframework.boot.SpringApplication;\n\n/** Opens the quay. */\n@SpringBootApplication\npublic class Quay {\n  public static void main(String[] args) {\n    SpringApplication.run(Quay.class, args);\n  }\n}\n",
  "maven/src/test/java/QuayTest.java": "class QuayTest {\n  @Test\n  void opens() {}\n}\n",
  "gradle/build.gradle.kts": 'plugins { kotlin("jvm") }\njava { toolchain { languageVersion.set(JavaLanguageVersion.of(21)) } }\ndependencies {\n  implementation("org.springframework.boot:spring-boot-starter:3.3.0")\n}\n',
  "gradle/src/main/kotlin/Quay.kt": "/** Opens the quay. */\nfun main() {\n  println()\n}\n",
  "gradle/src/test/kotlin/QuayTest.kt": "class QuayTest {\n  @Test\n  fun opens() {}\n}\n",
  "both/build.gradle": 'dependencies {\n  implementation "org.springframework.boot:spring-boot-starter:3.3.0"\n}\n',
  "both/pom.xml": "<project>\n  <artifactId>quay</artifactId>\n  <dependencies>\n    <dependency>\n      <groupId>org.springframework.boot</groupId>\n      <artifactId>spring-boot-starter-web</artifactId>\n    </dependency>\n  </dependencies>\n</project>\n",
  "both/src/main/java/Quay.java": "import org.springframework.boot.SpringApplication;\n\n/** Opens the quay. */\n@SpringBootApplication\npublic class Quay {\n  public static void main(String[] args) {\n    SpringApplication.run(Quay.class, args);\n  }\n}\n",
  "php/composer.json": '{\n  "require": {\n    "php": "^8.3",\n    "ext-json": "*",\n    "slim/slim": "^4"\n  }\n}\n',
  "carried/composer.json": '{\n  "repositories": [\n    {\n      "type": "package",\n      "package": {\n        "name": "quay/{crane}",\n        "require": {\n          "php": "^8.0"\n        }\n      }\n    }\n  ],\n  "require": {\n    "php": "^8.2"\n  }\n}\n',
  "encore/composer.json": '{\n  "require": {\n    "symfony/framework-bundle": "^7"\n  }\n}\n',
  "encore/package.json": '{\n  "scripts": {\n    "dev": "encore dev",\n    "watch": "encore dev --watch"\n  }\n}\n',
  "encore/DEVELOPMENT.md": "# Native\n\n* Run `yarn watch`, which compiles.\n* That way you can run a webserver\n  with `symfony serve`.\n\n# Deployment\n\nNever `symfony serve --port 80` there.\n",
  "php/index.php": "<?php\n// Opens the quay.\n",
  "ruby/Gemfile": 'source "https://rubygems.org"\nruby "3.4.1"\ngem "sinatra"\n',
  "ruby/app.rb": "require 'sinatra'\n",
  "dotnet/Quay.csproj": '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <TargetFramework>net9.0</TargetFramework>\n  </PropertyGroup>\n  <ItemGroup>\n    <PackageReference Include="Serilog" Version="4.0.0" />\n  </ItemGroup>\n</Project>\n',
  "dotnet/Program.cs": "// Opens the quay.\nvar x = 1;\n",
  "pnpm/package.json": '{\n  "name": "quay",\n  "packageManager": "pnpm@9.1.0",\n  "engines": { "node": ">=24" },\n  "workspaces": ["apps/*"],\n  "scripts": { "dev": "vite", "test": "vitest run", "lint": "eslint .", "predev": "x" },\n  "dependencies": {\n    "vue": "3"\n  },\n  "devDependencies": {\n    "vite": "5",\n    "vitest": "3"\n  }\n}\n',
  "pnpm/pnpm-lock.yaml": "lockfileVersion: 9\n",
  "pnpm/.nvmrc": "v24.1.0\n",
  "pnpm/docker-compose.dev.yml": "services:\n  database:\n    image: postgres:18\n  cache:\n    image: ${CACHE}\n",
  "pnpm/src/a.ts": "export const a = 1;\n",
  "bare/package.json": '{\n  "name": "bare"\n}\n',
  "bare/a.js": "export const a = 1;\n",
  "hex/mix.exs": 'defmodule Quay.MixProject do\n  defp aliases, do: []\n  defp deps do\n    [\n      {:phoenix, "~> 1.7"},\n      {:ecto_sql, "~> 3.0"}\n    ]\n  end\nend\n',
  "hex/lib/quay.ex": "defmodule Quay do\nend\n",
  "hex/test/quay_test.exs": "defmodule QuayTest do\nend\n",
  "django/requirements.txt": "django==5\n",
  "django/src/manage.py": "import django\n",
  "django/CONTRIBUTING.md": "# Contributing\n\n## Starting\n\n```sh\n$ docker compose up -d\n```\n",
  "rails/Gemfile": 'source "https://rubygems.org"\ngem "rails"\ngem "rspec-rails"\n',
  "rails/bin/rails": "#!/usr/bin/env ruby\n",
  "rails/bin/dev": "#!/bin/sh\n# Starts all of the quay.\nexec foreman start -f Procfile.dev\n",
  "rails/Procfile.dev": "web: bin/rails server -p 3000\n",
  "rails/spec/quay_spec.rb": "describe 'quay'\n",
  "two/package.json": '{\n  "scripts": { "test": "playwright test" },\n  "devDependencies": { "@playwright/test": "1" }\n}\n',
  "two/web/package.json": '{\n  "name": "web",\n  "scripts": { "preinstall": "x", "dev": "vite" },\n  "dependencies": { "vue": "3" }\n}\n',
  "two/web/package-lock.json": "{}\n",
  "two/e2e/package.json": '{\n  "dependencies": { "got": "3" }\n}\n',
  "two/Api/Api.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web">\n  <PackageReference Include="Serilog" Version="4" />\n</Project>\n',
  "two/Api/appsettings.json": "{}\n",
  "site/package.json": '{\n  "dependencies": { "vue": "3" }\n}\n',
  "site/pyproject.toml": '[project]\nname = "site-docs"\ndependencies = [\n  "zensical>=0.0.21",\n]\n',
  "site/main.js": "export const a = 1;\n",
  "linked/package.json": '{\n  "name": "linked",\n  "workspaces": ["a"]\n}\n',
  "linked/a.js": "export const a = 1;\n",
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("harbour", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

/** What a draft says of a folder, with the lines it cites behind it; null where it says nothing. */
async function write(draft: (subject: PageSubject) => Promise<Draft | null>, folder: string): Promise<string | null> {
  const subject = { name: "Harbour", scopes: [openScope(repository, `/${folder}`)], service: null, services: [] };
  const drafted = await draft(subject);
  const written = drafted && (await setDraft(drafted, subject));
  const cited = written?.sources.map(({ path, startLine }) => `${path.slice(folder.length + 1)}:${startLine}`);
  return written && `${written.content} (${cited?.join(" ")})`;
}

describe("what must be there first", () => {
  it.each([
    ["go", "- Go 1.23 or newer. [1] (go.mod:3)"],
    ["rust", "- Rust 1.80 or newer. [1] (Cargo.toml:4)"],
    ["python", "- Python `>=3.12`. [1] (pyproject.toml:3)"],
    ["maven", "- Java 21, with Maven. [1] (pom.xml:3)"],
    ["gradle", "- Java 21, with Gradle. [1] (build.gradle.kts:2)"],
    ["php", "- PHP `^8.3`. [1] (composer.json:3)"],
    ["carried", "- PHP `^8.2`. [1] (composer.json:14)"],
    ["ruby", "- Ruby `3.4.1`. [1] (Gemfile:2)"],
    ["dotnet", "- .NET 9.0. [1] (Quay.csproj:3)"],
    ["pnpm", "- Node.js `>=24`. [1]\n- The package manager `pnpm`, version 9.1.0. [2]\n- Node.js `v24.1.0` is what `.nvmrc` selects. [3]\n- Docker, if you want `docker-compose.dev.yml` to start `postgres:18` for you. [4] (package.json:4 package.json:3 .nvmrc:1 docker-compose.dev.yml:3)"],
    ["pip", null],
  ])("for %s is told by the line that asks for it", async (folder, text) => {
    expect(await write(draftPrerequisites, folder)).toBe(text);
  }); // prettier-ignore
});

describe("how the dependencies come", () => {
  it.each([
    ["go", "`go mod download` brings the dependencies; any `go build` does so too. [1] (go.mod:6)"],
    ["rust", "`cargo build` brings the dependencies and compiles. [1] (Cargo.toml:7)"],
    ["python", "`uv sync` installs the package with its dependencies. [1] (pyproject.toml:5)"],
    ["pip", "`pip install -r requirements.txt` brings the dependencies. [1] (requirements.txt:1)"],
    ["maven", "`./mvnw install` brings the dependencies and builds. [1] (pom.xml:7)"],
    ["gradle", "`gradle build` brings the dependencies and builds. [1] (build.gradle.kts:4)"],
    ["php", "`composer install` brings the dependencies. [1] (composer.json:3)"],
    ["ruby", "`bundle install` brings the dependencies. [1] (Gemfile:3)"],
    ["dotnet", "`dotnet restore` brings the dependencies of all projects. [1] (Quay.csproj:6)"],
    ["pnpm", "`pnpm install` brings the dependencies, which takes the exact versions of `pnpm-lock.yaml`. It installs the packages under `apps/*` as well. [1][2] (package.json:8 pnpm-lock.yaml:1)"],
    ["bare", "There is nothing to install: no manifest asks for a package. [1] (package.json:1)"],
    ["hex", "`mix deps.get` brings the dependencies. [1] (mix.exs:5)"],
    ["two", "`dotnet restore` brings the dependencies of all projects; `npm ci` in `web` brings the dependencies, which takes the exact versions of `web/package-lock.json`. [1][2][3] (Api/Api.csproj:2 web/package.json:4 web/package-lock.json:1)"],
    ["site", "`npm install` brings the dependencies. [1] (package.json:2)"],
    ["linked", "There is nothing to install: no manifest asks for a package. `npm install` only links the workspaces together. [1] (package.json:1)"],
  ])("with %s", async (folder, text) => {
    expect(await write(draftInstall, folder)).toBe(text);
  }); // prettier-ignore
});

describe("what starts it where no script says how", () => {
  it.each([
    ["go", "- `go run ./cmd/bell` starts `cmd/bell/main.go`: Command bell rings the bell. [1][2]\n- `go run .` starts `main.go`: Package main opens the quay. [3][4] (cmd/bell/main.go:4 cmd/bell/main.go:1 main.go:4 main.go:1)"],
    ["rust", "- `cargo run` starts `src/main.rs`: Opens the quay. [1][2] (src/main.rs:2 src/main.rs:1)"],
    ["python", "- `python -m quay` starts `quay/__main__.py`: Opens the quay. [1] (quay/__main__.py:1)"],
    ["both", "- `gradle bootRun` starts it, as is usual with Spring Boot, which `build.gradle` asks for. [1]\n- `mvn spring-boot:run` starts it, as is usual with Spring Boot, which `pom.xml` asks for. [2] (build.gradle:2 pom.xml:4)"],
    ["maven", "- `./mvnw spring-boot:run` starts it, as is usual with Spring Boot, which `pom.xml` asks for. [1] (pom.xml:7)"],
    ["gradle", "- `gradle bootRun` starts it, as is usual with Spring Boot, which `build.gradle.kts` asks for. [1] (build.gradle.kts:4)"],
    ["pnpm", "- `pnpm run dev` starts the interface with live reload (`vite`). [1] (package.json:6)"],
    ["hex", "Once, before it is started:\n\n- `mix ecto.migrate` brings the database to the newest schema, as is usual with Ecto, which `mix.exs` asks for. [1]\n\nThen, to start it:\n\n- `mix phx.server` starts it, as is usual with Phoenix, which `mix.exs` asks for. [2] (mix.exs:6 mix.exs:5)"],
    ["django", "Once, before it is started:\n\n- `python src/manage.py migrate` brings the database to the newest schema, as is usual with Django, which `requirements.txt` asks for. [1]\n\nThen, to start it:\n\n- `docker compose up -d`, says `CONTRIBUTING.md` under “Starting”. [2] (requirements.txt:1 CONTRIBUTING.md:6)"],
    ["rails", "Once, before it is started:\n\n- `bin/rails db:prepare` brings the database to the newest schema, as is usual with Rails, which `Gemfile` asks for. [1]\n\nThen, to start it:\n\n- `bin/dev`: Starts all of the quay. It runs `exec foreman start -f Procfile.dev`. [2]\n- `bin/rails server -p 3000` is `web` of `Procfile.dev`. [3] (Gemfile:2 bin/dev:2 Procfile.dev:1)"],
    ["two", "- `npm run dev` in `web` starts the interface with live reload (`vite`). [1]\n- `dotnet run --project Api` starts it, as is usual with ASP.NET, whose manifest is `Api.csproj`. [2] (web/package.json:3 Api/Api.csproj:1)"],
    ["encore", "- `symfony serve`, says `DEVELOPMENT.md` under “Native”. [1] (DEVELOPMENT.md:5)"],
    ["php", null],
    ["bare", null],
  ])("with %s", async (folder, text) => {
    expect(await write(draftRun, folder)).toBe(text);
  }); // prettier-ignore
});

describe("what runs the tests", () => {
  it.each([
    ["go", "- `go test ./...` runs the tests, as is usual with Go, whose manifest is `go.mod`. [1] (go.mod:1)"],
    ["rust", "- `cargo test` runs the tests, as is usual with Cargo, whose manifest is `Cargo.toml`. [1] (Cargo.toml:1)"],
    ["python", "- `uv run pytest` runs the tests, as is usual with pytest, which `pyproject.toml` asks for. [1] (pyproject.toml:10)"],
    ["maven", "- `./mvnw test` runs the tests, as is usual with Maven, whose manifest is `pom.xml`. [1] (pom.xml:7)"],
    ["gradle", "- `gradle test` runs the tests, as is usual with Gradle, whose manifest is `build.gradle.kts`. [1] (build.gradle.kts:4)"],
    ["pnpm", "- `pnpm test` runs the tests (`vitest run`). [1]\n- `pnpm run lint` looks for mistakes in the code (`eslint .`). [1] (package.json:6)"],
    ["hex", "- `mix test` runs the tests, as is usual with Mix, whose manifest is `mix.exs`. [1] (mix.exs:1)"],
    ["rails", "- `bundle exec rspec` runs the tests, as is usual with RSpec, which `Gemfile` asks for. [1] (Gemfile:3)"],
    ["pip", null],
  ])("with %s", async (folder, text) => {
    expect(await write(draftTest, folder)).toBe(text);
  }); // prettier-ignore
});
