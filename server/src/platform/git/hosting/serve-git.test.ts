import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { startHttpBackend } from "./serve-git.ts";

let repository: TestRepository;

beforeAll(async () => {
  repository = await createTestRepository();
  await repository.commit("First", { "a.txt": "one\n" });
});
afterAll(() => repository.remove());

it.each(["receive-pack", "upload-pack"] as const)(
  "ends when a %s request breaks off in the middle",
  async (service) => {
    const directory = join(repository.path, ".git");
    const served = {
      directory,
      maxInputBytes: 1e9,
      protectedRef: null,
      hooksDirectory: "/nonexistent",
      onlyBranch: null,
    };
    const git = startHttpBackend(served, {
      service,
      isAdvertisement: false,
      contentType: `application/x-git-${service}-request`,
      isGzipped: false,
      protocol: null,
    });
    git.stdout.resume();
    git.stdin.end("00a0");
    expect((await git.done).exitCode).not.toBeNull();
  },
);
