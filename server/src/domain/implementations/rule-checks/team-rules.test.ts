import { expect, it } from "vitest";

import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import { checkChange } from "./check-change.ts";
import { proposeCheck } from "./propose-check.ts";
import { makeDiffedFile } from "./testing/make-diffed-file.ts";

const edit = (path: string, ...added: string[]): DiffedFile => makeDiffedFile(path, added);
const add = (path: string, ...lines: string[]): DiffedFile => ({
  ...edit(path, ...lines),
  status: "added",
  oldMode: null,
});
const move = (oldPath: string, path: string): DiffedFile => ({ ...edit(path), oldPath, status: "renamed" });
const remove = (path: string): DiffedFile => ({ ...edit(path), status: "deleted", newMode: null });

/** A rule as teams write them, four changes that break it, and others that keep to it or have nothing to do with it. */
interface TeamRule {
  rule: [condition: string, instruction: string];
  breaks: [DiffedFile[], DiffedFile[], DiffedFile[], DiffedFile[]];
  keeps: DiffedFile[][];
}

const rules: TeamRule[] = [
  {
    rule: ["You change `api/openapi.yaml`", "Regenerate the client under `clients/ts/`"],
    breaks: [
      [edit("api/openapi.yaml", "paths:")],
      [edit("api/openapi.yaml"), edit("src/server.go", "x")],
      [remove("api/openapi.yaml")],
      [move("api/openapi.yaml", "api/v2.yaml")],
    ],
    keeps: [[edit("api/openapi.yaml"), edit("clients/ts/index.ts", "x")], [edit("docs/openapi.yaml", "x")]],
  },
  {
    rule: ["A migration is added in db/migrate/", "Update db/schema.rb in the same change"],
    breaks: [
      [add("db/migrate/1_add_name.rb", "add_column")],
      [add("db/migrate/1.rb"), edit("app/models/user.rb")],
      [edit("db/migrate/1.rb", "x")],
      [add("db/migrate/2024/1.rb")],
    ],
    keeps: [[add("db/migrate/1.rb"), edit("db/schema.rb")], [edit("app/models/user.rb", "db/migrate/")]],
  },
  {
    rule: ["The public types in `src/types/**/*.d.ts` change", "Add an entry to CHANGELOG.md"],
    breaks: [
      [edit("src/types/a.d.ts", "export type A = 1;")],
      [edit("src/types/deep/b.d.ts")],
      [remove("src/types/a.d.ts")],
      [move("src/types/a.d.ts", "src/types/c.d.ts"), edit("README.md")],
    ],
    keeps: [[edit("src/types/a.d.ts"), edit("CHANGELOG.md", "- x")], [edit("src/types/a.ts")]],
  },
  {
    rule: ["go.mod changes", "Also change go.sum and say why in the description"],
    breaks: [
      [edit("go.mod", "require x v1")],
      [edit("go.mod"), edit("main.go")],
      [edit("tools/go.mod", "x")],
      [remove("go.mod")],
    ],
    keeps: [[edit("go.mod"), edit("go.sum")], [edit("main.go", "go.mod")]],
  },
  {
    rule: ["You edit src/locales/en.json", "Change `src/locales/de.json` too"],
    breaks: [
      [edit("src/locales/en.json", '"a": "b"')],
      [edit("src/locales/en.json"), edit("src/locales/fr.json")],
      [move("src/locales/en.json", "src/locales/en-GB.json")],
      [edit("src/locales/en.json"), edit("src/a.ts", "src/locales/de.json")],
    ],
    keeps: [[edit("src/locales/en.json"), edit("src/locales/de.json")], [edit("src/locales/de.json")]],
  },
  {
    rule: ["You write code anywhere", "Never change files under `vendor/`"],
    breaks: [
      [edit("vendor/a/b.go", "x")],
      [add("vendor/c.go")],
      [remove("vendor/modules.txt")],
      [move("vendor/a.go", "internal/a.go")],
    ],
    keeps: [[edit("internal/vendor.go")], [edit("docs/vendor/list.md")]],
  },
  {
    rule: ["Something is generated", "Do not edit `**/*.pb.go` by hand"],
    breaks: [[edit("api/a.pb.go")], [add("x.pb.go")], [remove("deep/er/a.pb.go")], [edit("m.go"), edit("b.pb.go")]],
    keeps: [[edit("api/a.go")], [edit("api/a.proto")]],
  },
  {
    rule: ["Work on features", "Don't touch .github/workflows/ or deploy/prod.yaml"],
    breaks: [
      [edit(".github/workflows/ci.yml")],
      [edit("deploy/prod.yaml")],
      [add(".github/workflows/new.yml")],
      [remove("deploy/prod.yaml")],
    ],
    keeps: [[edit("deploy/staging.yaml")], [edit(".github/dependabot.yml")]],
  },
  {
    rule: ["A release is out", "Migrations in `migrations/0*.sql` must not be changed"],
    breaks: [
      [edit("migrations/001_init.sql", "x")],
      [remove("migrations/002.sql")],
      [move("migrations/003.sql", "migrations/103.sql")],
      [edit("src/a.ts"), edit("migrations/010.sql")],
    ],
    keeps: [[edit("migrations/README.md")], [add("migrations/100.sql")]],
  },
  {
    rule: ["Always", "Never modify LICENSE.txt"],
    breaks: [
      [edit("LICENSE.txt", "x")],
      [remove("LICENSE.txt")],
      [move("LICENSE.txt", "COPYING")],
      [edit("a.ts"), edit("packages/a/LICENSE.txt")],
    ],
    keeps: [[edit("LICENSES.txt")], [edit("docs/license.md")]],
  },
  {
    rule: ["You write Python under app/", "Never use `print(`; use the logger"],
    breaks: [
      [edit("app/a.py", 'print("x")')],
      [edit("app/b/c.py", "    print(x)")],
      [add("app/new.py", "import os", "print(os)")],
      [edit("lib/a.py", "ok"), edit("app/a.py", "if x: print(x)")],
    ],
    keeps: [[edit("app/a.py", "log.info(x)")], [edit("scripts/a.py", "print(1)")]],
  },
  {
    rule: ["You write TypeScript in `src/**/*.ts`", "Avoid `as any`"],
    breaks: [
      [edit("src/a.ts", "const a = b as any;")],
      [edit("src/deep/a.ts", "(x as any).y")],
      [add("src/n.ts", "", "return y as any")],
      [edit("src/a.ts", "ok", "foo(as any)")],
    ],
    keeps: [[edit("src/a.ts", "const a: unknown = b;")], [edit("test/a.ts", "x as any")]],
  },
  {
    rule: ["You write Ruby", "Do not call `binding.pry` in what you commit"],
    breaks: [
      [edit("app/a.rb", "binding.pry")],
      [edit("spec/a.rb", "  binding.pry")],
      [add("lib/x.rb", "x = 1; binding.pry")],
      [edit("Rakefile", "binding.pry if x")],
    ],
    keeps: [[edit("app/a.rb", "binding")], [edit("app/a.rb", "pry")]],
  },
  {
    rule: ["You write Go in internal/", "Never `panic(`; answer an error"],
    breaks: [
      [edit("internal/a.go", 'panic("x")')],
      [edit("internal/b/c.go", "\tpanic(err)")],
      [add("internal/n.go", "package n", "panic(1)")],
      [edit("cmd/main.go", "x"), edit("internal/a.go", "defer panic(1)")],
    ],
    keeps: [[edit("internal/a.go", "return err")], [edit("cmd/main.go", "panic(1)")]],
  },
  {
    rule: ["You write tests in `**/*.test.ts`", "Without `it.only`"],
    breaks: [
      [edit("a.test.ts", 'it.only("x")')],
      [edit("src/b.test.ts", "  it.only(")],
      [add("src/n.test.ts", "it.only.each")],
      [edit("a.ts", "x"), edit("c/d/e.test.ts", "it.only()")],
    ],
    keeps: [[edit("a.test.ts", 'it("x")')], [edit("a.ts", "it.only")]],
  },
  {
    rule: ["You work in src/domain/", "Do not import `express`"],
    breaks: [
      [edit("src/domain/a.ts", 'import express from "express";')],
      [edit("src/domain/a.ts", 'const e = require("express");')],
      [edit("src/domain/b/c.ts", "} from 'express';")],
      [add("src/domain/n.ts", 'export { Router } from "express/lib/router";')],
    ],
    keeps: [
      [edit("src/domain/a.ts", 'import session from "express-session";')],
      [edit("src/domain/a.ts", "// express how it works")],
      [edit("src/http/a.ts", 'import express from "express";')],
    ],
  },
  {
    rule: ["Files of web/ change", "They never import from `server/`"],
    breaks: [
      [edit("web/a.ts", 'import { x } from "../server/x.ts";')],
      [edit("web/b/c.tsx", 'import x from "#root/server/x";')],
      [edit("web/a.ts", 'const x = await import("server/x");')],
      [add("web/n.ts", 'export * from "../../server/index.ts";')],
    ],
    keeps: [[edit("web/a.ts", 'import "./server-list.ts";')], [edit("server/a.ts", 'import "./server/x";')]],
  },
  {
    rule: ["Python in `core/**/*.py` changes", "Must not import `django`"],
    breaks: [
      [edit("core/a.py", "import django")],
      [edit("core/a.py", "from django.db import models")],
      [edit("core/b/c.py", "    import os, django")],
      [add("core/n.py", "from django import forms")],
    ],
    keeps: [[edit("core/a.py", "import django_filters")], [edit("core/a.py", '"""About django."""')]],
  },
  {
    rule: ["Go under internal/ changes", "No imports of `github.com/pkg/errors`"],
    breaks: [
      [edit("internal/a.go", '\t"github.com/pkg/errors"')],
      [edit("internal/a.go", '\terrs "github.com/pkg/errors"')],
      [edit("internal/b/c.go", 'import "github.com/pkg/errors"')],
      [add("internal/n.go", 'import e "github.com/pkg/errors"')],
    ],
    keeps: [[edit("internal/a.go", '\t"errors"')], [edit("internal/a.go", '\t"github.com/pkg/errorsx"')]],
  },
  {
    rule: ["C# in src/Domain/ changes", "Never import `Microsoft.EntityFrameworkCore`"],
    breaks: [
      [edit("src/Domain/A.cs", "using Microsoft.EntityFrameworkCore;")],
      [edit("src/Domain/A.cs", "using Microsoft.EntityFrameworkCore.Metadata;")],
      [edit("src/Domain/B/C.cs", "using static Microsoft.EntityFrameworkCore.EF;")],
      [add("src/Domain/N.cs", "global using Microsoft.EntityFrameworkCore;")],
    ],
    keeps: [
      [edit("src/Domain/A.cs", "using Microsoft.Extensions.Logging;")],
      [edit("src/Data/A.cs", "using Microsoft.EntityFrameworkCore;")],
    ],
  },
  {
    rule: ["A source file is added in `src/**/*.rs`", "It starts with `// SPDX-License-Identifier: Apache-2.0`"],
    breaks: [
      [add("src/a.rs", "fn a() {}")],
      [add("src/b/c.rs")],
      [add("src/a.rs", "// SPDX-License-Identifier: MIT")],
      [add("src/ok.rs", "// SPDX-License-Identifier: Apache-2.0"), add("src/no.rs", "x")],
    ],
    keeps: [[add("src/a.rs", "// SPDX-License-Identifier: Apache-2.0")], [edit("src/a.rs", "fn b() {}")]],
  },
  {
    rule: ["A component is added under `ui/components/**/*.tsx`", "It must have `data-testid`"],
    breaks: [
      [add("ui/components/A.tsx", "export const A = () => null;")],
      [add("ui/components/a/B.tsx", "<div />")],
      [add("ui/components/C.tsx")],
      [add("ui/components/D.tsx", "data-test"), edit("a.ts")],
    ],
    keeps: [[add("ui/components/A.tsx", '<a data-testid="x" />')], [add("ui/pages/A.tsx", "x")]],
  },
  {
    rule: ["A migration `db/*.sql` is added", "It contains `-- rollback`"],
    breaks: [
      [add("db/1.sql", "create table a();")],
      [add("db/2.sql", "drop table a;", "-- roll back")],
      [add("db/3.sql")],
      [add("db/4.sql", "-- rollback"), add("db/5.sql", "x")],
    ],
    keeps: [[add("db/1.sql", "-- rollback", "drop table a;")], [add("db/views/1.sql", "x")]],
  },
  {
    rule: ["You add a file to docs/adr/", "It includes `Status:`"],
    breaks: [
      [add("docs/adr/1.md", "# One")],
      [add("docs/adr/2.md")],
      [add("docs/adr/old/3.md", "status: x")],
      [add("docs/adr/4.md", "State: x"), edit("docs/adr/1.md", "Status:")],
    ],
    keeps: [[add("docs/adr/1.md", "Status: accepted")], [edit("docs/adr/1.md", "x")]],
  },
  {
    rule: ["A workflow is added in `.github/workflows/*.yml`", "It names `permissions:`"],
    breaks: [
      [add(".github/workflows/a.yml", "on: push")],
      [add(".github/workflows/b.yml")],
      [add(".github/workflows/c.yml", "permission: x")],
      [add(".github/workflows/d.yml", "jobs:"), edit("a.ts")],
    ],
    keeps: [
      [add(".github/workflows/a.yml", "permissions:", "  contents: read")],
      [edit(".github/workflows/a.yml", "x")],
    ],
  },
];

it.each(rules)(
  "$rule is broken by four changes and by no other",
  ({ rule: [condition, instruction], breaks, keeps }) => {
    const check = proposeCheck({ condition, instruction });
    expect(check).not.toBeNull();
    if (check === null) return;
    const verdictOf = (files: DiffedFile[]) => checkChange(check, { files, isWhole: true }).verdict;
    expect(breaks.map(verdictOf)).toEqual(["broken", "broken", "broken", "broken"]);
    for (const files of keeps) expect(verdictOf(files)).not.toBe("broken");
  },
);
