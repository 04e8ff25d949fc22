import { describe, expect, it } from "vitest";

import type { FileFacts } from "#server/code-index/ports/facts.ts";

import { extractFacts } from "./extract-facts.ts";

async function factsOf(path: string, text: string): Promise<FileFacts> {
  return extractFacts({ path, bytes: Buffer.from(text) });
}

/** "kind parent.name lines export" for each symbol. */
async function symbolsOf(path: string, text: string): Promise<string[]> {
  const { symbols } = await factsOf(path, text);
  return symbols.map(
    ({ kind, parent, name, startLine, endLine, isExported }) =>
      `${kind} ${parent === null ? "" : `${parent}.`}${name} ${startLine}-${endLine}${isExported ? " exported" : ""}`,
  );
}

describe("symbols of languages with a grammar", () => {
  const cases: [string, string, string[]][] = [
    [
      "a.ts",
      `export function add(a: number): number {\n  return a;\n}\nexport const sub = (a: number) => a;\nclass Box {\n  open() {}\n}\nexport interface Shape {}\ntype Kind = "a";\nexport { Box };\n`,
      ["function add 1-3 exported", "function sub 4-4 exported", "class Box 5-7 exported", "method Box.open 6-6 exported", "interface Shape 8-8 exported", "type Kind 9-9"],
    ],
    ["a.tsx", `export function Card({ title }: Props) {\n  return <p>{title}</p>;\n}\n`, ["component Card 1-3 exported"]],
    ["a.js", `function a() {}\nmodule.exports = { a };\nclass B { #c() {} d() {} }\n`, ["function a 1-1 exported", "class B 3-3", "method B.#c 3-3", "method B.d 3-3 exported"]],
    ["a.py", `LIMIT = 3\nclass A:\n    def m(self):\n        pass\ndef _hidden():\n    pass\n`, ["constant LIMIT 1-1 exported", "class A 2-4 exported", "method A.m 3-4 exported", "function _hidden 5-6"]],
    ["a.go", `package a\nfunc Run() {}\ntype server struct{}\nfunc (s *server) start() {}\nconst Max = 1\n`, ["function Run 2-2 exported", "struct server 3-3", "method server.start 4-4", "constant Max 5-5 exported"]],
    ["a.rs", `pub struct S;\nimpl S {\n    pub fn new() -> S { S }\n    fn own(&self) {}\n}\ntrait T { fn t(&self); }\n`, ["struct S 1-1 exported", "method S.new 3-3 exported", "method S.own 4-4", "trait T 6-6", "method T.t 6-6"]],
    ["A.java", `public class A {\n  public int size() { return 1; }\n  enum Color { RED }\n}\n`, ["class A 1-4 exported", "method A.size 2-2 exported", "enum A.Color 3-3"]],
    ["A.cs", `public class A {\n  public int Size() => 1;\n  private void Hide() {}\n}\n`, ["class A 1-4 exported", "method A.Size 2-2 exported", "method A.Hide 3-3"]],
    ["a.c", `#define MAX 3\nstatic int hidden(void) { return 0; }\nchar *name(int a) { return 0; }\nstruct point { int x; };\n`, ["constant MAX 1-1 exported", "function hidden 2-2", "function name 3-3 exported", "struct point 4-4 exported"]],
    ["a.cpp", `namespace n {\nclass A { int m() { return 1; } };\nint A::out() { return 1; }\n}\n`, ["module n 1-4 exported", "class n.A 2-2 exported", "method A.m 2-2 exported", "method A.out 3-3 exported"]],
    ["a.rb", `module M\n  class A\n    def go\n    end\n    private def hide; end\n  end\nend\n`, ["module M 1-7 exported", "class M.A 2-6 exported", "method A.go 3-4 exported", "method A.hide 5-5"]],
    ["a.php", `<?php\nclass A {\n  public function go() {}\n  private function hide() {}\n}\nfunction f() {}\n`, ["class A 2-5 exported", "method A.go 3-3 exported", "method A.hide 4-4", "function f 6-6 exported"]],
    ["a.sh", `run() {\n  echo\n}\n`, ["function run 1-3 exported"]],
    ["a.css", `.card { color: red }\n:root { --gap: 1px }\n`, ["type card 1-1 exported", "variable --gap 2-2 exported"]],
  ]; // prettier-ignore
  it.each(cases)("reads %s", async (path, text, expected) => {
    expect(await symbolsOf(path, text)).toEqual(expected);
  });
});

describe("symbols of languages without a grammar", () => {
  const cases: [string, string, string[]][] = [
    ["a.kt", `class A {\n    fun go(x: Int): Int {\n        return x\n    }\n}\n`, ["class A 1-5 exported", "method A.go 2-4 exported"]],
    ["a.swift", `struct A {\n  private func hide() {\n  }\n}\n`, ["struct A 1-4 exported", "method A.hide 2-3"]],
    ["a.scala", `trait T\nobject O {\n  def go = 1\n}\n`, ["trait T 1-1 exported", "class O 2-4 exported", "method O.go 3-3 exported"]],
    ["a.ex", `defmodule A.B do\n  defp hide(x) do\n    x\n  end\nend\n`, ["module A.B 1-5 exported", "method A.B.hide 2-4"]],
    ["a.lua", `local function hide()\nend\nfunction M.go()\nend\n`, ["function hide 1-2", "function M.go 3-4 exported"]],
    ["a.zig", `pub fn go() void {\n}\n`, ["function go 1-2 exported"]],
    ["a.dart", `class A {\n  void go() {\n  }\n}\n`, ["class A 1-4 exported", "method A.go 2-3 exported"]],
    ["a.vue", `<template><p/></template>\n<script setup lang="ts">\nfunction go() {}\n</script>\n`, ["function go 3-3"]],
    ["a.proto", `message A {\n  string b = 1;\n}\n`, ["struct A 1-3 exported"]],
  ]; // prettier-ignore
  it.each(cases)("reads %s", async (path, text, expected) => {
    expect(await symbolsOf(path, text)).toEqual(expected);
  });
});

describe("comments", () => {
  it("gives a declaration the comment above it, decorators in between", async () => {
    const { symbols } = await factsOf(
      "a.ts",
      `// Old.\n\n/**\n * Opens the box.\n * Twice.\n */\n@Injectable()\nexport class Box {}\n`,
    );
    expect(symbols[0]?.doc).toEqual({ text: "Opens the box.\nTwice.", startLine: 3, endLine: 6 });
  });
  it("reads docstrings below the signature", async () => {
    const { symbols, header } = await factsOf(
      "a.py",
      `"""Talks to the bank."""\n\ndef pay(\n    amount,\n):\n    """Pays once."""\n`,
    );
    expect(symbols[0]?.doc?.text).toBe("Pays once.");
    expect(header).toEqual({ text: "Talks to the bank.", startLine: 1, endLine: 1 });
  });
  it("passes over a licence to find what the file says of itself", async () => {
    const { header } = await factsOf(
      "a.go",
      `// Copyright 2020 Me. All rights reserved.\n\n// Package pay pays.\npackage pay\n`,
    );
    expect(header?.text).toBe("Package pay pays.");
  });
  it("keeps the beginning of a long comment", async () => {
    const lines = Array.from({ length: 120 }, (_, at) => ` * Line ${at + 2}.`).join("\n");
    const { symbols } = await factsOf("a.ts", `/**\n${lines}\n */\nexport class Long {}\n`);
    expect(symbols[0]?.doc).toMatchObject({ startLine: 1, endLine: 80 });
    expect(symbols[0]?.doc?.text).toMatch(/^Line 2\.\nLine 3\./);
  });
  it("leaves a comment that belongs to the first declaration to that", async () => {
    const onStatement = "#!/bin/bash\n\n# Check if gotestfmt is there\nif ! x; then\n  y\nfi\n";
    expect((await factsOf("test.sh", onStatement)).header).toBeNull();
    const ofScript = "#!/bin/bash\n# Tests all the boats.\ngo test\n";
    expect((await factsOf("test.sh", ofScript)).header?.text).toBe("Tests all the boats.");
    expect((await factsOf("a.ts", `/** Adds. */\nexport function add() {}\n`)).header).toBeNull();
  });
});

describe("imports", () => {
  const cases: [string, string, string[]][] = [
    ["a.ts", `import a, { b as c } from "./x.ts";\nimport type { T } from "t";\nimport "side";\nexport * from "./y";\nconst z = await import("./z.ts");\n// import no from "no";\n`, ["./x.ts a,b 1", "t T 2", "side  3", "./y  4", "./z.ts  5"]],
    ["a.py", `import os, a.b as c\nfrom . import x\nfrom ..y import (\n    z,\n    w as v,\n)\n`, ["os  1", "a.b  1", ". x 2", "..y z,w 3"]],
    ["a.go", `package a\nimport "fmt"\nimport (\n\tx "a/b"\n\n\t"c"\n)\n`, ["fmt  2", "a/b  4", "c  6"]],
    ["a.rs", `use std::{fs, io::{self, Read}};\nmod db;\n`, ["std::fs  1", "std::io::self  1", "std::io::Read  1", "mod db  2"]],
    ["A.java", `package a;\nimport static b.C.d;\nimport e.F;\n`, ["b.C.d  2", "e.F  3"]],
    ["a.c", `#include <stdio.h>\n#include "own.h"\n`, ["<stdio.h>  1", '"own.h"  2']],
    ["a.rb", `require "json"\nrequire_relative "x/y"\n`, ["json  1", "./x/y  2"]],
    ["a.php", `<?php\nuse App\\{A, B};\nuse C\\D as E;\n`, ["App\\A  2", "App\\B  2", "C\\D E 3"]],
    ["a.cs", `using System.Text;\nusing X = A.B;\n`, ["System.Text  1", "A.B  2"]],
  ]; // prettier-ignore
  it.each(cases)("reads %s", async (path, text, expected) => {
    const { imports } = await factsOf(path, text);
    expect(imports.map(({ specifier, names, line }) => `${specifier} ${names.join(",")} ${line}`)).toEqual(expected);
  });
});

describe("endpoints", () => {
  const cases: [string, string, string, string[]][] = [
    ["tables and definitions", "src/a.ts", `export const routes = [{ method: "GET", path: "/a", handler: readA }];\nendpoint("PATCH", "/b", { body });\n`, ["GET /a readA 1-1", "PATCH /b null 2-2"]],
    ["Flask", "a.py", `bp = Blueprint("b", __name__, url_prefix="/b")\n@bp.route("/x", methods=["GET", "POST"])\ndef x():\n    pass\n`, ["GET /b/x x 2-3", "POST /b/x x 2-3"]],
    ["FastAPI", "a.py", `router = APIRouter(prefix="/items")\n@router.get("/{id}")\nasync def read(id): pass\n`, ["GET /items/{id} read 2-3"]],
    ["Laravel", "routes/api.php", `<?php\nRoute::get('/x', [XController::class, 'show']);\n`, ["GET /x XController@show 2-2"]],
    ["tests", "src/a.test.ts", `app.get("/x", handler);\n`, []],
  ]; // prettier-ignore
  it.each(cases)("reads %s", async (_name, path, text, expected) => {
    const { endpoints } = await factsOf(path, text);
    expect(
      endpoints.map(
        ({ method, path: route, handler, startLine, endLine }) =>
          `${method} ${route} ${handler} ${startLine}-${endLine}`,
      ),
    ).toEqual(expected);
  });
});

describe("schemas", () => {
  const cases: [string, string, string, string[]][] = [
    ["zod", "a.ts", `export const user = z.object({\n  name: z.string().min(1),\n  team: teamSchema,\n});\n`, ["validation user name:string team:teamSchema > teamSchema 1-4"]],
    ["pydantic", "a.py", `class Item(BaseModel):\n    name: str\n    size: int = 3\n    def m(self):\n        x: int = 1\n`, ["validation Item name:str size:int >  1-5"]],
    ["SQLModel", "b.py", `class UserBase(SQLModel):\n    email: str\nclass UserCreate(UserBase):\n    password: str\nclass User(UserBase, table=True):\n    team_id: int\n`, ["validation UserBase email:str >  1-2", "validation UserCreate password:str >  3-4"]],
    ["Go tags", "a.go", "package a\ntype User struct {\n\tID   int    `json:\"id\" db:\"id\"`\n\tTeam *Team  `json:\"team\"`\n\town  string\n}\n", ["model User ID:int Team:*Team > Team 2-6"]],
    ["serde", "a.rs", `#[derive(Serialize)]\npub struct User {\n    pub id: u64,\n    pub team: Option<Team>,\n}\n`, ["type User id:u64 team:Option<Team> > Team 2-5"]],
    ["GraphQL", "a.graphql", `type User {\n  id: ID!\n  posts(first: Int): [Post!]!\n}\n`, ["type User id:ID! posts:[Post!]! > Post 1-4"]],
    ["protobuf", "a.proto", `message User {\n  string name = 1;\n  repeated Post posts = 2;\n}\n`, ["message User name:string posts:Post > Post 1-4"]],
  ]; // prettier-ignore
  it.each(cases)("reads %s", async (_name, path, text, expected) => {
    const { schemas } = await factsOf(path, text);
    expect(
      schemas.map(
        ({ kind, name, fields, references, startLine, endLine }) =>
          `${kind} ${name} ${fields.map((field) => `${field.name}:${field.type}`).join(" ")} > ${references.join(",")} ${startLine}-${endLine}`,
      ),
    ).toEqual(expected);
  });
});

describe("config keys", () => {
  const cases: [string, string, string[]][] = [
    ["a.ts", `// Where to listen.\nconst port = process.env.PORT ?? "3000";\nconst key = import.meta.env["VITE_KEY"];\n`, ["PORT=3000 (Where to listen.) 2", "VITE_KEY=null (null) 3"]],
    ["a.py", `import os\nx = os.environ.get("HOST", "localhost")\ny = os.environ["TOKEN"]\n`, ["HOST=localhost (null) 2", "TOKEN=null (null) 3"]],
    ["a.go", `package a\nvar x = os.Getenv("HOME_DIR")\n`, ["HOME_DIR=null (null) 2"]],
    ["a.rs", `fn f() { let x = env::var("RUST_X").unwrap_or("1"); }\n`, ["RUST_X=1 (null) 1"]],
    ["A.java", `class A { @Value("\${app.size:3}") int size; }\n`, ["app.size=3 (null) 1"]],
    ["a.rb", `x = ENV.fetch("RAILS_X", "y")\n`, ["RAILS_X=y (null) 1"]],
    ["a.php", `<?php $x = env('APP_X', 'y');\n`, ["APP_X=y (null) 1"]],
    [".env.example", `# The database.\nDATABASE_URL=postgres://x\n\n# REDIS_URL=\n`, ["DATABASE_URL=null (The database.) 2", "REDIS_URL=null (null) 4"]],
    [".env.sample", `# --- apps/api ---\nHOST=a\n# ====\n# Where it listens.\n# ==== web ====\nPORT=1\n# Shared.\nTOKEN=\n`, ["HOST=null (null) 2", "PORT=null (null) 6", "TOKEN=null (Shared.) 8"]],
    ["docker-compose.yml", `services:\n  db:\n    environment:\n      - POSTGRES_DB=app\n      - EMPTY\n    ports:\n      - 1:1\n`, ["POSTGRES_DB=app (null) 4", "EMPTY=null (null) 5"]],
  ]; // prettier-ignore
  it.each(cases)("reads %s", async (path, text, expected) => {
    const { configKeys } = await factsOf(path, text);
    expect(
      configKeys.map(({ name, defaultValue, comment, line }) => `${name}=${defaultValue} (${comment}) ${line}`),
    ).toEqual(expected);
  });
});

describe("scripts and manifests", () => {
  it("reads package.json", async () => {
    const { manifest, scripts } = await factsOf(
      "package.json",
      `{\n  "name": "x",\n  "workspaces": ["packages/*"],\n  "main": "index.js",\n  "scripts": { "test": "vitest" },\n  "dependencies": {\n    "zod": "4"\n  },\n  "devDependencies": { "vite": "8" }\n}\n`,
    );
    expect(scripts).toEqual([{ name: "test", command: "vitest", runner: "npm", line: 5, about: null }]);
    expect(manifest).toMatchObject({
      ecosystem: "npm",
      name: "x",
      workspaces: ["packages/*"],
      entryPoints: [{ name: "main", path: "index.js", line: 4 }],
    });
    expect(manifest?.dependencies).toEqual([
      { name: "zod", version: "4", isDev: false, line: 7 },
      { name: "vite", version: "8", isDev: true, line: 9 },
    ]);
  });
  it("survives a package.json that is no JSON", async () => {
    expect((await factsOf("package.json", "{ nonsense")).manifest?.name).toBeNull();
  });
  it("reads pyproject.toml", async () => {
    const { manifest, scripts } = await factsOf(
      "pyproject.toml",
      `[project]\nname = "x"\ndependencies = [\n  "flask>=3",\n]\n[project.scripts]\nrun = "x:main"\n`,
    );
    expect(manifest?.dependencies).toEqual([{ name: "flask", version: ">=3", isDev: false, line: 4 }]);
    expect(scripts).toEqual([{ name: "run", command: "x:main", runner: "python", line: 7, about: null }]);
  });
  it("reads go.mod and Cargo.toml", async () => {
    const go = await factsOf("go.mod", `module example.com/x\n\ngo 1.22\n\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n`);
    expect(go.manifest).toMatchObject({
      name: "example.com/x",
      dependencies: [{ name: "github.com/a/b", version: "v1.2.3", line: 6 }],
    });
    const cargo = await factsOf(
      "Cargo.toml",
      `[package]\nname = "x"\n[workspace]\nmembers = ["crates/*"]\n[dev-dependencies]\nserde = { version = "1" }\n`,
    );
    expect(cargo.manifest).toMatchObject({
      name: "x",
      workspaces: ["crates/*"],
      dependencies: [{ name: "serde", version: "1", isDev: true, line: 6 }],
    });
  });
  it("reads the tasks of Python's runners", async () => {
    const { scripts } = await factsOf(
      "pyproject.toml",
      `[tool.poe.tasks]\ntest = "pytest"\nall = ["lint", "test"]\nlint = { cmd = "ruff check", help = "x" }\n[tool.poe.tasks.docs]\nhelp = "x"\nshell = "mkdocs build"\n[tool.pdm.scripts]\nstart = { call = "app:main" }\n[tool.hatch.envs.types.scripts]\ncheck = "mypy"\n[tool.hatch.envs.default.scripts]\ncov = ["a", "b"]\n[tool.taskipy.tasks]\nrun = "python x"\n`,
    );
    expect(scripts.map(({ runner, name, command, line }) => `${runner} ${name}: ${command} ${line}`)).toEqual([
      "poe test: pytest 2",
      "poe all: lint && test 3",
      "poe lint: ruff check 4",
      "poe docs: mkdocs build 5",
      "pdm start: app:main 9",
      "hatch types:check: mypy 11",
      "hatch cov: a && b 13",
      "task run: python x 15",
    ]);
    const tox = await factsOf(
      "tox.ini",
      `[tox]\nenvlist = py\n[testenv]\ndeps = x\ncommands =\n    # all\n    pytest\n    mypy\n[testenv:style]\ncommands = ruff check\n[flake8]\ncommands = no\n`,
    );
    expect(tox.scripts.map(({ name, command, line }) => `${name}: ${command} ${line}`)).toEqual([
      "tox: pytest\nmypy 3",
      "style: ruff check 9",
    ]);
  });
  it("reads Makefile targets and workflow jobs", async () => {
    expect((await factsOf("Makefile", `X := 1\nbuild: dep\n\t@go build\n\tgo vet\n`)).scripts).toEqual([
      { name: "build", command: "go build\ngo vet", runner: "make", line: 2, about: null },
    ]);
    expect(
      (await factsOf(".github/workflows/ci.yml", `on: push\njobs:\n  test:\n    steps:\n      - run: npm test\n`))
        .scripts,
    ).toEqual([{ name: "test", command: "npm test", runner: "ci", line: 3, about: null }]);
  });
});

describe("prose", () => {
  it("cuts Markdown at headings outside code", async () => {
    const { sections, kind } = await factsOf(
      "README.md",
      `Hello\n\n# One **bold**\ntext\n\`\`\`sh\n# not a heading\n\`\`\`\nTwo\n---\nmore\n`,
    );
    expect(kind).toBe("docs");
    expect(
      sections.map(({ heading, level, startLine, endLine }) => `${level} ${heading} ${startLine}-${endLine}`),
    ).toEqual(["0  1-2", "1 One bold 3-7", "2 Two 8-10"]);
    expect(sections[1]?.text).toContain("# not a heading");
  });
  it("cuts reStructuredText", async () => {
    const { sections } = await factsOf("docs/a.rst", `Title\n=====\n\nWords.\n\nPart\n----\nMore.\n`);
    expect(sections.map(({ heading, level, text }) => `${level} ${heading}: ${text}`)).toEqual([
      "1 Title: Words.",
      "2 Part: More.",
    ]);
  });
});

describe("content that cannot be read", () => {
  const cases: [string, string, Uint8Array, Partial<FileFacts>][] = [
    ["binary", "a.ts", Buffer.from([1, 0, 2]), { kind: "binary", problem: "binary content", lines: 0 }],
    ["a NUL far in", "a.ts", Buffer.from(`${"a\n".repeat(5000)}\0`), { kind: "binary", problem: "binary content" }],
    ["UTF-16", "a.ts", Buffer.from("\ufeffexport const a = 1;\n", "utf16le"), { kind: "source", problem: "encoded as UTF-16", lines: 1 }],
    ["Latin-1", "a.py", Buffer.from("# caf\u00e9\nX = 1\n", "latin1"), { kind: "source", problem: "not encoded as UTF-8", lines: 2 }],
    ["one very long line", "a.js", Buffer.from(`var a = "${"x".repeat(900_000)}";`), { kind: "generated", problem: "minified: very long lines" }],
    ["over the limit", "a.js", Buffer.alloc(1_000_001, 97), { problem: "larger than 1 MB" }],
    ["empty", "a.ts", Buffer.alloc(0), { kind: "source", problem: null, lines: 0, symbols: [] }],
    ["no end of line", "a.ts", Buffer.from("const a = 1"), { lines: 1, problem: null }],
    ["broken syntax", "a.ts", Buffer.from("export function ( { {{{ \n class"), { problem: null, lines: 2 }],
    ["deep nesting", "a.js", Buffer.from("[".repeat(4000).replaceAll(/(.{100})/g, "$1\n")), { problem: null }],
    ["CRLF", "a.ts", Buffer.from("const a = 1;\r\nfunction b() {}\r\n"), { lines: 2, problem: null }],
  ]; // prettier-ignore
  it.each(cases)("lists %s", async (_name, path, bytes, expected) => {
    expect(await extractFacts({ path, bytes })).toMatchObject(expected);
  });
});

describe("kinds", () => {
  const cases: [string, string, string][] = [
    ["src/a.ts", "x", "source"], ["src/a.test.ts", "x", "test"], ["tests/helpers.py", "x", "test"], ["a_test.go", "x", "test"],
    ["src/test/java/ATest.java", "x", "test"], ["node_modules/x/a.js", "x", "vendored"], ["package-lock.json", "{}", "generated"],
    ["src/a.ts", "// Code generated by x. DO NOT EDIT.\n", "generated"], ["README.md", "x", "docs"], ["package.json", "{}", "config"],
    ["data/x.json", "{}", "data"], ["LICENSE", "x", "docs"], ["src/latest.ts", "x", "source"], ["src/contest.java", "x", "source"], ["x.unknown", "x", "other"],
  ]; // prettier-ignore
  it.each(cases)("%s is %s", async (path, text, expected) => {
    expect((await factsOf(path, text)).kind).toBe(expected);
  });
});
