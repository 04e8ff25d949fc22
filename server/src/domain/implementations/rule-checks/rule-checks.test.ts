import { ruleCheckSchema, type RuleCheck } from "@cairn/contract/rule-checks";
import { describe, expect, it } from "vitest";

import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import { checkChange } from "./check-change.ts";
import { importsModule } from "./imports-module.ts";
import { judgeConnections } from "./judge-connections.ts";
import { proposeCheck } from "./propose-check.ts";
import { makeDiffedFile as file } from "./testing/make-diffed-file.ts";

const verdictOf = (check: RuleCheck, files: DiffedFile[], isWhole = true) =>
  checkChange(check, { files, isWhole }).verdict;

describe("a check of a change", () => {
  const together: RuleCheck = { kind: "changed-together", files: "db/migrations/*.sql", needed: "docs/schema.md" };

  it("wants files changed together, and shows the first that came alone", () => {
    const migration = file("db/migrations/3.sql", ["alter table t add a int;"]);
    expect(checkChange(together, { files: [migration], isWhole: true })).toEqual({
      verdict: "broken",
      broken: [
        {
          text: "`db/migrations/3.sql` changed, but nothing in `docs/schema.md`",
          lines: { path: "db/migrations/3.sql", side: "new", startLine: 4, endLine: 4 },
        },
      ],
      note: null,
    });
    expect(verdictOf(together, [migration, file("docs/schema.md", ["a"])])).toBe("passed");
    expect(verdictOf(together, [file("src/a.ts", ["a"])])).toBe("not-applied");
  });

  it("says of what was not read whole that it is not known", () => {
    expect(verdictOf(together, [file("db/migrations/3.sql", ["a"])], false)).toBe("unknown");
    const text: RuleCheck = { kind: "forbidden-text", files: "src/**", text: "console.log" };
    expect(checkChange(text, { files: [file("src/a.ts", ["a"], { isTruncated: true })], isWhole: true })).toEqual({
      verdict: "unknown",
      broken: [],
      note: "Too large to be read whole: `src/a.ts`.",
    });
    expect(verdictOf(text, [file("src/a.ts", ["console.log(1)"], { isTruncated: true })])).toBe("broken");
  });

  it("finds text in added lines alone", () => {
    const check: RuleCheck = { kind: "forbidden-text", files: "src/**/*.ts", text: "console.log" };
    expect(checkChange(check, { files: [file("src/a/b.ts", ["ok", "console.log(1)"])], isWhole: true })).toMatchObject({
      verdict: "broken",
      broken: [{ lines: { path: "src/a/b.ts", startLine: 5 } }],
    });
    expect(verdictOf(check, [file("scripts/b.ts", ["console.log(1)"])])).toBe("not-applied");
    const context = file("src/a.ts", []);
    context.hunks[0]?.lines.push({ type: "context", content: "console.log", oldLine: 1, newLine: 1 });
    expect(verdictOf(check, [context])).toBe("passed");
  });

  it("wants a text in each new file, and leaves old ones alone", () => {
    const check: RuleCheck = { kind: "needed-text", files: "**/*.ts", text: "SPDX" };
    expect(verdictOf(check, [file("a.ts", ["x"], { status: "added" })])).toBe("broken");
    expect(verdictOf(check, [file("a.ts", ["// SPDX: MIT"], { status: "added" })])).toBe("passed");
    expect(verdictOf(check, [file("a.ts", ["x"])])).toBe("not-applied");
  });

  it("wants a text among the lines that a file gets, in files that were there already as well", () => {
    const check: RuleCheck = { kind: "added-text", files: "CHANGELOG.md", text: "(#", occasion: "" };
    expect(checkChange(check, { files: [file("CHANGELOG.md", ["- Faster", "- Smaller"])], isWhole: true })).toEqual({
      verdict: "broken",
      broken: [
        {
          text: "`CHANGELOG.md` has new lines without `(#`",
          lines: { path: "CHANGELOG.md", side: "new", startLine: 4, endLine: 4 },
        },
      ],
      note: null,
    });
    expect(verdictOf(check, [file("CHANGELOG.md", ["- Faster (#12)"])])).toBe("passed");
    expect(verdictOf(check, [file("CHANGELOG.md", [])])).toBe("not-applied");
    expect(verdictOf(check, [file("CHANGELOG.md", ["- Faster"], { isTruncated: true })])).toBe("unknown");
  });

  describe("wants a text beside each new line with another", () => {
    const check: RuleCheck = { kind: "added-text", files: "**/*.py", text: "@login_required", occasion: "@app.route(" };
    const route = '@app.route("/tides")';
    const verdictOfLines = (...lines: string[]) => {
      const changed = file("app/views.py", []);
      const types = { "+": "added", "-": "deleted", " ": "context" } as const;
      const parsed = lines.map((line, at) => ({
        type: types[line.charAt(0) as keyof typeof types],
        content: line.slice(1),
        oldLine: at + 1,
        newLine: at + 1,
      }));
      const [hunk] = changed.hunks;
      return verdictOf(check, [{ ...changed, hunks: hunk ? [{ ...hunk, lines: parsed }] : [] }]);
    };

    it.each([
      ["one without it", "broken", [`+${route}`, "+def tides():"]],
      ["one with it", "passed", [`+${route}`, "+@login_required", "+def tides():"]],
      ["a second without it", "broken", [`+${route}`, "+@login_required", "+def a():", `+${route}`, "+def b():"]],
      ["one beside another that has it already", "broken", [` ${route}`, " @login_required", " def a():", `+${route}`]],
      ["a name for what has it already and had none", "passed", [`+${route}`, " @login_required", " def a():"]],
      ["one that is only rewritten", "passed", [`-${route}`, '+@app.route("/low")', " def a():"]],
      ["one that loses it", "broken", [`-${route}`, "-@login_required", '+@app.route("/low")', " def a():"]],
      ["one too far from it", "broken", ["+@login_required", "+", "+", "+", `+${route}`, "+def a():"]],
      ["something else", "not-applied", ["+def tides():"]],
    ] as const)("%s: %s", (_what, verdict, lines) => {
      expect(verdictOfLines(...lines)).toBe(verdict);
    });
  });

  it("sees a file that moved away from where nobody may change anything", () => {
    const check: RuleCheck = { kind: "untouched", files: "vendor/**" };
    expect(verdictOf(check, [file("src/a.ts", [], { oldPath: "vendor/a.ts", status: "renamed" })])).toBe("broken");
    expect(verdictOf(check, [file("src/a.ts", ["x"])])).toBe("passed");
  });
});

it("sees an import by its statement, and a folder from wherever it is named", () => {
  const check: RuleCheck = { kind: "forbidden-import", files: "**", module: "db/" };
  const isBroken = (path: string, line: string) => verdictOf(check, [file(path, [line])]) === "broken";
  expect(isBroken("a.ts", '} from "../db/client.ts";')).toBe(true);
  expect(isBroken("a.php", "use db\\Client;")).toBe(true);
  expect(isBroken("a.go", '  "example.test/db"')).toBe(true);
  expect(isBroken("a.ts", '  "example.test/db"')).toBe(false);
  expect(isBroken("a.ts", 'import x from "./mydb/x.ts";')).toBe(false);
  expect(isBroken("a.ts", "open(db/2)")).toBe(false);
  // Nothing is found for ever.
  expect(importsModule("a.ts", 'import x from "./x.ts";', "/")).toBe(false);
  expect(ruleCheckSchema.safeParse({ ...check, module: "///" }).success).toBe(false);
});

describe("a check from a rule's words", () => {
  it.each<[string, string, RuleCheck]>([
    [
      "A migration under db/migrations/ is added",
      "Also update docs/schema.md so that readers see the new columns",
      { kind: "changed-together", files: "db/migrations/**", needed: "docs/schema.md" },
    ],
    [
      "You write TypeScript in `apps/api/src/**/*.ts`",
      "Never use `console.log`; take the logger of the request",
      { kind: "forbidden-text", files: "apps/api/src/**/*.ts", text: "console.log" },
    ],
    [
      "Work on anything at all",
      "Do not edit files in vendor/ or third_party/",
      { kind: "untouched", files: "{vendor/**,third_party/**}" },
    ],
    [
      "A migration was released",
      "Nobody may change db/1_init.sql again, add a new one",
      { kind: "untouched", files: "db/1_init.sql" },
    ],
    [
      "A file is added to `src/*.rs`",
      "It begins with the line `// SPDX-License-Identifier: MIT`",
      { kind: "needed-text", files: "src/*.rs", text: "// SPDX-License-Identifier: MIT" },
    ],
    [
      "Code of src/domain/ changes",
      "Never import anything of `src/http/**`",
      { kind: "forbidden-import", files: "src/domain/**", module: "src/http/" },
    ],
    [
      "The file package.json changes",
      "Add a line to CHANGELOG.md",
      { kind: "changed-together", files: "**/package.json", needed: "**/CHANGELOG.md" },
    ],
    [
      "Code of packages/ changes",
      "Make no connection that the architecture forbids",
      { kind: "forbidden-connection", files: "packages/**" },
    ],
    [
      "A change connects parts of the product",
      "Make no connection that the architecture forbids or has no line for",
      { kind: "forbidden-connection", files: "**", isLineNeeded: true },
    ],
    [
      "Styles in `web/src/**/*.css` change",
      "`npm run lint:css` passes",
      { kind: "command", files: "web/src/**/*.css", command: "npm run lint:css" },
    ],
    [
      "Anything changes",
      "Make sure that `make licences` stays green",
      { kind: "command", files: "**", command: "make licences" },
    ],
    [
      "`@app.route(` is added in app/**/*.py",
      "It has `@login_required`",
      { kind: "added-text", files: "app/**/*.py", text: "@login_required", occasion: "@app.route(" },
    ],
    ["`fetch(` is called", "Pass `signal`", { kind: "added-text", files: "**", text: "signal", occasion: "fetch(" }],
    [
      "You change CHANGELOG.md",
      "Each entry names its issue as `(#`",
      { kind: "added-text", files: "**/CHANGELOG.md", text: "(#", occasion: "" },
    ],
  ])("If %s, then %s", (condition, instruction, check) => {
    expect(proposeCheck({ condition, instruction })).toEqual(check);
  });

  it.each([
    ["A database migration is added", "Write it so that it can run twice, and add a line to the changelog"],
    ["You add an endpoint", "Check the rights of the caller, e.g. as other endpoints do"],
    ["You write SQL in db/queries/", "Prefer `select` with names over `*`, and `exists` over `count`"],
    ["You touch the parser", "Never use `eval` or `Function`, see docs/security.md"],
    ["You write src/a.ts", "Never import `lodash` or `moment`"],
    ["You use `fetch(`", "Never without `signal`"],
    ["You use `fetch(` or `request(`", "It has `signal`"],
    ["You add `@deprecated` in src/api/", "Also update docs/api.md"],
    ["The schema in db/schema.sql changes", "Run `npm run migrate` on your machine"],
    ["Anything is released", "See https://example.test/docs/release.html for how to do it"],
  ])("does not guess: if %s, then %s", (condition, instruction) => {
    expect(proposeCheck({ condition, instruction })).toBeNull();
  });
});

describe("connections of a change", () => {
  const connection = (drift: "forbidden" | "undeclared") => ({
    sourceName: "board",
    targetName: "berths",
    drift,
    isMore: false,
    kinds: ["import" as const],
    places: [
      {
        repositoryId: "r",
        repositorySlug: "shop",
        branch: "main",
        commit: "c",
        path: "board/page.ts",
        startLine: 1,
        endLine: 1,
      },
    ],
  });
  const judge = (drift: "forbidden" | "undeclared", isLineNeeded?: boolean) => {
    const { verdict, broken } = judgeConnections({ files: "board/**", isLineNeeded }, [connection(drift)]);
    return [verdict, ...broken.map(({ text }) => text.split(", ").at(-1))];
  };

  it("break the check where they are forbidden, and where nobody allowed them if a line is needed", () => {
    expect(judge("forbidden")).toEqual(["broken", "which the architecture forbids"]);
    expect(judge("undeclared")).toEqual(["passed"]);
    expect(judge("undeclared", true)).toEqual(["broken", "for which the architecture has no line"]);
    expect(judge("forbidden", true)).toEqual(["broken", "which the architecture forbids"]);
  });
});
