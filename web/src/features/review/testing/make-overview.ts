import type { ChangedLines, ChangeOverview } from "@cairn/contract/change-overview";

const lines = (path: string, line: number, side: ChangedLines["side"] = "new"): ChangedLines => ({
  path,
  side,
  startLine: line,
  endLine: line,
});

/** What a change of `src/tides.ts` and of a workflow does. */
export function makeOverview(change: Partial<ChangeOverview> = {}): ChangeOverview {
  return {
    head: "b".repeat(40),
    state: "ready",
    note: null,
    changes: [
      { text: "Adds `GET /tides`, behind `requireCrew`", evidence: [lines("src/tides.ts", 1)] },
      { text: "Changes `low` in `src/tides.ts` (used by 3 other files)", evidence: [lines("src/tides.ts", 1, "old")] },
    ],
    risks: [
      {
        kind: "lost-guard",
        level: "danger",
        text: "`PUT /tides` is no longer behind `requireCrew`",
        evidence: [lines("src/board.ts", 40)],
      },
      {
        kind: "ci",
        level: "warning",
        text: "Changes what CI runs: `.github/workflows/test.yml`",
        evidence: [lines(".github/workflows/test.yml", 1)],
      },
      { kind: "size", level: "info", text: "812 changed lines in 9 files to read", evidence: [] },
    ],
    coverage: null,
    usualAuthors: [{ name: "Ada Okafor", commits: 14 }],
    formerCommits: 20,
    ...change,
  };
}
