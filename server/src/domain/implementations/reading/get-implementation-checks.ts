import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import {
  proofSummarySchema,
  runCheckSchema,
  type RunCheck,
  type getImplementationChecks as endpoint,
} from "@cairn/contract/run-checks";

import type { Ctx } from "#server/ctx.ts";
import { listRunChecks, type RunCheckRow } from "#server/domain/implementations/store/run-checks.store.ts";
import { toEntity } from "#server/to-entity.ts";

import { requireImplementation } from "./require-implementation.ts";

/** What was run to prove an implementation, and what came of it. */
export async function getImplementationChecks(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const runs = await listRunChecks(ctx.db, row);
  return {
    proof: row.proof === null ? null : toEntity(proofSummarySchema, row.proof),
    verdicts: row.proof?.verdicts ?? [],
    runs: runs.map(describeRun),
  };
}

const shownLines = 40;
const shownCharacters = 8_000;
const namedTests = 20;

function describeRun(row: RunCheckRow): RunCheck {
  const { tail, cases } = row;
  return toEntity(runCheckSchema, {
    ...row,
    lastLines: tail === "" ? [] : tail.slice(-shownCharacters).split("\n").slice(-shownLines),
    tests: cases === null ? null : countTests(cases),
  });
}

function countTests(cases: NonNullable<RunCheckRow["cases"]>): NonNullable<RunCheck["tests"]> {
  const namesOf = (wanted: "passed" | "failed" | "skipped") =>
    cases.filter(({ state }) => state === wanted).map(({ name }) => name);
  const failed = namesOf("failed");
  return {
    passed: namesOf("passed").length,
    failed: failed.length,
    skipped: namesOf("skipped").length,
    failedNames: failed.slice(0, namedTests),
  };
}
