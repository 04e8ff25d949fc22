import type { Ctx } from "#server/ctx.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";

import { createTargetFinder, type FollowedCode, type LineTarget } from "./find-target.ts";
import { compareTexts, type LineRange, type FollowResult } from "./follow-range.ts";
import type { RowChange, SourceGroup, SourceRow } from "./ledger.store.ts";
import { findBlob, loadTextLines } from "./load-content.ts";

export interface Follower {
  code: FollowedCode;
  now(): Date;
  /** Whether nothing is to be found out about rows of this group. */
  isKnown(group: SourceGroup): Promise<boolean>;
  /** The changes of rows; unchanged rows are left out. Results are cached. */
  follow(rows: readonly SourceRow[]): Promise<RowChange[]>;
}

/** Pairs of contents that are read at once. */
const pairsAtOnce = 16;

/** Follows sources of one repository to one commit of it. It reads git alone, never tables. */
export function createFollower(ctx: Pick<Ctx, "signal" | "now">, code: FollowedCode): Follower {
  const findTarget = createTargetFinder(ctx, code);
  const verdicts = new Map<string, FollowResult>();

  return {
    code,
    now: () => ctx.now(),
    isKnown: async (group) => (await findTarget(group)) === "known",
    async follow(rows) {
      const steps = await Promise.all(rows.map((row) => toStep(ctx, code, { row, findTarget })));
      const open = steps.filter((step) => step !== null && !verdicts.has(step.key)).filter((step) => step !== null);
      const pairs = [...Map.groupBy(open, ({ before, target }) => `${before} ${target?.oid}`).values()];
      for (let at = 0; at < pairs.length; at += pairsAtOnce) {
        await Promise.all(pairs.slice(at, at + pairsAtOnce).map((pair) => judge(ctx, code, { pair, verdicts })));
        ctx.signal.throwIfAborted();
      }
      return steps.flatMap((step) => (step === null ? [] : toChange(step, verdicts.get(step.key), code, ctx.now())));
    },
  };
}

/** A row and the content that its lines are looked for in. */
interface FollowStep {
  row: SourceRow;
  /** The blob that contained them; "" where it is unknown. */
  before: string;
  target: Exclude<LineTarget, "known">;
  /** Rows with the same one become the same. */
  key: string;
}

/** Null when nothing is to be found out. */
async function toStep(
  ctx: Pick<Ctx, "signal">,
  code: FollowedCode,
  { row, findTarget }: { row: SourceRow; findTarget: (group: SourceGroup) => Promise<LineTarget> },
): Promise<FollowStep | null> {
  const before = row.blob === "" ? ((await findBlob(ctx, code.directory, row)) ?? "") : row.blob;
  const missedIn = row.changedAt === null ? null : (row.comparedBlob ?? "");
  const found = await findTarget({ ...row, blob: before, missedIn });
  // The row's blob is known now: store it.
  const isNoted = row.blob === "" && before !== "" && missedIn === null;
  if (found === "known" && !isNoted) return null;
  const target = found === "known" ? { path: row.path, oid: before } : found;
  const key = [before, target?.oid ?? "", row.startLine, row.endLine, row.hash].join(" ");
  return { row, before, target, key };
}

/** Finds out about steps that lead from one content to another. */
async function judge(
  ctx: Pick<Ctx, "signal">,
  { directory }: FollowedCode,
  { pair, verdicts }: { pair: readonly FollowStep[]; verdicts: Map<string, FollowResult> },
): Promise<void> {
  const [first] = pair;
  const read = async (oid: string | undefined) =>
    oid === undefined || oid === "" ? null : await loadTextLines(ctx, directory, oid);
  const [before, after] = await Promise.all([read(first?.before), read(first?.target?.oid)]);
  const ask = before !== null && after !== null ? compareTexts(before, after) : null;
  for (const { row, key } of pair) {
    if (verdicts.has(key)) continue;
    const isAsReported = before !== null && hashOf(before, row) === row.hash;
    if (ask !== null && isAsReported) verdicts.set(key, ask(row));
    else verdicts.set(key, after !== null && hashOf(after, row) === row.hash ? isInPosition(row) : { kind: "changed" });
  }
}

const isInPosition = ({ startLine, endLine }: LineRange): FollowResult => ({ kind: "same", startLine, endLine });

/** Null when the text has no such lines. */
export function hashOf(lines: readonly string[], { startLine, endLine }: LineRange): string | null {
  const isInside = startLine >= 1 && startLine <= endLine && endLine <= lines.length;
  return isInside ? hashLines(lines.slice(startLine - 1, endLine)) : null;
}

function toChange(
  { row, before, target }: FollowStep,
  verdict: FollowResult | undefined,
  code: FollowedCode,
  now: Date,
): RowChange {
  const { sectionId, number, path, startLine, endLine, commit } = row;
  const key = { sectionId, number };
  if (target === null || verdict === undefined || verdict.kind === "changed") {
    const changedAt = row.changedAt ?? now;
    const changedCommit = row.changedCommit ?? code.commit;
    const comparedBlob = target?.oid ?? null;
    return { ...key, path, startLine, endLine, commit, blob: before, changedAt, changedCommit, comparedBlob };
  }
  const location = { path: target.path, startLine: verdict.startLine, endLine: verdict.endLine };
  const unchanged = { changedAt: null, changedCommit: null, comparedBlob: null };
  return { ...key, ...location, commit: code.commit, blob: target.oid, ...unchanged };
}
