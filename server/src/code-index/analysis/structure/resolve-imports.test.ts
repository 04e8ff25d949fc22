import { describe, expect, it } from "vitest";

import { finish } from "#server/code-index/runtime/steps.ts";
import { contextOf } from "#server/code-index/testing/resolve-context.ts";

import { nameResolver, resolveImports } from "./resolve-imports.ts";

describe("JavaScript and TypeScript", () => {
  it("follows relative paths with and without endings, to folders and to what is compiled", async () => {
    const files = {
      "src/app.ts": `import a from "./a";\nimport b from "./b.js";\nimport c from "../lib";\nimport d from "./d.vue";\nimport e from "./e.mjs";\nimport f from "./missing";\nimport g from "../../outside";\nimport h from "./icon.svg?raw";\n`,
      "src/a.tsx": "",
      "src/b.ts": "",
      "lib/index.js": "",
      "src/d.vue": "",
      "src/e.mts": "",
      "src/icon.svg": "<svg/>",
    };
    expect(await targetsOf(files, "src/app.ts")).toEqual([
      "./a -> src/a.tsx",
      "./b.js -> src/b.ts",
      "../lib -> lib/index.js",
      "./d.vue -> src/d.vue",
      "./e.mjs -> src/e.mts",
      "./missing -> unknown",
      "../../outside -> unknown",
      "./icon.svg?raw -> src/icon.svg",
    ]);
  });

  it("follows aliases of the nearest tsconfig before those of the root", async () => {
    const files = {
      "tsconfig.json": `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }`,
      "web/tsconfig.json": `{ "compilerOptions": { "paths": { "@/*": ["./app/*", "./old/*"], "config": ["./config.ts"] } } }`,
      "src/x.ts": "",
      "web/app/x.ts": "",
      "web/old/y.ts": "",
      "web/config.ts": "",
      "shared/z.ts": "",
      "web/main.ts": `import x from "@/x";\nimport y from "@/y";\nimport config from "config";\nimport z from "shared/z";\nimport n from "@/nothing";\n`,
      "src/main.ts": `import x from "@/x";\n`,
      "web-admin/main.ts": `import x from "@/x";\n`,
    };
    expect(await targetsOf(files, "web/main.ts")).toEqual([
      "@/x -> web/app/x.ts",
      "@/y -> web/old/y.ts",
      "config -> web/config.ts",
      "shared/z -> shared/z.ts",
      "@/nothing -> unknown",
    ]);
    expect(await targetsOf(files, "src/main.ts")).toEqual(["@/x -> src/x.ts"]);
    expect(await targetsOf(files, "web-admin/main.ts")).toEqual(["@/x -> src/x.ts"]);
  });

  it("follows packages of the workspace by exports, entry points and usual folders", async () => {
    const files = {
      "packages/ui/package.json": `{ "name": "@acme/ui", "exports": { ".": "./dist/index.js", "./icons/*": "./dist/icons/*.js" } }`,
      "packages/ui/src/index.ts": "",
      "packages/ui/src/icons/add.tsx": "",
      "packages/ui/src/deep.ts": "",
      "packages/core/package.json": `{ "name": "core", "main": "lib/start.js" }`,
      "packages/core/lib/start.js": "",
      "packages/plain/package.json": `{ "name": "plain" }`,
      "packages/plain/src/index.ts": "",
      "app.ts": `import a from "@acme/ui";\nimport b from "@acme/ui/icons/add";\nimport c from "@acme/ui/deep";\nimport d from "core";\nimport e from "plain";\nimport f from "@acme/ui/none";\nimport g from "@acme/other/x";\nimport h from "lodash/fp";\n`,
    };
    expect(await targetsOf(files, "app.ts")).toEqual([
      "@acme/ui -> packages/ui/src/index.ts",
      "@acme/ui/icons/add -> packages/ui/src/icons/add.tsx",
      "@acme/ui/deep -> packages/ui/src/deep.ts",
      "core -> packages/core/lib/start.js",
      "plain -> packages/plain/src/index.ts",
      "@acme/ui/none -> unknown",
      "@acme/other/x -> package @acme/other",
      "lodash/fp -> package lodash",
    ]);
  });

  it("follows imports of the own package and names what Node brings along", async () => {
    const files = {
      "server/package.json": `{ "name": "server" }`,
      "server/src/db/pool.ts": "",
      "server/src/main.ts": `import p from "#server/db/pool.ts";\nimport fs from "fs";\nimport os from "node:os";\nimport t from "fs/promises";\nimport n from "#server/none";\n`,
    };
    expect(await targetsOf(files, "server/src/main.ts")).toEqual([
      "#server/db/pool.ts -> server/src/db/pool.ts",
      "fs -> package node:fs",
      "node:os -> package node:os",
      "fs/promises -> package node:fs/promises",
      "#server/none -> unknown",
    ]);
  });
});

describe("Python", () => {
  it("follows relative and absolute modules, below folders that hold packages", async () => {
    const files = {
      "backend/app/__init__.py": "",
      "backend/app/main.py": `from . import crud, config\nfrom .api.routes import items\nfrom app.models import User\nfrom app import db\nimport app.core.security\nimport fastapi.routing\nfrom ..outside import x\n`,
      "backend/app/crud.py": "",
      "backend/app/config/__init__.py": "",
      "backend/app/api/__init__.py": "",
      "backend/app/api/routes/__init__.py": "",
      "backend/app/api/routes/items.py": `from ...models import User\nfrom ..deps import get_db\nfrom .... import setup\n`,
      "backend/app/api/deps.py": "",
      "backend/app/models.py": "",
      "backend/app/db.pyi": "",
      "backend/app/core/__init__.py": "",
      "backend/app/core/security.py": "",
    };
    expect(await targetsOf(files, "backend/app/main.py")).toEqual([
      ". -> backend/app/config/__init__.py backend/app/crud.py",
      ".api.routes -> backend/app/api/routes/items.py",
      "app.models -> backend/app/models.py",
      "app -> backend/app/db.pyi",
      "app.core.security -> backend/app/core/security.py",
      "fastapi.routing -> package fastapi",
      "..outside -> unknown",
    ]);
    expect(await targetsOf(files, "backend/app/api/routes/items.py")).toEqual([
      "...models -> backend/app/models.py",
      "..deps -> backend/app/api/deps.py",
      ".... -> unknown",
    ]);
  });
});

describe("Go and Rust", () => {
  it("follows a Go package to its files, tests left out, by the nearest module", async () => {
    const files = {
      "go.mod": "module example.com/acme\n",
      "tools/go.mod": "module example.com/acme/tools\n",
      "main.go": `package main\nimport (\n\t"fmt"\n\t"example.com/acme/store"\n\t"example.com/acme/tools/gen"\n\t"example.com/acme"\n\t"github.com/gin-gonic/gin/binding"\n\t"golang.org/x/text/language"\n\t"example.com/acme/none"\n)\n`,
      "store/a.go": "package store\n",
      "store/b.go": "package store\n",
      "store/a_test.go": "package store\n",
      "tools/gen/gen.go": "package gen\n",
    };
    expect(await targetsOf(files, "main.go")).toEqual([
      "fmt -> package fmt",
      "example.com/acme/store -> store/a.go store/b.go",
      "example.com/acme/tools/gen -> tools/gen/gen.go",
      "example.com/acme -> main.go",
      "github.com/gin-gonic/gin/binding -> package github.com/gin-gonic/gin",
      "golang.org/x/text/language -> package golang.org/x/text",
      "example.com/acme/none -> package example.com/acme",
    ]);
  });

  it("follows modules, paths and crates of Rust", async () => {
    const files = {
      "crates/core/Cargo.toml": `[package]\nname = "acme-core"\n`,
      "crates/core/src/lib.rs": "pub mod db;\n",
      "crates/core/src/db/mod.rs": "mod pool;\nuse super::util::now;\n",
      "crates/core/src/db/pool.rs": "use crate::util::{self, Clock};\nuse super::super::util;\nuse self::inner::X;\n",
      "crates/core/src/util.rs": "",
      "app/Cargo.toml": `[package]\nname = "app"\n[dependencies]\nacme-core = { path = "../crates/core" }\n`,
      "app/src/main.rs":
        "mod api;\nuse api::users::list;\nuse acme_core::db::Pool;\nuse serde::Serialize;\nuse std::fs;\n",
      "app/src/api.rs": "mod users;\n",
      "app/src/api/users.rs": "use super::Thing;\n",
    };
    expect(await targetsOf(files, "crates/core/src/db/mod.rs")).toEqual([
      "mod pool -> crates/core/src/db/pool.rs",
      "super::util::now -> crates/core/src/util.rs",
    ]);
    expect((await targetsOf(files, "crates/core/src/db/pool.rs")).slice(0, 3)).toEqual([
      "crate::util::self -> crates/core/src/util.rs",
      "crate::util::Clock -> crates/core/src/util.rs",
      "super::super::util -> crates/core/src/util.rs",
    ]);
    expect(await targetsOf(files, "app/src/main.rs")).toEqual([
      "mod api -> app/src/api.rs",
      "api::users::list -> app/src/api/users.rs",
      "acme_core::db::Pool -> crates/core/src/db/mod.rs",
      "serde::Serialize -> package serde",
      "std::fs -> package std",
    ]);
    expect(await targetsOf(files, "app/src/api/users.rs")).toEqual(["super::Thing -> app/src/api.rs"]);
  });
});

describe("languages that declare their packages", () => {
  it("follows classes, members of classes and whole packages of Java and Kotlin", async () => {
    const files = {
      "src/org/acme/Order.java": "package org.acme;\nclass Order {}\n",
      "src/org/acme/Line.kt": "package org.acme\nclass Line\n",
      "src/App.java": `import org.acme.Order;\nimport static org.acme.Order.MAX;\nimport org.acme.*;\nimport org.acme.Missing;\nimport java.util.List;\nimport org.springframework.boot.App;\nclass App { Line line; }\n`,
    };
    expect(await targetsOf(files, "src/App.java")).toEqual([
      "org.acme.Order -> src/org/acme/Order.java",
      "org.acme.Order.MAX -> src/org/acme/Order.java",
      "org.acme.* -> src/org/acme/Line.kt",
      "org.acme.Missing -> unknown",
      "java.util.List -> package java.util.List",
      "org.springframework.boot.App -> package org.springframework.boot",
    ]);
  });

  it("follows namespaces of C# and PHP and modules of Elixir", async () => {
    const files = {
      "Store/Cart.cs": "namespace Acme.Store;\nclass Cart {}\n",
      "Program.cs": "using Acme.Store;\nusing System.Text.Json;\nnew Cart();\n",
      "src/Models/User.php": "<?php\nnamespace App\\Models;\n",
      "src/helpers.php": "<?php\n",
      "src/index.php": `<?php\nuse App\\Models\\User;\nuse Illuminate\\Http\\Request;\nrequire __DIR__ . '/helpers.php';\nrequire 'gone.php';\n`,
      "lib/repo.ex": "defmodule App.Repo do\nend\n",
      "lib/app.ex": "defmodule App do\n  alias App.Repo\n  import Ecto.Query\nend\n",
    };
    expect(await targetsOf(files, "Program.cs")).toEqual([
      "Acme.Store -> Store/Cart.cs",
      "System.Text.Json -> package System.Text",
    ]);
    expect(await targetsOf(files, "src/index.php")).toEqual([
      "App\\Models\\User -> src/Models/User.php",
      "Illuminate\\Http\\Request -> package Illuminate\\Http",
      "/helpers.php -> src/helpers.php",
      "gone.php -> unknown",
    ]);
    expect(await targetsOf(files, "lib/app.ex")).toEqual([
      "App.Repo -> lib/repo.ex",
      "Ecto.Query -> package Ecto.Query",
    ]);
  });
});

describe("languages whose imports are paths", () => {
  it("follows Ruby's load paths", async () => {
    const files = {
      "lib/acme.rb": `require "acme/order"\nrequire_relative "acme/line"\nrequire "json"\nrequire_relative "none"\n`,
      "lib/acme/order.rb": "",
      "lib/acme/line.rb": "",
      "gems/x/lib/x.rb": "",
      "bin/run.rb": `require "x"\n`,
    };
    expect(await targetsOf(files, "lib/acme.rb")).toEqual([
      "acme/order -> lib/acme/order.rb",
      "./acme/line -> lib/acme/line.rb",
      "json -> package json",
      "./none -> unknown",
    ]);
    expect(await targetsOf(files, "bin/run.rb")).toEqual(["x -> gems/x/lib/x.rb"]);
  });

  it("follows includes beside the file, then by the longest ending that meets", async () => {
    const files = {
      "src/a.c": `#include "a.h"\n#include <acme/b.h>\n#include "b.h"\n#include <stdio.h>\n#include <boost/any.hpp>\n#include "none.h"\n`,
      "src/a.h": "",
      "other/a.h": "",
      "include/acme/b.h": "",
    };
    expect(await targetsOf(files, "src/a.c")).toEqual([
      '"a.h" -> src/a.h',
      "<acme/b.h> -> include/acme/b.h",
      '"b.h" -> include/acme/b.h',
      "<stdio.h> -> package stdio.h",
      "<boost/any.hpp> -> package boost",
      '"none.h" -> unknown',
    ]);
  });

  it("follows style sheets, scripts, Lua, Dart, Zig and protobuf", async () => {
    const files = {
      "css/main.scss": `@use "base/colors";\n@import "~reset";\n@use "parts";\n`,
      "css/base/_colors.scss": "",
      "css/reset.scss": "",
      "css/parts/_index.scss": "",
      "run.sh": "source lib/env.sh\n",
      "lib/env.sh": "",
      "main.lua": `require("game.player")\nrequire("game")\nrequire("socket.http")\n`,
      "game/player.lua": "",
      "game/init.lua": "",
      "lib/main.dart": `import 'src/a.dart';\nimport 'package:flutter/material.dart';\n`,
      "lib/src/a.dart": "",
      "src/main.zig": `const a = @import("a.zig");\nconst std = @import("std");\n`,
      "src/a.zig": "",
      "proto/a.proto": `import "proto/b.proto";\nimport "none.proto";\n`,
      "proto/b.proto": "",
    };
    expect(await targetsOf(files, "css/main.scss")).toEqual([
      "base/colors -> css/base/_colors.scss",
      "~reset -> css/reset.scss",
      "parts -> css/parts/_index.scss",
    ]);
    expect(await targetsOf(files, "run.sh")).toEqual(["lib/env.sh -> lib/env.sh"]);
    expect(await targetsOf(files, "main.lua")).toEqual([
      "game.player -> game/player.lua",
      "game -> game/init.lua",
      "socket.http -> package socket",
    ]);
    expect(await targetsOf(files, "lib/main.dart")).toEqual([
      "src/a.dart -> lib/src/a.dart",
      "package:flutter/material.dart -> package flutter",
    ]);
    expect(await targetsOf(files, "src/main.zig")).toEqual(["a.zig -> src/a.zig", "std -> package std"]);
    expect(await targetsOf(files, "proto/a.proto")).toEqual([
      "proto/b.proto -> proto/b.proto",
      "none.proto -> unknown",
    ]);
  });
});

describe("resolveImports", () => {
  it("counts a file that is imported twice once, leaves out the file itself and gathers who uses a package", async () => {
    const context = await contextOf({
      "a.ts": `import { x } from "./b";\nimport { y } from "./b.ts";\nimport self from "./a";\nimport z from "zod";\n`,
      "b.ts": `import z from "zod/v4";\nimport fs from "fs";\n`,
      "notes.md": `import x from "./b"\n`,
    });
    const { edges, packages } = finish(resolveImports(context));
    expect(edges).toEqual([{ from: "a.ts", to: "b.ts", specifier: "./b", line: 1 }]);
    expect([...packages]).toEqual([
      ["zod", new Set(["a.ts", "b.ts"])],
      ["node:fs", new Set(["b.ts"])],
    ]);
  });
});

/** Where each import of a file leads: "as written -> files", "-> package name" or "-> unknown". */
async function targetsOf(files: Record<string, string>, path: string): Promise<string[]> {
  const context = await contextOf(files);
  const resolve = nameResolver(context).resolve;
  const from = context.files.find((file) => file.path === path);
  if (from === undefined) throw new Error(`no ${path}`);
  return context.links(path).imports.map((imported) => {
    const target = resolve(from, imported);
    const shown =
      target.kind === "files"
        ? [...target.paths].sort().join(" ")
        : target.kind === "package"
          ? `package ${target.name}`
          : "unknown";
    return `${imported.specifier} -> ${shown}`;
  });
}
