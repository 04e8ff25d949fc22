import { progressBarPercent, progressTextPercent } from "@cairn/contract/indexing";
import type { SetupProgress } from "@cairn/contract/projects";

import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { ReadingFigures } from "#web/ui/feedback/reading-figures.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

/** Step in percent at which progress is announced. */
const announcedStep = 10;

/** Shown while the index is being built. */
export function IndexingBanner({ setup }: { setup: SetupProgress }) {
  if (setup.progress >= 100) return null;
  const percent = progressTextPercent(setup.progress);
  const label = setup.label ?? "Indexing";
  return (
    <Banner
      tone="ai"
      icon={<Spinner className="text-ai-text" />}
      title={
        <span className="flex flex-wrap items-center justify-between gap-x-4">
          <span>{label}</span>
          <span className="text-ink-2 tabular-nums">{percent} %</span>
        </span>
      }
    >
      <ProgressBar
        label="Indexing progress"
        value={progressBarPercent(setup.progress)}
        valueText={`${percent} %`}
        className="my-2"
      />
      <ReadingFigures reading={setup.reading} />
      <p className="text-sm">Answers may miss new code until this ends. You may leave this page.</p>
      <Announcement>{`${label}, ${Math.floor(percent / announcedStep) * announcedStep} percent`}</Announcement>
    </Banner>
  );
}
