import { can } from "@cairn/contract/roles";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { useWatchedSetup } from "#web/features/setup/setup.api.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";

import { DescriptionCanvas } from "./description-canvas.tsx";
import { SetupPage } from "./setup-page.tsx";

/** …/setup/description and …/setup/description/:sessionId: what the product is, written with help. */
export function SetupDescriptionScreen() {
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  const product = useProject();
  const { role } = useOrganization();
  const user = useUser();
  const setup = useWatchedSetup(key).data;
  const isDescribed = product.description !== null || setup?.hasDescription === true;
  return (
    <SetupPage
      project={key}
      step="setupDescription"
      setup={setup}
      isFull
      actions={
        <>
          <ButtonLink href={href("setupImport", key)} className="max-md:hidden">
            Back
          </ButtonLink>
          {isDescribed ? (
            <ButtonLink href={href("setupFinalize", key)} variant="primary">
              Continue
            </ButtonLink>
          ) : (
            <>
              <ButtonLink href={href("setupFinalize", key)} variant="ghost">
                Skip for now
              </ButtonLink>
              <Button variant="primary" disabledReason="Save a description of 100 to 5000 characters first">
                Continue
              </Button>
            </>
          )}
        </>
      }
    >
      {can(role, "project.describe") && user && (
        <DescriptionCanvas key={product.projectId} userId={user.userId} screen="setupDescription" />
      )}
    </SetupPage>
  );
}
