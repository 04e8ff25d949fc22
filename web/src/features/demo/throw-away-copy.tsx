import type { Organization } from "@cairn/contract/organizations";
import { CompassIcon } from "@phosphor-icons/react/dist/csr/Compass";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

import { demoQuery, useThrowAwayCopy } from "./demo.api.ts";

/** Says on the screens of somebody's own copy of the demo what it is; nothing elsewhere. */
export function DemoCopyNote({ organization }: { organization: Organization }) {
  const isOwn = useIsOwnCopy(organization);
  if (!isOwn) return null;
  return (
    <Banner
      tone="info"
      icon={<CompassIcon aria-hidden className="size-4 text-info-text" />}
      title="This is your own copy of the demo"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>Try whatever you like in it: nobody else sees it.</p>
        <ThrowAwayCopy organization={organization} />
      </div>
    </Banner>
  );
}

/** Deletes somebody's own copy of the demo after one question; nothing for any other organization. */
export function ThrowAwayCopy({ organization }: { organization: Organization }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const isOwn = useIsOwnCopy(organization);
  const throwAway = useThrowAwayCopy(organization.organizationId, async () => {
    setAsked(false);
    await navigate({ to: href("home") });
  });
  if (!isOwn) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAsked(true)}>
        Throw this copy away
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onOpenChange={setAsked}
        title="Throw this copy away?"
        description={`Everything in “${organization.name}” is deleted, also what you added to it. You can make a new copy at any time.`}
        confirmLabel="Throw away"
        isBusy={throwAway.isPending}
        onConfirm={() => throwAway.mutate()}
      />
    </>
  );
}

/** Only its Owner throws it away. */
function useIsOwnCopy({ organizationId, isDemo, role }: Organization): boolean {
  const demo = useQuery({ ...demoQuery, enabled: isDemo && role === "owner" });
  return isDemo && role === "owner" && demo.data?.copy?.organizationId === organizationId;
}
