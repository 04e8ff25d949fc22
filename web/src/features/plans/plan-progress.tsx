import type { Plan } from "@cairn/contract/plans";
import { planSteps } from "@cairn/contract/plans";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";

import { Banner } from "#web/ui/feedback/banner.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

type Progress = NonNullable<Plan["progress"]>;

const stepTexts = {
  reading: "Reading the goal",
  locating: "Looking for its parts in the code",
  writing: "Writing the tasks",
} as const satisfies Record<Progress["step"], string>;

/** How far the proposal of tasks is. */
export function PlanProgress({ progress }: { progress: Progress | null }) {
  const text = progress === null ? "Waiting in line" : sayStep(progress);
  return (
    <Banner
      tone="ai"
      icon={<SparkleIcon aria-hidden className="size-4 text-ai-text" />}
      title="Tasks are being proposed"
    >
      <output className="block">{text}</output>
      <ProgressBar label="Proposing tasks" value={percentOf(progress)} valueText={text} className="mt-2" />
      <p className="mt-2 text-ink-3">You may leave this page.</p>
    </Banner>
  );
}

function sayStep({ step, done, total }: Progress): string {
  return total > 1 ? `${stepTexts[step]} (${done} of ${total})` : stepTexts[step];
}

/** Each step is a third; one that has begun shows. */
function percentOf(progress: Progress | null): number {
  if (progress === null) return 0;
  const { step, done, total } = progress;
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return Math.max(3, Math.round(((planSteps.indexOf(step) + share) / planSteps.length) * 100));
}
