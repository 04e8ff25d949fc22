import { afterAll, beforeAll, expect, it } from "vitest";

import { findBlob, loadTextLines } from "#server/domain/ledger/load-content.ts";
import { getDiff } from "#server/domain/repositories/browsing/get-diff.ts";
import { getFile } from "#server/domain/repositories/browsing/get-file.ts";
import { hashLines, toLines } from "#server/engine/evidence/evidence.ts";
import { releaseAllObjects } from "#server/platform/git/objects/object-reader.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { openCodeReader } from "./load-code.ts";

let world: TestWorld;
let source: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: Awaited<ReturnType<typeof makeRepository>>;
let first: string;
let head: string;

const german = "function größe() {\r\n  prüfe();\r\n  messe();\r\n  liefere();\r\n}\r\n";
const changed = german.replace("liefere", "übergebe");
/** In windows-1251, of which a single line would not tell. */
const russian = "// Проверяет размер файла\n// Количество записей в таблице\nint x = 1; // да\n";
const cyrillic = Buffer.concat(
  Array.from(russian, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return Buffer.from([code < 0x80 ? code : code - 0x410 + 0xc0]);
  }),
);
const wide = "a\r\nГрузоподъёмность\r\n";

beforeAll(async () => {
  world = await createTestWorld();
  source = await createTestRepository();
  first = await source.commit("First", {
    "latin.js": Buffer.from(german, "latin1"),
    "cyrillic.c": cyrillic,
    "wide.txt": Buffer.from(`\uFEFF${wide}`, "utf16le"),
  });
  head = await source.commit("Second", {
    "latin.js": Buffer.from(changed, "latin1"),
    "cyrillic.c": Buffer.concat([cyrillic, cyrillic.subarray(-3, -1)]),
  });
  project = await makeProject(world);
  key = await makeRepository(world, project);
  await source.git("clone", "--quiet", "--mirror", source.path, world.ctx.mirrors.directory(key.repositoryId));
});

afterAll(async () => {
  releaseAllObjects();
  await source.remove();
  await world.close();
});

const files: [string, string, string][] = [
  ["latin.js", german, "windows-1252"],
  ["cyrillic.c", russian, "windows-1251"],
  ["wide.txt", wide, "utf-16le"],
];

it.each(files)("%s is shown as it was written", async (path, content, encoding) => {
  expect(await getFile(project.ctx, { ...key, branchName: first, path })).toMatchObject({ content, encoding });
});

it.each(files)("the lines of %s are the same in answers, in the ledger and on the screen", async (path, content) => {
  const directory = world.ctx.mirrors.directory(key.repositoryId);
  const { signal } = project.ctx;
  const { repositoryId } = key;
  const cited = await openCodeReader({ repositoryId, directory, signal, commit: first }).readLines(path);
  const kept = await loadTextLines(
    project.ctx,
    directory,
    (await findBlob(project.ctx, directory, { commit: first, path })) ?? "",
  );
  const shown = await getFile(project.ctx, { ...key, branchName: first, path });
  expect(cited).toEqual(toLines(content));
  expect(kept).toEqual(cited);
  expect(hashLines(toLines(shown.content))).toBe(hashLines(cited ?? []));
});

it("a comparison shows the lines of each file in the encoding of the file", async () => {
  const diff = await getDiff(project.ctx, { ...key, branchName: head, compareTo: first, context: 1, since: "tip" });
  const linesOf = (path: string) =>
    diff.files.find((file) => file.path === path)?.hunks.flatMap(({ lines }) => lines.map(({ content }) => content));
  expect(linesOf("latin.js")).toEqual(["  messe();\r", "  liefere();\r", "  übergebe();\r", "}\r"]);
  expect(linesOf("cyrillic.c")).toEqual(["int x = 1; // да", "да"]);
  expect(JSON.stringify(diff)).not.toContain("\uFFFD");
});
