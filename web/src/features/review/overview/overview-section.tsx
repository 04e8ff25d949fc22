import type {
  ChangedLineCoverage,
  ChangedLines,
  ChangeOverview,
  OverviewRow,
  RiskLevel,
} from "@cairn/contract/change-overview";
import { maxEvidence, riskNames } from "@cairn/contract/change-overview";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ReactNode } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { renderInlineCode } from "#web/ui/display/inline-code.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { StateIcon, type StateKind } from "#web/ui/feedback/state-icon.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { Evidence, type ToLines } from "./evidence.tsx";

interface OverviewSectionProps extends ToLines {
  overview: UseQueryResult<ChangeOverview>;
}

/** Rows of a list before the rest is asked for. */
const firstRows = 4;

const levelKinds: Record<RiskLevel, StateKind> = { danger: "failed", warning: "attention", info: "idle" };
const levelWords: Record<RiskLevel, string> = { danger: "Danger", warning: "Look twice", info: "Good to know" };

/** What a change does to the product and what to look at twice, each with the lines that show it. */
export function OverviewSection({ overview, onShow, hrefOf }: OverviewSectionProps) {
  const { data, isError, error, refetch } = overview;
  const [changesId, risksId] = [useId(), useId()];
  if (data === undefined) {
    if (isError) return <InlineError message={errorMessage(error)} onRetry={() => void refetch()} />;
    // Else what is read already would be pushed down when it comes.
    return (
      <Loading what="what it changes">
        <Skeleton className="h-32 rounded-lg" />
      </Loading>
    );
  }
  const evidence = (lines: readonly ChangedLines[]) => <Evidence lines={lines} onShow={onShow} hrefOf={hrefOf} />;
  return (
    <section aria-label="At a glance" className="wrap-anywhere">
      <Card className={cx("grid gap-x-8 gap-y-5 p-4", data.risks.length > 0 && "lg:grid-cols-2")}>
        {data.coverage !== null && (
          <CoverageLine coverage={data.coverage} className={cx(data.risks.length > 0 && "lg:col-span-2")}>
            {evidence}
          </CoverageLine>
        )}
        {data.risks.length > 0 && (
          <div className="min-w-0">
            <h2 id={risksId} className="mb-2 text-sm font-medium">
              Look at twice
            </h2>
            <Rows labelledBy={risksId} rows={data.risks} empty={null}>
              {({ text, kind, level, evidence: lines }) => (
                <span className="flex gap-1.5">
                  <StateIcon kind={levelKinds[level]} label="" className="h-lh" />
                  <span className="min-w-0">
                    <span className="sr-only">{levelWords[level]}: </span>
                    <span className="text-ink-3">{riskNames[kind]} · </span>
                    {renderInlineCode(text)} {evidence(lines)}
                  </span>
                </span>
              )}
            </Rows>
          </div>
        )}
        <div className="min-w-0">
          <h2 id={changesId} className="mb-2 text-sm font-medium">
            What it changes
          </h2>
          <Rows
            labelledBy={changesId}
            rows={data.changes}
            empty={
              data.state === "ready" ? "Nothing that the code declares: no endpoint, setting, table or function." : null
            }
          >
            {({ text, evidence: lines }) => (
              <>
                {renderInlineCode(text)} {evidence(lines)}
              </>
            )}
          </Rows>
          <Progress overview={data} />
          <UsualAuthors overview={data} />
        </div>
      </Card>
    </section>
  );
}

interface CoverageLineProps {
  coverage: ChangedLineCoverage;
  className: string;
  children: (lines: readonly ChangedLines[]) => ReactNode;
}

/** "14 of 18 changed lines are run by tests", and which are not. */
function CoverageLine({ coverage: { lines, run, missed }, className, children }: CoverageLineProps) {
  const isWhole = run === lines;
  return (
    <p className={cx("flex min-w-0 gap-1.5 text-sm text-ink-2", className)}>
      <StateIcon kind={isWhole ? "done" : "attention"} label="" className="h-lh" />
      <span className="min-w-0">
        {run} of {lines} changed {lines === 1 ? "line is" : "lines are"} run by tests.{" "}
        {!isWhole && (
          <>
            No test runs those with a ring beside their number:{" "}
            {children(missed.slice(0, maxEvidence).map((range) => ({ ...range, side: "new" })))}
          </>
        )}
      </span>
    </p>
  );
}

interface RowsProps<Row extends OverviewRow> {
  labelledBy: string;
  rows: readonly Row[];
  /** Null for nothing. */
  empty: string | null;
  children: (row: Row) => ReactNode;
}

function Rows<Row extends OverviewRow>({ labelledBy, rows, empty, children }: RowsProps<Row>) {
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0) return empty === null ? null : <p className="text-sm text-ink-3">{empty}</p>;
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  return (
    <>
      <ul aria-labelledby={labelledBy} className="flex flex-col gap-1.5 text-sm text-ink-2">
        {shown.map((row) => (
          // Two manifests can get the same package.
          <li key={`${row.text} ${row.evidence[0]?.path}`}>{children(row)}</li>
        ))}
      </ul>
      {rows.length > firstRows && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${rows.length}`}
        </Button>
      )}
    </>
  );
}

function Progress({ overview: { state, note } }: { overview: ChangeOverview }) {
  if (state === "preparing") return <StateIcon kind="running" label="Comparing the code of both sides" />;
  return note === null ? null : <p className="text-sm text-ink-3">{note}</p>;
}

/** Who knows this code, where anybody has changed it more than once. */
function UsualAuthors({ overview: { usualAuthors, formerCommits } }: { overview: ChangeOverview }) {
  if (formerCommits < 2) return null;
  const names = usualAuthors.map(({ name, commits }) => `${name} (${commits})`).join(", ");
  return (
    <p className="mt-3 text-xs text-ink-3">
      Who wrote the last {formerCommits} commits to these files: {names}
    </p>
  );
}
