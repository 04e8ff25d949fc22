import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { formatFullDate, formatDateTime } from "#web/lib/text/dates.ts";
import { labelOf } from "#web/lib/text/figure-label.ts";
import { StatTile } from "#web/ui/display/stat-tile.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

import { indexingStatsQuery } from "./projects.api.ts";
import type { ProjectKey } from "./projects.api.ts";

interface ProjectStatisticsProps {
  project: ProjectKey;
  /** What can be done about the index. */
  children?: ReactNode;
}

/** Figures about the indexed code, and when it was indexed. */
export function ProjectStatistics({ project, children }: ProjectStatisticsProps) {
  const stats = useQuery(indexingStatsQuery(project));
  if (stats.isError && !stats.data) {
    return <ErrorState message={errorMessage(stats.error)} onRetry={() => void stats.refetch()} />;
  }
  const grid = "grid grid-cols-2 gap-3 md:grid-cols-4";
  if (!stats.data) {
    return (
      <Loading what="statistics">
        <div className={grid}>
          {Array.from({ length: 4 }, (_unused, tile) => (
            <Skeleton key={tile} className="h-24" />
          ))}
        </div>
        <div className="mt-2 h-8" />
      </Loading>
    );
  }
  const { statistics, lastIndexedAt } = stats.data;
  return (
    <section aria-label="Statistics">
      <dl className={grid}>
        {statistics.map((figure) => (
          <StatTile
            key={figure.label}
            label={labelOf(figure)}
            value={figure.value}
            isHighlighted={figure.highlighted}
          />
        ))}
      </dl>
      <div className="mt-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        {lastIndexedAt && (
          <p className="text-sm text-ink-3">
            Last index{" "}
            <time dateTime={lastIndexedAt} title={formatFullDate(lastIndexedAt)}>
              {formatDateTime(lastIndexedAt)}
            </time>
          </p>
        )}
        {children}
      </div>
    </section>
  );
}
