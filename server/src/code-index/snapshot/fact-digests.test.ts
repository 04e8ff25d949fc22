import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, it } from "vitest";

import type { CodeIndex, FactKind } from "#server/code-index/ports/code-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

import { openIndex } from "./open-index.ts";

const kinds: readonly FactKind[] = [
  "endpoints",
  "tables",
  "settings",
  "commands",
  "packages",
  "jobs",
  "languages",
  "tests",
  "declarations",
  "files",
  "system",
];
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** One index that moves from commit to commit, as pushes move it. */
function beginHistory() {
  const repository = makeRepository();
  cleanups.push(repository.remove);
  const source = gitDirectorySource(repository.directory);
  const makeDirectory = (): string => {
    const directory = mkdtempSync(join(tmpdir(), "code-index-digests-"));
    cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
    return directory;
  };
  const open = async (directory: string, commit: string): Promise<CodeIndex> => {
    await updateIndex({ directory, source, commit, workers: 1 });
    const index = openIndex(directory);
    if (index === null) throw new Error("The index did not open");
    return index;
  };
  const moving = makeDirectory();
  return {
    async push(files: Record<string, string | null>) {
      const commit = repository.commit(files);
      const [moved, rebuilt] = [await open(moving, commit), await open(makeDirectory(), commit)];
      const digests = digestsOf(moved);
      expect(digests).toEqual(digestsOf(rebuilt));
      rebuilt.close();
      return digests;
    },
  };
}

function digestsOf(index: CodeIndex): Record<string, string> {
  const within: [folder: string, kinds: readonly FactKind[]][] = [
    ["", kinds],
    ["app", kinds.filter((kind) => kind !== "system")],
    ["app/boats.py", ["declarations"]],
  ];
  return Object.fromEntries(
    within.flatMap(([folder, own]) => own.map((kind) => [`${kind} ${folder}`.trim(), index.digestOf(kind, folder)])),
  );
}

function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((key) => before[key] !== after[key]);
}

const files = {
  "app/main.py": `from fastapi import FastAPI\nfrom app import boats\napp = FastAPI()\napp.include_router(boats.router, prefix="/v1")\n`,
  "app/boats.py": `from fastapi import APIRouter\nrouter = APIRouter()\n@router.get("/boats")\ndef boats(): ...\n`,
  "db/schema.sql": "CREATE TABLE boats (id int);\n",
  "package.json": `{"name":"ferry","scripts":{"build":"tsc"},"dependencies":{"hono":"4.0.0"}}\n`,
};

it("says of each kind of facts whether it changed, and where", async () => {
  const history = beginHistory();
  const first = await history.push(files);
  const body = await history.push({ "app/boats.py": files["app/boats.py"].replace("...", "return 1") });
  expect(changed(first, body)).toEqual([]);
  // The endpoint is declared in a file that stays as it is.
  const mounted = await history.push({ "app/main.py": files["app/main.py"].replace("/v1", "/v2") });
  expect(changed(body, mounted)).toEqual(["endpoints", "endpoints app"]);
  // Another file puts a guard before it.
  const guard = `, dependencies=[Depends(require_crew)])`;
  const guarded = files["app/main.py"]
    .replace('/v1")', `/v2"${guard}`)
    .replace("import FastAPI", "import Depends, FastAPI");
  expect(changed(mounted, await history.push({ "app/main.py": guarded }))).toEqual(["endpoints", "endpoints app"]);
  await history.push({ "app/main.py": files["app/main.py"].replace("/v1", "/v2") });
  const planned = { "app/clock.py": `import schedule\nschedule.every(5).minutes.do(tidy)\ndef tidy(): ...\n` };
  const scheduled = await history.push(planned);
  expect(changed(mounted, scheduled)).toEqual([
    "packages",
    "jobs",
    "languages",
    "declarations",
    "files",
    "packages app",
    "jobs app",
    "declarations app",
    "files app",
  ]);
  const moved = await history.push({ "app/clock.py": `# Every five minutes.\n${planned["app/clock.py"]}` });
  expect(changed(scheduled, moved)).toEqual([]);
  expect(changed(mounted, await history.push({ "app/clock.py": null }))).toEqual([]);
  const dropped = await history.push({ "db/schema.sql": null });
  expect(changed(mounted, dropped)).toEqual(["tables", "languages", "files"]);
  const scripts = await history.push({ "package.json": files["package.json"].replace("tsc", "vite build") });
  expect(changed(dropped, scripts)).toEqual(["commands"]);
  const packages = await history.push({ "package.json": files["package.json"].replace("4.0.0", "4.1.0") });
  expect(changed(scripts, packages)).toEqual(["commands", "packages"]);
  const tested = await history.push({ "app/test_boats.py": "def test_boats(): ...\n" });
  expect(changed(packages, tested).filter((key) => key.startsWith("tests"))).toEqual(["tests", "tests app"]);
  // Only another folder of tests changes where they lie.
  const more = await history.push({ "app/test_quays.py": "def test_quays(): ...\n" });
  expect(changed(tested, more)).toEqual(["declarations", "files", "declarations app", "files app"]);
  const composed = await history.push({ "compose.yaml": "services:\n  db:\n    image: postgres:17\n" });
  expect(changed(more, composed)).toEqual(["files", "system"]);
  await history.push({ "app/test_quays.py": null, "compose.yaml": null });
  await history.push({ "app/test_boats.py": null });
  expect(await history.push(files)).toEqual(first);
});

it("says whether the names changed that one file declares", async () => {
  const history = beginHistory();
  const first = await history.push(files);
  const renamed = await history.push({ "app/boats.py": files["app/boats.py"].replace("def boats", "def ships") });
  expect(changed(first, renamed)).toContain("declarations app/boats.py");
  const other = await history.push({ "app/main.py": `${files["app/main.py"]}def steer(): ...\n` });
  expect(changed(renamed, other)).not.toContain("declarations app/boats.py");
  const body = await history.push({
    "app/boats.py": `${files["app/boats.py"].replace("def boats", "def ships")}\n# calm\n`,
  });
  expect(changed(other, body)).not.toContain("declarations app/boats.py");
});
