import { expect, it } from "vitest";

import { formatMatchCount, describeFreshness } from "./search-summary.ts";

const now = new Date("2026-01-01T12:00:00Z");
const cairn = {
  repositoryId: "r",
  repositorySlug: "cairn",
  branch: "main",
  commit: "3fa9c1e0000000000000000000000000000000aa",
  indexedAt: "2026-01-01T11:58:00Z",
};

it("counts in words", () => {
  expect(formatMatchCount(1, "line", 1)).toBe("1 line in 1 file");
  expect(formatMatchCount(1280, "line", 23)).toBe("1,280 lines in 23 files");
});

it("names the commit of one repository, and of several the oldest index", () => {
  expect(describeFreshness([cairn], "p", now)).toBe("cairn@3fa9c1e, indexed 2 minutes ago");
  const older = { ...cairn, repositorySlug: "other", indexedAt: "2026-01-01T09:00:00Z" };
  expect(describeFreshness([cairn, older], "p", now)).toBe("2 repositories, the oldest indexed 3 hours ago");
  expect(describeFreshness([], "p", now)).toBe("");
});

it("names external context only when no code was searched", () => {
  const context = { ...cairn, repositoryId: "p", repositorySlug: "external-context" };
  expect(describeFreshness([cairn, context], "p", now)).toBe("cairn@3fa9c1e, indexed 2 minutes ago");
  expect(describeFreshness([context], "p", now)).toBe("external context, indexed 2 minutes ago");
});
