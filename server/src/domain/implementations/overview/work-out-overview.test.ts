import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ChangeOverview, OverviewRow } from "@cairn/contract/change-overview";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository, type BareTestRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { readChange } from "#server/domain/implementations/flags/read-change.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import { describeLines, workOutOverview } from "./work-out-overview.ts";

let repository: BareTestRepository;
let folder: string;
beforeEach(() => {
  repository = makeRepository();
  folder = mkdtempSync(join(tmpdir(), "overview-"));
});
afterEach(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Files = Parameters<BareTestRepository["commit"]>[0];

async function openAt(commit: string) {
  const source = gitDirectorySource(repository.directory);
  const directory = join(folder, commit);
  await updateIndex({ directory, source, commit });
  const index = openIndex(directory, source);
  if (index === null) throw new Error("no index");
  return index;
}

/** What changing these files does to a ferry board. */
async function overviewOf(
  change: Files,
  more = () => {},
): Promise<Omit<ChangeOverview, "head" | "state" | "note" | "coverage">> {
  const base = repository.commit(board);
  more();
  const head = repository.commit(change);
  const directory = join(repository.directory, ".git");
  const { files, isTruncated } = await readChange({ directory, base, head });
  const code = { before: await openAt(base), after: await openAt(head), files, isTruncated };
  return await workOutOverview(code, { directory, signal: new AbortController().signal });
}

const server = [
  'import express from "express";',
  'import { requireCrew } from "./crew.ts";',
  "export const app = express();",
  'app.get("/tides", (request, response) => response.json([]));',
  'app.post("/tides", requireCrew, (request, response) => response.end());',
  'app.put("/tides", requireCrew, (request, response) => response.end());',
  'app.delete("/tides", requireCrew, (request, response) => response.end());',
  "app.listen(Number(process.env.PORT ?? 3000));",
  "",
].join("\n");

const board = {
  "package.json": '{\n  "name": "board",\n  "dependencies": {\n    "express": "5.0.0"\n  }\n}\n',
  "src/server.ts": server,
  "src/crew.ts": "export function requireCrew(request, response, next) {\n  next();\n}\n",
  "src/delay.ts":
    "/** Announces delays from five minutes on. */\nexport function announce(minutes: number): boolean {\n  return minutes >= 5;\n}\n",
  "src/board.ts": 'import { announce } from "./delay.ts";\nexport const show = () => announce(3);\n',
  "migrations/1_tides.sql": "create table tides (id integer primary key, height integer, quay text);\n",
};

const makeFile = (path: string, isTruncated: boolean): DiffedFile => ({
  path,
  oldPath: null,
  status: "modified",
  additions: 1,
  deletions: 0,
  oldMode: "100644",
  newMode: "100644",
  isBinary: false,
  isTruncated,
  hunks: [],
});

const say = ({ text, evidence }: OverviewRow) =>
  `${text} @ ${evidence.map(({ path, side, startLine, endLine }) => `${side} ${path}:${startLine}-${endLine}`).join(", ")}`;
const sayRisks = ({ risks }: Pick<ChangeOverview, "risks">) =>
  risks.map((risk) => `${risk.level} ${risk.kind}: ${say(risk)}`);

describe("what a change does", () => {
  it("is told by what the product offers and asks for, with the lines that say so", async () => {
    const { changes } = await overviewOf({
      "src/server.ts": server
        .replace(
          "app.listen(",
          'app.get("/delays", requireCrew, (request, response) => response.json([]));\napp.listen(',
        )
        .replace("?? 3000", "?? 8080"),
      "src/weather.ts": "export const wind = () => Number(process.env.WIND_LIMIT ?? 8);\n",
      "migrations/2_delays.sql": "alter table tides add column measured_at text;\n",
    });
    expect(changes.map(say)).toEqual([
      "Adds `GET /delays`, behind `requireCrew` @ new src/server.ts:8-8",
      "Adds `measured_at` to the table `tides` @ new migrations/2_delays.sql:1-1",
      "Reads the setting `WIND_LIMIT`, which is `8` when nothing is set @ new src/weather.ts:1-1",
      "`PORT` is `8080` when nothing is set, instead of `3000` @ old src/server.ts:8-8, new src/server.ts:9-9",
      "Adds `wind` in `src/weather.ts` @ new src/weather.ts:1-1",
    ]);
  });

  it("is told by declarations, with what the code itself says of one and who imports it", async () => {
    const { changes } = await overviewOf({
      "src/delay.ts": board["src/delay.ts"].replace(">= 5", ">= 4"),
      "src/crew.ts": null,
      "src/quay.ts": "export class Quay {\n  open(): void {}\n  close(): void {}\n}\n",
      "src/quay.test.ts": 'it("opens at dawn", () => {});\nit("closes at dusk", () => {});\n',
      "lib/harbour/pilot.rb":
        "module Harbour\n  module Crew\n    class Pilot\n      def board\n      end\n    end\n  end\nend\n",
    });
    expect(changes.map(say)).toEqual([
      "Removes `requireCrew` in `src/crew.ts` (used by one other file) @ old src/crew.ts:1-3",
      "Changes `announce` in `src/delay.ts` (used by one other file): “Announces delays from five minutes on” @ new src/delay.ts:3-3",
      "Adds `Crew.Pilot` in `lib/harbour/pilot.rb` @ new lib/harbour/pilot.rb:3-6",
      "Adds `Quay` in `src/quay.ts` @ new src/quay.ts:1-4",
      "Adds 2 tests in `src/quay.test.ts`: `opens at dawn` and `closes at dusk` @ new src/quay.test.ts:1-1, new src/quay.test.ts:2-2",
    ]);
  });

  it("is nothing where code moves without a change", async () => {
    const { changes, risks } = await overviewOf({ "src/delay.ts": null, "src/late.ts": board["src/delay.ts"] });
    expect(changes).toEqual([]);
    expect(risks).toEqual([]);
  });
});

describe("what to look at twice", () => {
  it("is who may do what, and what others lose", async () => {
    const overview = await overviewOf({
      "src/server.ts": server
        .replace('app.put("/tides", requireCrew, ', 'app.put("/tides", ')
        .replace('app.get("/tides"', 'app.post("/quays"'),
      "migrations/2_quay.sql": "alter table tides drop column quay;\n",
    });
    expect(sayRisks(overview)).toEqual([
      "danger lost-guard: `PUT /tides` is no longer behind `requireCrew` @ old src/server.ts:6-6, new src/server.ts:6-6",
      "danger unguarded-endpoint: No guard was found of `POST /quays`; 2 of 3 others that write have one @ new src/server.ts:4-4",
      "danger dropped-data: `tides` loses `quay` with what is in it @ old migrations/1_tides.sql:1-1",
      "warning removed-endpoint: Removes `GET /tides`, which callers may still use @ old src/server.ts:4-4",
      "warning migration: Changes the database when it is deployed: `migrations/2_quay.sql` @ new migrations/2_quay.sql:1-1",
    ]);
  });

  it("is every package that comes or changes, with the version and licence that the lockfile tells", async () => {
    const lock = (name: string, version: string, license: string) => ({
      [`node_modules/${name}`]: { version, license },
    });
    const overview = await overviewOf({
      "package.json": board["package.json"].replace(
        '"5.0.0"',
        '"5.1.0",\n    "tide-tables": "^1.2.0",\n    "knots": "2.0.0"',
      ),
      "package-lock.json": JSON.stringify({ packages: { ...lock("tide-tables", "1.2.7", "GPL-3.0") } }),
    });
    expect(sayRisks(overview)).toEqual([
      "warning new-dependency: New package `tide-tables` 1.2.7 (GPL-3.0) @ new package.json:5-5",
      "warning new-dependency: New package `knots` 2.0.0 (its licence is not told here) @ new package.json:6-6",
      "info changed-dependency: 1 package of `package.json` in another version: `express` 5.0.0 → 5.1.0 @ old package.json:4-4, new package.json:4-4",
    ]);
  });

  it("is a package once that several modules take up, and versions that Maven's properties name", async () => {
    const pom = (properties: string, dependencies: string) =>
      `<project>\n  <properties>\n${properties}  </properties>\n  <dependencies>\n${dependencies}  </dependencies>\n</project>\n`;
    const cloud = (version: string) => `    <cloud.version>${version}</cloud.version>\n`;
    const caffeine = "    <dependency><groupId>com.quay</groupId><artifactId>caffeine</artifactId></dependency>\n";
    repository.commit({ "board/pom.xml": pom(cloud("2023.0"), ""), "api/pom.xml": pom("", "") });
    const { risks } = await overviewOf({
      "board/pom.xml": pom(cloud("2024.0"), caffeine),
      "api/pom.xml": pom("", caffeine),
    });
    expect(sayRisks({ risks: risks.filter(({ kind }) => kind.endsWith("dependency")) })).toEqual([
      "warning new-dependency: New package `com.quay:caffeine` in the version that is set elsewhere (its licence is not told here) in `api/pom.xml` and `board/pom.xml` @ new api/pom.xml:5-5, new board/pom.xml:6-6",
      "info changed-dependency: 1 package of `board/pom.xml` in another version: `cloud.version` 2023.0 → 2024.0 @ old board/pom.xml:3-3, new board/pom.xml:3-3",
    ]);
  });

  it("is told in bounds whatever a lockfile says", async () => {
    const { risks } = await overviewOf({
      "package.json": board["package.json"].replace('"5.0.0"', '"5.0.0",\n    "knots": "2.0.0"'),
      "package-lock.json": JSON.stringify({
        packages: { "node_modules/knots": { version: "2.0.0", license: "x".repeat(9_000) } },
      }),
    });
    expect(risks.map(({ kind }) => kind)).toEqual(["new-dependency"]);
    expect(risks[0]?.text.length).toBeLessThan(200);
  });

  it("is a setting without which it does not start any more", async () => {
    const required = 'import os\n\nKEY = os.environ["TIDE_KEY"]\n';
    const { risks, changes } = await overviewOf({ "src/key.py": required });
    expect(sayRisks({ risks })).toEqual([
      "warning required-setting: Does not work without the setting `TIDE_KEY` any more @ new src/key.py:3-3",
    ]);
    expect(changes.map(({ text }) => text)).not.toContainEqual(expect.stringContaining("TIDE_KEY"));
  });

  it("is what nobody reads, what runs elsewhere, and a change that is too long for one look", async () => {
    const link = () => repository.link("current", "src");
    const files = {
      ".github/workflows/ci.yml": "on: push\n",
      "src/a.ts": "const token = 'ghp_0123456789abcdefghij0123';\nif (isAdmin\u202E) {}\n",
      "src/long.ts": "export const one = 1;\n".repeat(500),
      "Cargo.lock": "# one\n",
      "logo.png": new Uint8Array([137, 80, 78, 71, 0, 1]),
    };
    const overview = await overviewOf(files, link);
    expect(sayRisks(overview).map((line) => line.replace(/ @.*/, ""))).toEqual([
      "danger secret: A line looks like a secret",
      "danger hidden-characters: Holds characters that nobody sees, so that it may run otherwise than it reads",
      "warning link-or-submodule: Becomes a symbolic link: `current`",
      "warning ci: Changes what CI runs: `.github/workflows/ci.yml`",
      "warning lockfile: Other versions are locked, although no manifest beside it changes: `Cargo.lock`",
      "info binary: No text, so its lines cannot be read: `logo.png`",
      "info size: 504 changed lines in 5 files to read, without what programs write",
    ]);
  });
});

it("names who wrote most of what was there", async () => {
  const { usualAuthors, formerCommits } = await overviewOf({ "src/delay.ts": "export const late = 1;\n" });
  expect({ usualAuthors, formerCommits }).toEqual({ usualAuthors: [{ name: "Ada", commits: 1 }], formerCommits: 1 });
});

describe("what was not read", () => {
  it("is a secret in a test too, and a link that was there and leads elsewhere now", async () => {
    repository.link("current", "src");
    const base = repository.commit(board);
    repository.git("rm", "--quiet", "current");
    repository.link("current", "migrations");
    const head = repository.commit({ "src/tide.test.ts": "const token = 'ghp_0123456789abcdefghij0123';\n" });
    const change = await readChange({ directory: join(repository.directory, ".git"), base, head });
    expect(sayRisks(describeLines(change))).toEqual([
      "warning secret: A line looks like a secret, in tests or in what was copied or generated @ new src/tide.test.ts:1-1",
      "warning link-or-submodule: A symbolic link leads elsewhere now: `current` @ old current:1-1",
    ]);
  });

  it("is found far behind the lines that anybody is shown, in large files and behind large ones", async () => {
    const overview = await overviewOf({
      "a/long.json": '{ "one": 1 }\n'.repeat(30_000),
      "src/long.ts": `${"export const one = 1;\n".repeat(7_000)}const token = 'ghp_0123456789abcdefghij0123';\n`,
      "src/z.test.ts": "it.skip('opens', () => {});\n",
    });
    expect(sayRisks(overview)).toEqual([
      "danger secret: A line looks like a secret @ new src/long.ts:7001-7001",
      "danger tests: Skips tests in `src/z.test.ts` @ new src/z.test.ts:1-1",
      "info size: 37,002 changed lines in 3 files to read, without what programs write @ ",
    ]);
  });

  it("is each file that was not looked through to its end, by its name, and that there are others", async () => {
    const { risks } = describeLines({
      files: [makeFile("src/huge.ts", true), makeFile("src/tide.ts", false), makeFile("data/all.json", true)],
      isTruncated: true,
    });
    expect(sayRisks({ risks })).toEqual([
      "warning unread: Too large to be looked through to the end, so nothing is known of the rest: `src/huge.ts` and `data/all.json` @ new src/huge.ts:1-1, new data/all.json:1-1",
      "warning unread: There are more changed files than the 3 that were looked at, and nothing is known of them @ ",
    ]);
  });
});
