import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { findManifests, governingManifests } from "./find-manifests.ts";
import { findPackages, importEvidence, ownNames } from "./find-packages.ts";
import { findKnownPackage } from "./known-packages.ts";
import { nearestLock, packageManager, pythonManager } from "./package-manager.ts";
import { isStandardModule } from "./standard-modules.ts";

const npm = (name: string, dependencies: Record<string, string> = {}, devDependencies: Record<string, string> = {}) =>
  JSON.stringify({ name, dependencies, devDependencies }, null, 2);

const files: Record<string, string> = {
  "package.json": npm("harbour"),
  "package-lock.json": "{}\n",
  "examples/demo/package.json": npm("demo"),
  "web/pnpm-lock.yaml": "lockfileVersion: 9\n",
  "web/package.json": npm("@harbour/web", { react: "^19.0.0", pg: "8.1.0" }, { vitest: "4.0.0" }),
  "web/src/app.ts":
    'import { useState } from "react";\nimport { Pool } from "pg";\nimport { readFile } from "fs/promises";\nimport path from "path";\nimport { Rope } from "@harbour/ropes";\nimport "@harbour/web/styles";\nexport const app = [useState, Pool, readFile, path, Rope];\n',
  "web/src/view.ts": 'import { useMemo } from "react";\nimport "unlisted";\nexport const view = useMemo;\n',
  "web/src/view.test.ts": 'import { it } from "vitest";\nimport { render } from "only-in-tests";\nit("x", render);\n',
  "web/ropes/package.json": npm("@harbour/ropes"),
  "web/ropes/index.ts": "export class Rope {}\n",
  "api/uv.lock": "version = 1\n",
  "api/pyproject.toml": '[project]\nname = "harbour-api"\ndependencies = ["Flask-Login>=1", "psycopg2"]\n',
  "api/main.py":
    "import os\nimport sqlite3\nfrom flask_login import LoginManager\nimport psycopg2.extras\n\nmanager = LoginManager()\n",
  "tide/mix.exs":
    'defmodule Tide.MixProject do\n  defp deps do\n    [\n      {:phoenix, "~> 1.7"},\n      {:phoenix_live_view, "~> 1.0"},\n      {:ecto_sql, "~> 3.0"}\n    ]\n  end\nend\n',
  "tide/lib/tide.ex":
    "defmodule Tide do\n  use GenServer\n  require Logger\n  import Ecto.Query\n  use Phoenix.LiveView\n  import Phoenix.Controller\n  use Ecto.Schema\nend\n",
  "crane/Gemfile": 'gem "rails"\ngem "sidekiq"\ngem "rubyzip"\n',
  "crane/app/crane.rb":
    'require "active_support/all"\nrequire "sidekiq/web"\nrequire "json"\nrequire "bundler/setup"\n',
  "buoy/go.mod": "module example.com/buoy\n\nrequire (\n\tgithub.com/golang-jwt/jwt/v5 v5.2.0\n)\n",
  "buoy/main.go":
    'package main\n\nimport (\n\t"fmt"\n\t"github.com/golang-jwt/jwt/v5"\n\t"github.com/other/thing"\n)\n\nfunc main() { fmt.Println(jwt.New, thing.New) }\n',
  "pier/composer.json":
    '{\n  "require": {\n    "laravel/framework": "^11",\n    "laravel/fortify": "^1",\n    "inertiajs/inertia-laravel": "^2",\n    "league/csv": "^9"\n  }\n}\n',
  "pier/app/Pier.php":
    "<?php\nnamespace App;\n\nuse Carbon\\Carbon;\nuse Closure;\nuse Illuminate\\Support\\Str;\nuse Illuminate\\Http\\Request;\nuse Inertia\\Inertia;\nuse Laravel\\Fortify\\Fortify;\nuse League\\Flysystem\\Filesystem;\n\nclass Pier\n{\n    use HasFactory;\n}\n",
  "quay/src/main/java/org/quay/Quay.java":
    "package org.quay;\n\nimport java.util.List;\nimport javax.persistence.Entity;\nimport javax.sql.DataSource;\nimport okhttp3.MediaType;\nimport okhttp3.ResponseBody;\nimport io.reactivex.Flowable;\nimport io.reactivex.plugins.Hooks;\n\n@Entity\npublic class Quay {}\n",
};

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("harbour", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

const scopeOf = (folder: string): CodeScope => openScope(repository, folder);
const packagesOf = (folder: string) =>
  findPackages(scopeOf(folder)).map(({ name, version, known, files: used, evidence, isDev }) => ({
    name,
    version,
    role: known?.role ?? null,
    files: used,
    evidence: evidence.map(({ path, startLine }) => `${path}:${startLine}`),
    isDev,
  }));

describe("packages that code uses", () => {
  it("come most used first, each with its line in the manifest and its first import; tests and what no manifest declares do not count", () => {
    expect(packagesOf("/web")).toEqual([
      {
        name: "react",
        version: "^19.0.0",
        role: "the user interface",
        files: ["web/src/app.ts", "web/src/view.ts"],
        evidence: ["web/package.json:4", "web/src/app.ts:1"],
        isDev: false,
      },
      {
        name: "pg",
        version: "8.1.0",
        role: "storing data in PostgreSQL",
        files: ["web/src/app.ts"],
        evidence: ["web/package.json:5", "web/src/app.ts:2"],
        isDev: false,
      },
    ]);
  });

  it("are known under the spelling of the manifest; of the standard library only what keeps data is told", () => {
    expect(packagesOf("/api").map(({ name, role, evidence }) => [name, role, evidence])).toEqual([
      ["flask_login", "signing in and tokens", ["api/pyproject.toml:3", "api/main.py:3"]],
      ["psycopg2", "storing data in PostgreSQL", ["api/pyproject.toml:3", "api/main.py:4"]],
      ["sqlite3", "storing data in SQLite", ["api/main.py:2"]],
    ]);
  });

  it.each([
    ["/tide", ["ecto_sql", "phoenix", "phoenix_live_view"]],
    ["/crane", ["rails", "sidekiq"]],
    ["/buoy", ["github.com/golang-jwt/jwt"]],
  ])("of %s are what its manifest declares, whatever its modules are called", (folder, expected) => {
    const found = packagesOf(folder);
    expect(found.map(({ name }) => name).toSorted()).toEqual(expected);
    for (const { evidence } of found) expect(evidence).toHaveLength(2);
  });

  it("of the JVM are packages, not classes, and those under javax that Java itself does not bring", () => {
    expect(packagesOf("/quay").map(({ name, role }) => [name, role])).toEqual([
      ["io.reactivex", null],
      ["javax.persistence", "access to the database"],
      ["okhttp3", null],
    ]);
  });

  it("are cited by the import that begins with their name, not by one that only starts alike", () => {
    const scope = scopeOf("/web");
    expect(importEvidence(scope, "web/src/app.ts", ["PG"])).toMatchObject({ startLine: 2 });
    expect(importEvidence(scope, "web/src/app.ts", ["@harbour"])).toMatchObject({ startLine: 5 });
    expect(importEvidence(scope, "web/src/app.ts", ["rea"])).toBeNull();
    expect(importEvidence(scope, "web/src/missing.ts", ["pg"])).toBeNull();
  });

  it("are none of the repository's own", () => {
    expect([...ownNames(scopeOf("/web"))]).toEqual(["@harbour/web", "@harbour/ropes"]);
  });
});

describe("manifests", () => {
  it("are those of the scope, the nearest first, without examples", () => {
    expect(findManifests(scopeOf("/")).map(({ path }) => path)).toEqual([
      "package.json",
      "api/pyproject.toml",
      "buoy/go.mod",
      "crane/Gemfile",
      "pier/composer.json",
      "tide/mix.exs",
      "web/package.json",
      "web/ropes/package.json",
    ]);
  });

  it("of PHP are what composer requires, by the namespaces of their makers; no class of PHP, no trait and nothing that came along", () => {
    expect(packagesOf("/pier").map(({ name, role, evidence }) => [name, role, ...evidence])).toEqual([
      ["inertiajs/inertia-laravel", null, "pier/composer.json:5", "pier/app/Pier.php:8"],
      ["laravel/fortify", null, "pier/composer.json:4", "pier/app/Pier.php:9"],
      ["laravel/framework", "serving HTTP", "pier/composer.json:3", "pier/app/Pier.php:7"],
    ]);
  });

  it.each([
    ["/", ["package.json"]],
    ["/web", ["web/package.json"]],
    // A folder without one is governed by the nearest above it.
    ["/web/src", ["web/package.json"]],
    ["/quay/src/main", ["package.json"]],
  ])("that govern %s", (folder, expected) => {
    expect(governingManifests(scopeOf(folder)).map(({ path }) => path)).toEqual(expected);
  });
});

it.each([
  ["/", "npm", "package-lock.json", null],
  ["/web", "pnpm", "web/pnpm-lock.yaml", null],
  ["/web/ropes", "pnpm", "web/pnpm-lock.yaml", null],
  ["/webs", "npm", "package-lock.json", null],
  ["/api", "npm", "package-lock.json", "uv"],
])("the package managers of %s are told by the nearest lock file", (folder, manager, lock, python) => {
  const scope = scopeOf(folder);
  expect([packageManager(scope), nearestLock(scope)?.path, pythonManager(scope)]).toEqual([manager, lock, python]);
});

it.each([
  ["react", "the user interface", null],
  ["React", "the user interface", null],
  ["github.com/gin-gonic/gin", "serving HTTP", null],
  ["github.com/jackc/pgx/v5", "storing data in PostgreSQL", "PostgreSQL"],
  ["github.com/redis/go-redis/v9", "caching and shared state in Redis", "Redis"],
  ["org.postgresql:postgresql", "storing data in PostgreSQL", "PostgreSQL"],
  ["org.springframework.boot:spring-boot-starter-web", "serving HTTP", null],
  ["@aws-sdk/client-sqs", "services of AWS", "AWS"],
  ["@aws-sdk/client-s3", "files in object storage", "Object storage"],
  ["serde_json", "reading and writing data formats", null],
  ["prom_client", "tracing and metrics", null],
  ["go.mongodb.org/mongo-driver/v2/bson", "reading and writing data formats", null],
  ["go.mongodb.org/mongo-driver/v2/mongo", "storing documents in MongoDB", "MongoDB"],
])("knows the package %s: %s", (name, role, system) => {
  expect(findKnownPackage(name)).toMatchObject({ role, system });
});

it.each(["reactor", "", "constructor", "my-express", "pgx", "@types/react"])("knows no package %j", (name) => {
  expect(findKnownPackage(name)).toBeNull();
});

it.each([
  ["fs", "typescript", true], ["node:test", "tsx", true], ["bun:sqlite", "javascript", true],
  ["react", "typescript", false], ["os", "python", true], ["requests", "python", false],
  ["fmt", "go", true], ["net/http", "go", true], ["github.com/pkg/errors", "go", false], ["golang.org/x/sync", "go", false],
  ["std", "rust", true], ["stdweb", "rust", false], ["core", "rust", true], ["java.util.List", "java", true],
  ["javax.crypto.Cipher", "java", true], ["javax.persistence.Entity", "java", false], ["javax.servlet", "java", false],
  ["javax.ws.rs", "java", false], ["javafx.scene", "java", false], ["System", "csharp", true], ["System.Text.Json", "csharp", true],
  ["Systemic.Tools", "csharp", false], ["kotlin.math", "kotlin", true], ["kotlinx.coroutines", "kotlin", false],
  ["fs", null, false], ["constructor", "typescript", false],
] as const)("%s of %s comes with the language: %s", (name, language, expected) => {
  expect(isStandardModule(name, language)).toBe(expected);
}); // prettier-ignore
