import { describe, expect, it } from "vitest";

import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { factsOf, importsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("JavaScript and TypeScript", () => {
  it("reads imports and exports over several lines, with types and aliases", async () => {
    const text = `"use client";
import React, { useState, type FC } from 'react'
import * as path from "node:path";
import {
  first,
  second as other, // why
} from "@/lib/items";
import type Props from "./props";
import data from "./data.json" with { type: "json" };
import "./side.css";
export { helper } from "./helper.js";
export type { Shape } from './shape';
export * as all from "./all";
import legacy = require("./legacy");
const lazy = () => import('./lazy.vue');
const fs = require("fs"), deep = require.resolve("./deep");
vi.mock("./mocked.ts");
`;
    expect(await importsOf("src/a.tsx", text)).toEqual([
      "2 react (React, useState, FC)",
      "3 node:path",
      "4 @/lib/items (first, second)",
      "8 ./props (Props)",
      "9 ./data.json (data)",
      "10 ./side.css",
      "11 ./helper.js (helper)",
      "12 ./shape (Shape)",
      "13 ./all",
      "14 ./legacy",
      "15 ./lazy.vue",
      "16 fs",
      "16 ./deep",
      "17 ./mocked.ts",
    ]);
  });

  it("takes nothing for an import that is a comment, a text or a query", async () => {
    const text = `// import a from "a";
/*
import b from "b";
*/
const text = "it comes from 'x'";
const rows = await sql\`select * from "users"\`;
const name = \`./\${x}\`;
import(\`./\${name}.ts\`);
Array.from("abc");
`;
    expect(await importsOf("src/a.ts", text)).toEqual([]);
  });

  it("reads the scripts of single-file components", async () => {
    expect(await importsOf("src/a.vue", `<script setup>\nimport { ref } from 'vue'\n</script>\n`)).toEqual([
      "2 vue (ref)",
    ]);
  });
});

describe("Python", () => {
  it("reads modules, relative ones, and lists in brackets", async () => {
    const text = `from __future__ import annotations
import os.path as osp, sys
from . import views
from .models import (
    User,  # who
    Group as G,
)
from ..core.db import *
from a.b \\
    import c
try:
    import ujson as json
except ImportError:
    import json
if TYPE_CHECKING:
    from x import Y
# import former
"""
import documented
"""
`;
    expect(await importsOf("app/a.py", text)).toEqual([
      "1 __future__ (annotations)",
      "2 os.path",
      "2 sys",
      "3 . (views)",
      "4 .models (User, Group)",
      "8 ..core.db",
      "9 a.b (c)",
      "12 ujson",
      "14 json",
      "16 x (Y)",
    ]);
  });
});

describe("other languages", () => {
  const cases: [string, string, string[]][] = [
    ["a.go", `package a\n\nimport . "fmt"\nimport (\n\t"context"\n\t_ "embed" // for files\n\t// "former"\n\tpb "example.com/x/proto"\n)\n`, ["3 fmt", "5 context", "6 embed", "8 example.com/x/proto"]],
    ["a.rs", `pub(crate) use crate::db::{self, Pool as P, models::{User, Post}};\nuse super::*;\npub mod api;\nmod tests { use super::x; }\nextern crate serde;\n// use former::x;\n`, ["1 crate::db::self", "1 crate::db::Pool", "1 crate::db::models::User", "1 crate::db::models::Post", "2 super::*", "3 mod api"]],
    ["A.java", `import java.util.*;\nimport static org.junit.Assert.assertEquals;\n// import former.X;\n`, ["1 java.util.*", "2 org.junit.Assert.assertEquals"]],
    ["A.kt", `import kotlinx.coroutines.flow.Flow\nimport a.b as c\n`, ["1 kotlinx.coroutines.flow.Flow", "2 a.b"]],
    ["A.scala", `import scala.collection.mutable\n  import Ops._\n`, ["1 scala.collection.mutable", "2 Ops._"]],
    ["a.gradle", `import static a.B.c\n`, ["1 a.B.c"]],
    ["A.cs", `global using System;\nusing static System.Math;\nusing Json = System.Text.Json;\nusing (var x = Open()) { }\nusing var y = z;\n`, ["1 System", "2 System.Math", "3 System.Text.Json"]],
    ["a.cpp", `#include <vector>\n#  include "own/a.h"\n#include MACRO\n// #include "former.h"\n`, ["1 <vector>", '2 "own/a.h"']],
    ["a.m", `#import <UIKit/UIKit.h>\n#import "Store.h"\n`, ["1 <UIKit/UIKit.h>", '2 "Store.h"']],
    ["a.rb", `require "set"\nrequire_relative "../lib/a"\nrequire_relative "b"\nautoload :Text, "app/text"\nload("tasks.rb")\n`, ["1 set", "2 ../lib/a", "3 ./b", "4 app/text", "5 tasks.rb"]],
    ["a.php", `<?php\nuse App\\Models\\{User, Post as P};\nuse function strlen;\nuse Closure as C;\nrequire_once __DIR__ . '/boot.php';\ninclude('views/a.php');\nclass A { use Sluggable; }\n`, ["2 App\\Models\\User", "2 App\\Models\\Post", "3 strlen", "4 Closure (C)", "5 /boot.php", "6 views/a.php"]],
    ["a.swift", `@testable import App\nimport struct Foundation.Date\n`, ["1 App", "2 Foundation.Date"]],
    ["a.ex", `alias App.Repo\nimport Ecto.Query, only: [from: 2]\nuse AppWeb, :controller\nrequire Logger\nalias App.{Cart,\n  Shop.Order}\nalias App.Line, as: L\n`, ["1 App.Repo", "2 Ecto.Query", "3 AppWeb", "4 Logger", "5 App.Cart", "6 App.Shop.Order", "7 App.Line (L)"]],
    ["a.lua", `local x = require("a.b")\nlocal y = require 'c'\n-- require("former")\n`, ["1 a.b", "2 c"]],
    ["a.zig", `const std = @import("std");\n`, ["1 std"]],
    ["a.dart", `import 'package:flutter/material.dart';\nexport "src/a.dart";\npart 'a.g.dart';\n`, ["1 package:flutter/material.dart", "2 src/a.dart", "3 a.g.dart"]],
    ["a.hs", `import qualified Data.Map as M\nimport Data.List (sort)\n`, ["1 Data.Map", "2 Data.List"]],
    ["a.pm", `use strict;\nuse Mojo::Base -base;\nrequire DBI;\n`, ["2 Mojo::Base", "3 DBI"]],
    ["a.css", `@import url("reset.css");\n@import 'theme.css' layer(base);\n`, ["1 reset.css", "2 theme.css"]],
    ["a.scss", `@use "sass:math";\n@forward 'src/list';\n// @import "former";\n`, ["1 sass:math", "2 src/list"]],
    ["a.less", `@import (reference) "foo";\n`, ["1 foo"]],
    ["a.sh", `source ./lib.sh\n. "$DIR/env.sh"\nx=1\n`, ["1 ./lib.sh", "2 $DIR/env.sh"]],
    ["a.proto", `import "google/protobuf/any.proto";\nimport public "b.proto";\n`, ["1 google/protobuf/any.proto", "2 b.proto"]],
    ["a.md", `import a from "a"\n`, []],
  ]; // prettier-ignore
  it.each(cases)("reads %s", async (path, text, expected) => {
    expect(await importsOf(path, text)).toEqual(expected);
  });

  it("keeps a thousand imports of a file", async () => {
    const text = Array.from({ length: 1200 }, (_, at) => `import "./m${at}";`).join("\n");
    const { imports } = await factsOf("src/all.ts", text);
    expect([imports.length, imports.at(-1)?.line]).toEqual([1000, 1000]);
  });
});

describe("what a file is imported by", () => {
  it.each([
    ["A.java", "// package no;\npackage org.acme.shop;\nclass A {}\n", "org.acme.shop"],
    ["A.kt", "@file:JvmName(\"A\")\npackage org.acme\n", "org.acme"],
    ["A.cs", "using X;\nnamespace Acme.Shop;\n", "Acme.Shop"],
    ["B.cs", "namespace Acme.Shop\n{\n}\n", "Acme.Shop"],
    ["A.php", "<?php\nnamespace App\\Models;\n", "App\\Models"],
    ["a.ex", "defmodule App.Repo do\nend\n", "App.Repo"],
    ["a.go", "package store\n", null],
    ["a.ts", "namespace A {}\n", null],
  ])("is the package of %s", async (path, text, expected) => {
    const { facts } = await extractContent({ pathClass: classifyPath(path), bytes: Buffer.from(text) });
    expect(facts.ownPackage).toBe(expected);
  }); // prettier-ignore
});

describe("aliases of a tsconfig", () => {
  it.each([
    ["paths", `{ // jsonc\n "compilerOptions": { "paths": { "@/*": ["./src/*"], "~lib": ["lib/index.ts", 3] }, }, }`, [["@/*", ["src/*"]], ["~lib", ["lib/index.ts"]]]],
    ["paths below a base", `{ "compilerOptions": { "baseUrl": "./src/", "paths": { "#x/*": ["x/*"] } } }`, [["#x/*", ["src/x/*"]], ["*", ["src/*"]]]],
    ["a base that is the folder", `{ "compilerOptions": { "baseUrl": "." } }`, [["*", ["*"]]]],
    ["wrong kinds", `{ "compilerOptions": { "paths": { "@/*": "src/*" } } }`, [["@/*", []]]],
    ["nothing", `{ "extends": "./base" }`, []],
    ["broken JSON", `{ "compilerOptions": `, []],
  ])("are read from %s", async (_name, text, expected) => {
    const { facts } = await extractContent({ pathClass: classifyPath("tsconfig.app.json"), bytes: Buffer.from(text) });
    expect(facts.aliases.map(({ pattern, targets }) => [pattern, targets])).toEqual(expected);
  }); // prettier-ignore
});
