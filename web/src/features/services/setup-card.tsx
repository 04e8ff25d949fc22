import type { SetupProgress } from "@cairn/contract/projects";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleDashedIcon } from "@phosphor-icons/react/dist/csr/CircleDashed";
import type { ReactNode } from "react";

import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Card } from "#web/ui/layout/card.tsx";

interface SetupCardProps {
  productName: string;
  setup: SetupProgress;
  settingsHref: string;
  isFinishing: boolean;
  onConnect: () => void;
  onFinish: () => void;
}

/** Three steps from an empty product to an indexed one; the first open one has the button. */
export function SetupCard({ productName, setup, settingsHref, isFinishing, onConnect, onFinish }: SetupCardProps) {
  const steps = [
    {
      title: "Connect a repository",
      text: "Documents and answers are made from your code.",
      isDone: setup.hasRepository,
      action: (
        <Button variant="primary" onClick={onConnect}>
          Connect repository
        </Button>
      ),
    },
    {
      title: "Describe the product",
      text: "Two or three sentences: who uses it, and what for.",
      isDone: setup.hasDescription,
      action: (
        <ButtonLink variant="primary" href={settingsHref}>
          Write description
        </ButtonLink>
      ),
    },
    {
      title: "Finish",
      text: "Opens documents, answers and search for your team.",
      isDone: setup.setupComplete,
      action: (
        <Button variant="primary" isBusy={isFinishing} onClick={onFinish}>
          Finish setup
        </Button>
      ),
    },
  ];
  const current = steps.findIndex((step) => !step.isDone);
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-2 border-b border-line-subtle p-4 md:px-5">
        <h2 className="text-base font-semibold">Set up {productName}</h2>
        <p className="text-sm text-ink-3 tabular-nums">
          {steps.filter((step) => step.isDone).length} of {steps.length} done
        </p>
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
  action: ReactNode;
}

function SetupStep({ title, text, isDone, isCurrent, action }: SetupCardStepProps) {
  const Icon = isDone ? CheckCircleIcon : CircleDashedIcon;
  return (
    <li
      className="flex flex-wrap items-center gap-x-3 gap-y-3 p-4 md:px-5"
      aria-current={isCurrent ? "step" : undefined}
    >
      <Icon
        aria-hidden
        weight={isDone ? "fill" : "regular"}
        className={cx("size-5 shrink-0", isDone ? "text-success-text" : "text-ink-3")}
      />
      <div className="min-w-0 flex-1 basis-52">
        <p className={cx("text-base font-medium", isDone ? "text-ink-3" : "text-ink")}>
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        <p className="mt-0.5 text-sm text-ink-3">{text}</p>
      </div>
      {isCurrent && action}
    </li>
  );
}
