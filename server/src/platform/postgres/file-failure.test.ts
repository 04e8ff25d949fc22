import { expect, it } from "vitest";

import { fileFailure, postgresFailure } from "./file-failure.ts";

it.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', "disk_full", /disk is full/],
  ["initdb: error: could not write: Disk quota exceeded", "disk_full", /disk is full/],
  ["FATAL:  database files are incompatible with server\nDETAIL:  17", "unavailable", /another major version/],
  ["LOG:  starting\nFATAL:  lock file exists\nLOG:  shut down", "unavailable", /FATAL: {2}lock file exists$/],
  ["", "unavailable", /no reason given$/],
])("tells %j as %s", (output, code, message) => {
  const failure = postgresFailure("It did not start", output);
  expect(failure.code).toBe(code);
  expect(failure.message).toMatch(message);
});

it("tells a full disk from other failures of files", () => {
  const failed = (code: string) => fileFailure("It cannot be written.", Object.assign(new Error(code), { code }));
  expect([failed("ENOSPC").code, failed("EDQUOT").code, failed("EACCES").code]).toEqual([
    "disk_full",
    "disk_full",
    "unavailable",
  ]);
});
