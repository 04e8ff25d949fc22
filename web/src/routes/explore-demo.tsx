import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { CopyProgress } from "#web/features/demo/copy-progress.tsx";
import { useDemoCopy } from "#web/features/demo/use-demo-copy.ts";
import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CenteredCard } from "#web/ui/layout/centered-card.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

/**
 * /demo: leads on to somebody's own copy of the demo. For whoever has nothing here yet it is made at once, because they
 * came for it; others are asked, so that no link makes them an organization.
 */
export function ExploreDemoScreen() {
  usePageTitle("Explore the demo");
  const { query, copy, isOffered, isMaking, progress, problem, start } = useDemoCopy({ opensWhenReady: true });
  const organizations = useQuery(organizationsQuery());
  const isNewcomer = organizations.data?.total === 0;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || !isNewcomer || !isOffered || copy !== null) return;
    isBegun.current = true;
    start();
  });

  const unloaded = [query, organizations].filter(({ data }) => data === undefined);
  const failed = unloaded.find(({ error }) => error !== null);
  if (!query.data || !organizations.data) {
    return (
      <CenteredCard title="Explore the demo" text="A small product, in a copy of your own that you can throw away.">
        {failed ? (
          <ErrorState
            message={errorMessage(failed.error)}
            onRetry={() => unloaded.forEach((one) => void one.refetch())}
          />
        ) : (
          <Loading what="the demo">
            <Skeleton className="h-16" />
          </Loading>
        )}
      </CenteredCard>
    );
  }
  const text = !isOffered
    ? "There is no demo on this server. Your own code is as quick to see."
    : "A departures board of ferries, with its code, documents, tasks and reviews, in a copy that nobody else sees and that you can throw away.";
  return (
    <CenteredCard title="Explore the demo" text={text}>
      <div className="flex flex-col gap-4 text-sm">
        {isMaking && (
          <div>
            <CopyProgress progress={progress} />
          </div>
        )}
        {problem !== null && !isMaking && <p className="text-danger-text wrap-anywhere">{problem}</p>}
        {isOffered && !isMaking && (
          <Button variant="primary" size="lg" className="w-full" onClick={start}>
            {problem === null ? "Explore the demo" : "Try again"}
          </Button>
        )}
        <ButtonLink href={href(isNewcomer ? "onboarding" : "home")} variant="ghost" className="w-full">
          {isNewcomer ? "Begin with your own code" : "Back home"}
        </ButtonLink>
      </div>
      <Announcement>{isMaking ? "Making your copy of the demo" : problem}</Announcement>
    </CenteredCard>
  );
}
