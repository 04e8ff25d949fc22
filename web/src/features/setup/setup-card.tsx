import type { SetupProgress } from "@cairn/contract/projects";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleDashedIcon } from "@phosphor-icons/react/dist/csr/CircleDashed";

import { ButtonLink } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Card } from "#web/ui/layout/card.tsx";

interface SetupCardProps {
  productName: string;
  setup: SetupProgress;
  /** Of the step that is missing. */
  continueHref: string;
}

/** Three steps from an empty product to an indexed one, and the way to the one that is missing. */
export function SetupCard({ productName, setup, continueHref }: SetupCardProps) {
  const steps = [
    {
      title: "Connect a repository",
      text: "Documents and answers are made from your code.",
      isDone: setup.hasRepository,
    },
    {
      title: "Describe the product",
      text: "Two or three sentences: who uses it, and what for.",
      isDone: setup.hasDescription,
    },
    {
      title: "Finish",
      text: "Opens documents, answers and search for your team.",
      isDone: setup.setupComplete,
    },
  ];
  const current = steps.findIndex((step) => !step.isDone);
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-line-subtle p-4 md:px-5">
        <div>
          <h2 className="text-base font-semibold">Set up {productName}</h2>
          <p className="text-sm text-ink-3 tabular-nums">
            {steps.filter((step) => step.isDone).length} of {steps.length} done
          </p>
        </div>
        <ButtonLink href={continueHref} variant="primary">
          Continue setup
        </ButtonLink>
      </div>
      <ol className="divide-y divide-line-subtle">
        {steps.map((step, index) => (
          <SetupStep key={step.title} {...step} isCurrent={index === current} />
        ))}
      </ol>
    </Card>
  );
}

interface SetupCardStepProps {
  title: string;
  text: string;
  isDone: boolean;
  isCurrent: boolean;
}

function SetupStep({ title, text, isDone, isCurrent }: SetupCardStepProps) {
  const Icon = isDone ? CheckCircleIcon : CircleDashedIcon;
  return (
    <li className="flex items-center gap-3 p-4 md:px-5" aria-current={isCurrent ? "step" : undefined}>
      <Icon
        aria-hidden
        weight={isDone ? "fill" : "regular"}
        className={cx("size-5 shrink-0", isDone ? "text-success-text" : "text-ink-3")}
      />
      <div className="min-w-0 flex-1">
        <p className={cx("text-base font-medium", isDone ? "text-ink-3" : "text-ink")}>
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        <p className="mt-0.5 text-sm text-ink-3">{text}</p>
      </div>
    </li>
  );
}
