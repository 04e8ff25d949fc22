import type { SectionCoverageGaps } from "@cairn/contract/coverage-gaps";
import type { Artifact } from "@cairn/contract/pages";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useState } from "react";

import { useRegenerate, useStopRegeneration } from "#web/features/pages/regeneration/regeneration.api.ts";
import { describeCoverageGaps } from "#web/features/pages/sections/coverage-gaps.ts";
import { collectFreshness, describeFreshness } from "#web/features/pages/status/freshness.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

interface FreshnessLineProps {
  organizationId: string;
  artifact: Artifact;
  /** Sections that do not mention facts of the code. */
  gaps: readonly SectionCoverageGaps[];
  /** Shows the changes of the first stale section, or scrolls to the first one with a held text or a gap. */
  onShowChanges: () => void;
}

/** What is out of date on a page, in one line with actions; nothing where all is fresh. */
export function FreshnessLine({ organizationId, artifact, gaps, onShowChanges }: FreshnessLineProps) {
  const freshness = collectFreshness(artifact);
  const regenerate = useRegenerate(organizationId, artifact.artifactId);
  const notes = [describeFreshness(freshness, artifact.sections.length), describeCoverageGaps(gaps, "on this page")];
  if (freshness.updating.length > 0) {
    return (
      <WritingProgress organizationId={organizationId} artifact={artifact} leftCount={freshness.updating.length} />
    );
  }
  const text = notes.filter((part) => part !== null).join(" · ");
  if (text === "") return null;
  const { stale, failed, held } = freshness;
  const outdated = [...stale, ...failed].filter(({ kind, isPaused }) => kind === "auto" && !isPaused);
  const dueIds = [...new Set([...outdated, ...gaps].map(({ sectionId }) => sectionId))];
  return (
    <div
      className={cx(
        "mb-8 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warning-line bg-warning-subtle px-3",
        "py-2 text-sm print:hidden md:px-4",
      )}
    >
      <WarningCircleIcon aria-hidden className="size-4 shrink-0 text-warning-text" />
      <p className="min-w-0 flex-1 basis-60 text-ink wrap-anywhere">{text}</p>
      <div className="flex flex-wrap gap-2">
        {(stale.length > 0 || held.length > 0 || gaps.length > 0) && (
          <Button size="sm" onClick={onShowChanges}>
            {stale.length > 0 ? "Show what changed" : "Show"}
          </Button>
        )}
        {dueIds.length > 0 && (
          <Button size="sm" variant="primary" isBusy={regenerate.isPending} onClick={() => regenerate.mutate(dueIds)}>
            Update now
          </Button>
        )}
      </div>
    </div>
  );
}

interface WritingProgressProps {
  organizationId: string;
  artifact: Artifact;
  /** Sections that are not written yet. */
  leftCount: number;
}

function WritingProgress({ organizationId, artifact, leftCount }: WritingProgressProps) {
  const stop = useStopRegeneration(organizationId, artifact.artifactId);
  // The highest count seen while this is shown is the total.
  const [total, setTotal] = useState(leftCount);
  if (leftCount > total) setTotal(leftCount);
  const text = total === 1 ? "Writing 1 section" : `Writing ${Math.min(total, total - leftCount + 1)} of ${total}`;
  return (
    <div className="mb-8 flex items-center gap-3 rounded-lg border border-ai-line bg-ai-subtle px-3 py-2 text-sm print:hidden md:px-4">
      <Spinner className="text-ai-text" />
      <p className="min-w-0 flex-1 text-ink">
        {text}
        <span className="text-ink-2 max-sm:hidden"> · the former text stays until the new one is there</span>
      </p>
      <Button size="sm" isBusy={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </Button>
      <Announcement>{text}</Announcement>
    </div>
  );
}
