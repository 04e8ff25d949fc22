import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { findFiles } from "./find-files.ts";
import { openBlobStream } from "./open-blob-stream.ts";
import { preparePaths, rankPaths } from "./rank-paths.ts";

const execute = promisify(execFile);
let repository: TestRepository;
let directory: string;
let commit: string;
const large = randomBytes(5 * 1024 * 1024);

beforeAll(async () => {
  repository = await createTestRepository();
  directory = join(repository.path, ".git");
  const png = Buffer.from("89504e470d0a1a0a0000", "hex");
  commit = await repository.commit("Files", {
    "src/user-service.ts": "x",
    "docs/readme.md": "x",
    "picture.txt": png,
    "photo.html": Buffer.from("ffd8ffe000104a46", "hex"),
    "page.png": "<script>alert(1)</script>",
    "drawing.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "large.bin": Buffer.concat([Buffer.from("%PDF-1.7\n"), large]),
    empty: "",
    link: { linkTo: "/etc/passwd" },
  });
});

afterAll(() => repository.remove());

const ranked = (paths: string[], query: string) => rankPaths(preparePaths(paths), query, 10).map(({ path }) => path);

describe("rankPaths", () => {
  it("puts names before folders, whole pieces before scattered letters, starts of words before their middle", () => {
    expect(ranked(["app/index.html", "index/app.ts", "src/indexes.ts", "src/index.ts"], "index.ts")).toEqual([
      "src/index.ts",
      "src/indexes.ts",
      "index/app.ts",
    ]);
    expect(ranked(["user/a.ts", "src/abuser.ts", "src/user-service.ts", "src/user.ts"], "user")).toEqual([
      "src/user.ts",
      "src/user-service.ts",
      "src/abuser.ts",
      "user/a.ts",
    ]);
    expect(ranked(["unrelated/series.ts", "src/user-service.ts"], "us")[0]).toBe("src/user-service.ts");
    expect(ranked(["lib/router/index.js", "index.js", "test/lib/router/index.js.map"], "router/index.js")[0]).toBe(
      "lib/router/index.js",
    );
  });

  it("ignores case and spaces, and says which letters matched", () => {
    const [best] = rankPaths(preparePaths(["src/UserService.ts"]), "user serv", 1);
    expect(best).toEqual({ path: "src/UserService.ts", matches: [4, 5, 6, 7, 8, 9, 10, 11] });
    const [scattered] = rankPaths(preparePaths(["src/user-service.ts"]), "srcust", 1);
    expect(scattered?.matches.map((at) => "src/user-service.ts"[at]).join("")).toBe("srcust");
    expect(rankPaths(preparePaths(["İx/ab.ts"]), "ab", 1)).toEqual([{ path: "İx/ab.ts", matches: [3, 4] }]);
    expect(ranked(["a.ts"], "b")).toEqual([]);
    expect(ranked(["b.ts", "a.ts"], "")).toEqual(["b.ts", "a.ts"]);
  });

  it("ranks 200,000 paths while somebody types", () => {
    const paths = Array.from(
      { length: 200_000 },
      (_, at) => `packages/module-${at % 977}/src/components/${(at * 7919) % 10_007}/view-${at}.test.tsx`,
    );
    const list = preparePaths(paths);
    for (const query of ["view", "modcomp7", "tsx", "view-199999", "zzzz", "pmscv99"]) {
      const times = Array.from({ length: 5 }, () => {
        const workedMs = startCpuClock();
        rankPaths(list, query, 50);
        return workedMs();
      });
      // The goal is 50 ms; a slow machine gets some room.
      expect(Math.min(...times)).toBeLessThan(500);
    }
  });
});

describe("findFiles", () => {
  it("lists a commit's paths once for everybody, also when the first to ask goes away", async () => {
    const stop = new AbortController();
    const first = findFiles(directory, { commit, query: "usv", limit: 5, signal: stop.signal });
    const second = findFiles(directory, { commit, query: "usv", limit: 5 });
    stop.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    expect((await second).map(({ path }) => path)).toEqual(["src/user-service.ts"]);
    for (const wrong of ["HEAD", "0".repeat(40)]) {
      await expect(findFiles(directory, { commit: wrong, query: "a", limit: 5 })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });
});

describe("openBlobStream", () => {
  it("gives bytes of any size, and their kind by what they are", async () => {
    const types: Record<string, string> = {};
    for (const path of ["picture.txt", "photo.html", "page.png", "drawing.svg", "large.bin", "empty", "link"]) {
      const blob = await openBlobStream(directory, { commit, path });
      types[path] = blob?.contentType ?? "";
      expect((await buffer(blob?.bytes ?? Readable.from([]))).length).toBe(blob?.size);
    }
    expect(types).toEqual({
      "picture.txt": "image/png",
      "photo.html": "image/jpeg",
      "page.png": "application/octet-stream",
      "drawing.svg": "application/octet-stream",
      "large.bin": "application/pdf",
      empty: "application/octet-stream",
      link: "application/octet-stream",
    });
    const whole = await openBlobStream(directory, { commit, path: "large.bin" });
    expect((await buffer(whole?.bytes ?? Readable.from([]))).subarray(9).equals(large)).toBe(true);
    expect(await openBlobStream(directory, { commit, path: "src" })).toBeNull();
    expect(await openBlobStream(directory, { commit, path: "missing" })).toBeNull();
  });

  it("ends git when the reader goes away", async () => {
    const blob = await openBlobStream(directory, { commit, path: "large.bin" });
    const processes = async () => {
      const { stdout } = await execute("ps", ["-eo", "args"]);
      return stdout.split("\n").filter((line) => line.includes(directory) && line.includes("cat-file blob")).length;
    };
    await expect.poll(processes).toBe(1);
    const closed = new Promise((resolve) => blob?.bytes.once("close", resolve));
    blob?.bytes.destroy();
    await closed;
    await expect.poll(processes).toBe(0);
  });
});
