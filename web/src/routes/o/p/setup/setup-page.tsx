import type { SetupProgress } from "@cairn/contract/projects";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import type { ReactNode } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { isStepDone, setupSteps } from "#web/features/setup/setup-step.ts";
import type { SetupStepName } from "#web/features/setup/setup-step.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";

interface SetupPageProps {
  project: ProjectKey;
  step: SetupStepName;
  /** Undefined while it is loading. */
  setup: SetupProgress | undefined;
  /** Takes the height of the window, for panels that scroll by themselves. */
  isFull?: boolean;
  /** The last is what goes on. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A step of the set-up, under the bar of all three. */
export function SetupPage({ project, step, setup, isFull = false, actions, children }: SetupPageProps) {
  const product = useProject();
  usePageTitle(`Set up: ${setupSteps.find(({ name }) => name === step)?.title}`, product.name);
  return (
    <div
      className={cx(
        isFull &&
          "flex h-[calc(100dvh-3rem)] min-h-0 flex-col max-md:h-[calc(100dvh-6.5rem-env(safe-area-inset-bottom))]",
      )}
    >
      <div className="border-b border-line-subtle">
        <div
          className={cx(
            "mx-auto flex w-full flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 md:px-6",
            !isFull && "max-w-270",
          )}
        >
          <h1 tabIndex={-1} className="min-w-0 text-base font-semibold wrap-anywhere">
            Set up {product.name}
          </h1>
          <StepsBar project={project} current={step} setup={setup} />
          <div className="ml-auto flex flex-wrap items-center gap-2">
            <ButtonLink href={href("project", { ...project })} variant="ghost">
              Save &amp; exit
            </ButtonLink>
            {actions}
          </div>
        </div>
      </div>
      {children}
    </div>
  );
}

function StepsBar({
  project,
  current,
  setup,
}: {
  project: ProjectKey;
  current: SetupStepName;
  setup: SetupPageProps["setup"];
}) {
  return (
    <nav aria-label="Steps of the set-up" className="max-sm:order-last max-sm:w-full">
      <ol className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {setupSteps.map(({ name, title }, index) => {
          const isDone = setup !== undefined && isStepDone(name, setup);
          const isCurrent = name === current;
          return (
            <li key={name}>
              <Link
                href={href(name, { ...project })}
                aria-current={isCurrent ? "step" : undefined}
                className={cx(
                  "flex items-center gap-1.5 rounded-sm py-1 pointer-coarse:py-3",
                  isCurrent ? "font-medium text-ink" : "text-ink-3 hover:text-ink",
                )}
              >
                <span
                  className={cx(
                    "grid size-5 place-items-center rounded-full border text-xs tabular-nums",
                    isCurrent
                      ? "border-primary bg-primary text-on-primary"
                      : isDone
                        ? "border-success-line bg-success-subtle text-success-text"
                        : "border-line",
                  )}
                >
                  {isDone && !isCurrent ? <CheckIcon aria-label="done" weight="bold" className="size-3" /> : index + 1}
                </span>
                {title}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
