import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import type { DocumentChange } from "@cairn/contract/document-changes";
import { expect, it } from "vitest";

import { joinPushed } from "./join-pushed.ts";

const written: DocumentChange = {
  repositoryId: "r",
  repositorySlug: "shop",
  commit: "a",
  author: "Ada",
  subject: "Show tides",
  writtenAt: "2026-11-29T08:00:00.000Z",
  pages: [{ artifactId: "p", title: "Overview", sections: ["Purpose"], writtenBy: null }],
};
const brought = (commit: string, drift: ArchitectureChange["drift"], minute: number): ArchitectureChange => ({
  changeId: `${commit} ${drift}`,
  change: "appeared",
  sourceId: "web",
  targetId: "billing",
  sourceName: "web",
  targetName: "billing",
  kinds: ["import"],
  drift,
  repositoryId: "r",
  repositorySlug: "shop",
  commit,
  isCommitKnown: true,
  sinceCommit: null,
  author: "Mara",
  subject: "Pay by card",
  evidence: [],
  foundAt: `2026-11-29T09:0${minute}:00.000Z`,
});

it("joins what a commit changed in documents and in connections, newest first, what is forbidden first", () => {
  const joined = joinPushed(
    [written],
    [brought("b", "undeclared", 1), brought("b", "forbidden", 1), brought("a", null, 0)],
  );
  const told = joined.map(({ subject, author, pages, connections }) => ({
    subject,
    author,
    pages: pages.map(({ title }) => title),
    drifts: connections.map(({ drift }) => drift),
  }));
  expect(told).toEqual([
    { subject: "Pay by card", author: "Mara", pages: [], drifts: ["forbidden", "undeclared"] },
    { subject: "Show tides", author: "Ada", pages: ["Overview"], drifts: [null] },
  ]);
});

it("names no commit and nobody where only the push is known", () => {
  const unknown = { ...brought("c", "forbidden", 2), isCommitKnown: false, author: null, subject: null };
  expect(joinPushed([], [unknown])).toMatchObject([{ subject: "A push with connections, up to", author: null }]);
});
