import type { CheckSide, CheckToRun } from "#server/domain/implementations/checks/check-to-run.ts";
import type { CheckResults } from "#server/domain/implementations/checks/proof-run.ts";

const outcomes = { "+": "passed", "-": "failed", "!": "limit", ".": "not-run" } as const;
const messages = { "+": "exit 0", "-": "exit 1", "!": "limit", ".": "no install" } as const;
const states = { "+": "passed", "-": "failed", "?": "skipped" } as const;

/**
 * Runs of a check, one for each word: its first sign is how it ended ("+" passed, "-" failed, "!" a limit, "." not run),
 * and behind that stand its tests with how they ended, such as "a+b-c?".
 */
export function makeRuns(check: CheckToRun, words: Record<CheckSide, string[]>): CheckResults {
  return (["base", "result"] as const).flatMap((side) =>
    words[side].map((word, at) => makeRun(check, { side, word, repetition: at + 1 })),
  );
}

function makeRun(
  { kind, criterionId, command }: CheckToRun,
  { side, word, repetition }: { side: CheckSide; word: string; repetition: number },
): CheckResults[number] {
  const sign = word.charAt(0) as keyof typeof outcomes;
  const tests = [...word.slice(1).matchAll(/([\w.]+)([+\-?])/g)].map(([, name = "", state]) => ({
    name,
    state: states[state as keyof typeof states],
  }));
  return {
    organizationId: "",
    implementationId: "",
    sequence: repetition,
    attempt: 1,
    kind,
    criterionId,
    side,
    repetition,
    commit: side,
    command,
    key: `${side} ${repetition}`,
    durationMs: 1,
    tail: "",
    isReused: false,
    outcome: outcomes[sign],
    exitCode: sign === "+" ? 0 : sign === "-" ? 1 : null,
    message: messages[sign],
    cases: tests.length === 0 ? null : tests,
    coverage: null,
    createdAt: new Date(0),
  };
}
