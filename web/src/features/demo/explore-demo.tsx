import type { copyDemo } from "@cairn/contract/demo";
import type { OutputOf } from "@cairn/contract/endpoint";
import { CompassIcon } from "@phosphor-icons/react/dist/csr/Compass";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { refreshOrganizations } from "#web/features/organizations/organizations.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { demoQuery, useCopyDemo } from "./demo.api.ts";

/**
 * Offers a copy of the demo to somebody who wants to look first: made by one press, opened when it is ready. Nothing where this
 * server has no demo.
 */
export function ExploreDemo() {
  const demo = useQuery(demoQuery).data;
  const make = useCopyDemo();
  const navigate = useNavigate();
  // A copy that was asked for elsewhere is not opened by itself.
  const [isAwaited, setAwaited] = useState(false);
  const copy = demo?.copy ?? null;
  const isReady = copy?.state === "ready";
  const address = copy && addressOf(copy);
  useEffect(() => {
    if (!isAwaited || !isReady || address === null) return;
    void refreshOrganizations();
    void navigate({ to: address });
  }, [isAwaited, isReady, address, navigate]);

  if (!demo || !(demo.isInstalled || copy)) return null;
  const isMaking = make.isPending || copy?.state === "making" || (isAwaited && isReady);
  const problem = make.isError
    ? errorMessage(make.error)
    : copy?.state === "failed"
      ? "Your copy of the demo could not be made."
      : null;
  return (
    <section
      aria-label="Demo"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line-subtle bg-surface-1 px-4 py-3 md:px-6"
    >
      <CompassIcon aria-hidden className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-medium text-ink">Just looking?</p>
        <p className="text-ink-2">
          {isMaking
            ? "Making your copy. It opens by itself in some seconds."
            : "A small product with its code, documents and tasks, in a copy of your own that you can throw away."}
        </p>
        {problem !== null && !isMaking && <p className="mt-1 text-danger-text">{problem}</p>}
      </div>
      {isReady && !isAwaited && address !== null ? (
        <ButtonLink href={address}>Open your copy</ButtonLink>
      ) : (
        <Button
          isBusy={isMaking}
          onClick={() => {
            setAwaited(true);
            make.mutate();
          }}
        >
          {problem === null ? "Explore the demo" : "Try again"}
        </Button>
      )}
      <Announcement>{isMaking ? "Making your copy of the demo" : problem}</Announcement>
    </section>
  );
}

function addressOf({ slug, product }: OutputOf<typeof copyDemo>): string {
  return href("project", { organizationId: slug, projectId: product });
}
