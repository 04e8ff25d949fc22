import { progressBarPercent, progressTextPercent } from "@cairn/contract/indexing";
import type { SetupProgress } from "@cairn/contract/projects";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { indexingStatsQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { labelOf } from "#web/lib/text/figure-label.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { ReadingFigures } from "#web/ui/feedback/reading-figures.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { catchUp, estimateEndMs, estimateLabel, estimateProgress, estimateTickMs } from "./estimated-progress.ts";
import type { HandOver } from "./estimated-progress.ts";
import { loadShownProgress, saveShownProgress } from "./shown-progress.ts";

interface AnalysisPanelProps {
  project: ProjectKey;
  setup: SetupProgress;
}

const announcedStep = 10;
/** Services stand beside the panel, those that were found as well as those that were added; of tasks this is too early. */
const listedElsewhere = /task|service/i;

/**
 * What is being read: an estimate until the server says how far it is, then that. It never goes back; a further repository
 * is more to do, which is counted anew and said.
 */
export function AnalysisPanel({ project, setup }: AnalysisPanelProps) {
  const isRunning = setup.progress < 100;
  const { percent, label, isEstimate } = useShownProgress(setup);
  const { repositoryCount, readCount } = setup;
  const ended = readCount === 0 ? null : setup.hasRepository ? ("read" as const) : ("failed" as const);
  // What failed never was full.
  const isEndShown = useIsEndShown(isRunning) && ended === "read";
  const shown = isRunning
    ? { label, figure: `${progressTextPercent(percent)} %`, bar: progressBarPercent(percent) }
    : { label: "Read in full", figure: "100 %", bar: 100 };
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-base font-semibold">Analysis</h2>
      {isRunning || isEndShown ? (
        <div className="mt-3">
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm wrap-anywhere">
            <span className="flex min-w-0 flex-wrap items-center gap-2 text-ink">
              {shown.label}
              {isEstimate && <Badge>Estimated</Badge>}
            </span>
            <span className="text-ink-2 tabular-nums">{shown.figure}</span>
          </p>
          <ProgressBar
            label="Indexing progress"
            value={shown.bar}
            valueText={`${shown.figure}${isEstimate ? ", estimated" : ""}`}
            className="my-2"
          />
          <ReadingFigures reading={setup.reading} />
          <p className="text-sm text-ink-3">
            {repositoryCount > 1 && `${readCount} of ${repositoryCount} repositories read. `}
            {isEstimate && "About 7 min. "}You may leave this page.
          </p>
          <Announcement>
            {isRunning ? `${label}, ${Math.floor(percent / announcedStep) * announcedStep} percent` : shown.label}
          </Announcement>
        </div>
      ) : (
        <Figures project={project} ended={ended} />
      )}
    </Card>
  );
}

/** `ended`: how reading did; null where it has not begun. The figures of what was just read come a moment later. */
function Figures({ project, ended }: { project: ProjectKey; ended: "read" | "failed" | null }) {
  const stats = useQuery(indexingStatsQuery(project)).data;
  if (!stats?.lastIndexedAt && ended !== "read") {
    const text =
      ended === "failed"
        ? "Nothing could be read yet. The reason stands at the repository."
        : "Begins as soon as there is code.";
    return <p className="mt-2 text-sm text-ink-3">{text}</p>;
  }
  return (
    <>
      <p className="mt-2 text-sm">
        <StateIcon kind="done" label="Read in full" />
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {stats?.statistics
          .filter(({ label }) => !listedElsewhere.test(label))
          .map((figure) => (
            <div key={figure.label} className="flex min-w-0 items-baseline gap-1.5 wrap-anywhere">
              <dd className="font-medium tabular-nums">{figure.value.toLocaleString("en")}</dd>
              <dt className="text-ink-3">{labelOf(figure)}</dt>
            </div>
          ))}
      </dl>
    </>
  );
}

interface ShownProgress {
  percent: number;
  label: string;
  isEstimate: boolean;
}

/**
 * What was shown of a run is the least that is shown of it again, also after a reload. The estimate goes by the server's
 * time, so that it is the same on every device.
 */
function useShownProgress(setup: SetupProgress): ShownProgress {
  const { progress, label, repositoryCount } = setup;
  const isRunning = progress < 100;
  const isEstimate = isRunning && progress === 0;
  const elapsedMs = useElapsed(setup, isEstimate);
  const [highest, setHighest] = useState(() => loadShownProgress(setup));
  const [countedFor, setCountedFor] = useState(repositoryCount);
  const [handOver, setHandOver] = useState<HandOver | null>(null);
  const isMoreToDo = repositoryCount > countedFor;
  const measured = handOver === null || isMoreToDo ? progress : catchUp(handOver, progress);
  const now = isEstimate ? estimateProgress(elapsedMs) : measured;
  const percent = isRunning ? Math.max(isMoreToDo ? 0 : highest, now) : 100;
  if (isRunning && !isEstimate && (handOver === null || isMoreToDo)) setHandOver({ shown: percent, real: progress });
  if (!isRunning && handOver !== null) setHandOver(null);
  if (repositoryCount !== countedFor) setCountedFor(repositoryCount);
  if (isMoreToDo) setHighest(percent);
  else if (isRunning && percent > highest) setHighest(percent);
  if (!isRunning && highest !== 0) setHighest(0);
  useEffect(() => saveShownProgress(setup, percent), [setup, percent]);
  const shownLabel = isEstimate ? estimateLabel(percent, repositoryCount) : (label ?? "Indexing");
  return { percent, label: shownLabel, isEstimate };
}

/** Time since the run was put in line; it goes on between two answers of the server. */
function useElapsed({ elapsedMs }: SetupProgress, isTicking: boolean): number {
  const known = elapsedMs ?? 0;
  const [ticked, setTicked] = useState(known);
  useEffect(() => {
    if (!isTicking) return;
    const startedAt = performance.now();
    const timer = setInterval(() => setTicked(known + performance.now() - startedAt), estimateTickMs);
    return () => clearInterval(timer);
  }, [isTicking, known]);
  return Math.max(known, ticked);
}

/** For a moment after the end, so that the full bar is seen. */
function useIsEndShown(isRunning: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  if (isRunning && !isShown) setIsShown(true);
  useEffect(() => {
    if (isRunning || !isShown) return;
    const timer = setTimeout(() => setIsShown(false), estimateEndMs);
    return () => clearTimeout(timer);
  }, [isRunning, isShown]);
  return isShown;
}
