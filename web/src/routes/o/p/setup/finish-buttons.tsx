import type { SetupProgress } from "@cairn/contract/projects";
import { useNavigate } from "@tanstack/react-router";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useFinishSetup } from "#web/features/projects/projects.api.ts";
import { missingStep } from "#web/features/setup/setup-step.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";

import type { ServiceChoice } from "./use-found-services.ts";

interface FinishButtonsProps {
  project: ProjectKey;
  setup: SetupProgress;
  found: ServiceChoice;
}

/** Ends the set-up with the services that are ticked, or without them. */
export function FinishButtons({ project, setup, found }: FinishButtonsProps) {
  const finish = useFinishSetup(project);
  const navigate = useNavigate();
  const count = found.chosen.length;
  const open = () => void navigate({ to: href("project", { ...project }) });
  const end = (isSkipped: boolean) => finish.mutate(isSkipped, { onSuccess: open });
  const add = (onAdded: () => void) => (count > 0 ? found.addChosen(onAdded) : onAdded());
  const skip = skipLabel(setup, found);
  const isBusy = finish.isPending || found.isAdding;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {found.refused && (
        <p role="alert" className="w-full text-sm wrap-anywhere text-danger-text">
          {`${found.refused.name} could not be added: ${found.refused.message}`}
        </p>
      )}
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
      {setup.setupComplete && count === 0 ? (
        <ButtonLink href={href("project", { ...project })} variant="primary">
          Open product
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          isBusy={isBusy}
          disabledReason={missingReason(setup) ?? whyNotAdded(found)}
          onClick={() => add(() => (setup.setupComplete ? open() : end(false)))}
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
