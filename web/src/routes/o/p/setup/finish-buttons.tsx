import type { SetupProgress } from "@cairn/contract/projects";
import { useNavigate } from "@tanstack/react-router";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useFinishSetup } from "#web/features/projects/projects.api.ts";
import type { CorrectedProposal } from "#web/features/setup/proposal-corrections.ts";
import { missingStep } from "#web/features/setup/setup-step.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";

import { AddingNews, AddingProgress, unfinishedText } from "./adding-progress.tsx";
import type { ServiceChoice } from "./use-found-services.ts";

interface FinishButtonsProps {
  project: ProjectKey;
  setup: SetupProgress;
  found: ServiceChoice;
  /** The set-up is being ended: what is proposed stays as it is. */
  isHeld: boolean;
  onHold: (held: readonly CorrectedProposal[] | null) => void;
}

/** Ends the set-up with the services that are ticked, or without them. */
export function FinishButtons({ project, setup, found, isHeld, onHold }: FinishButtonsProps) {
  const finish = useFinishSetup(project);
  const navigate = useNavigate();
  const { run, outcome } = found;
  const count = found.chosen.length;
  const open = () => void navigate({ to: href("project", { ...project }) });
  const end = (isSkipped: boolean) => finish.mutate(isSkipped, { onSuccess: open, onError: () => onHold(null) });
  const openOrEnd = () => (setup.setupComplete ? open() : end(false));
  const add = () => {
    onHold(found.corrected);
    found.addChosen((areAllAdded) => (areAllAdded ? openOrEnd() : onHold(null)));
  };
  const skip = skipLabel(setup, found);
  const isBusy = finish.isPending || isHeld || run !== null;
  const unfinished = isBusy ? null : unfinishedText(outcome);
  return (
    // It stays in view below what may be long.
    <div className="flex flex-wrap items-center justify-end gap-2 md:sticky md:bottom-0 md:z-10 md:border-t md:border-line-subtle md:bg-surface-1 md:py-3">
      <AddingNews run={run} />
      {unfinished && (
        <p role="alert" className="w-full text-sm wrap-anywhere text-danger-text">
          {unfinished}
        </p>
      )}
      {/* In place of what cannot be pressed meanwhile, so that nothing moves. */}
      {run ? (
        <AddingProgress run={run} onStop={found.stop} />
      ) : (
        <>
          <ButtonLink href={href("setupDescription", { ...project })} className="mr-auto">
            Back
          </ButtonLink>
          {skip !== null && (
            <Button
              isBusy={isBusy}
              onClick={() => (setup.setupComplete ? open() : end(missingReason(setup) !== undefined))}
            >
              {skip}
            </Button>
          )}
        </>
      )}
      {setup.setupComplete && count === 0 ? (
        <ButtonLink href={href("project", { ...project })} variant="primary">
          Open product
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          isBusy={isBusy}
          disabledReason={isBusy ? undefined : (missingReason(setup) ?? whyNotAdded(found))}
          onClick={() => (count === 0 ? openOrEnd() : add())}
        >
          {count === 0 ? "Open product" : `Add ${count === 1 ? "1 service" : `${count} services`} and open product`}
        </Button>
      )}
    </div>
  );
}

/** What the button is called that goes on without what is missing or ticked; null where nothing is. */
export function skipLabel(setup: SetupProgress, { chosen }: Pick<ServiceChoice, "chosen">): string | null {
  if (!setup.setupComplete && missingReason(setup) !== undefined) return "Skip what is missing";
  return chosen.length === 0 ? null : "Skip services";
}

function whyNotAdded({ proposals, isWrong }: ServiceChoice): string | undefined {
  if (proposals.isPending) return "Services are still looked for";
  return isWrong ? "Correct what is wrong with the services first" : undefined;
}

function missingReason(setup: SetupProgress): string | undefined {
  const missing = missingStep(setup);
  if (setup.setupComplete || missing === "setupFinalize" || missing === null) return undefined;
  return missing === "setupImport" ? "Connect a repository first" : "Describe the product first";
}
