import type { Repository } from "@cairn/contract/repositories";
import { useState } from "react";

import { FirstPush } from "#web/features/code-browsing/header/first-push.tsx";
import { ConnectForm } from "#web/features/connecting/connect-form.tsx";
import { findTypedAddress, forgetTypedAddress } from "#web/features/connecting/typed-addresses.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { AnalysisPanel } from "#web/features/setup/analysis-panel.tsx";
import { useWatchedRepositories, useWatchedSetup } from "#web/features/setup/setup.api.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

import { AddedServices } from "./added-services.tsx";
import { ConnectedRepositories } from "./connected-repositories.tsx";
import { FirstResults } from "./first-results.tsx";
import { ServiceProposals } from "./service-proposals.tsx";
import { SetupPage } from "./setup-page.tsx";

/** /o/:organizationId/p/:projectId/setup/architecture/import: the repositories, and what is found in them. */
export function SetupImportScreen() {
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  const { from } = useSearchParams();
  const chosen = from === "bundle" || from === "github" ? from : undefined;
  const setup = useWatchedSetup(key);
  const product = useProject();
  const listed = useWatchedRepositories(key, setup.data);
  const repositories = listed.data?.content ?? [];
  const failed = [setup, listed].find(({ isError, data }) => isError && !data);
  const next = href("setupDescription", key);
  return (
    <SetupPage
      project={key}
      step="setupImport"
      setup={setup.data}
      actions={
        repositories.length > 0 && (
          // Where nothing was pushed yet, that is what is to be done here.
          <ButtonLink href={next} variant={repositories.every(isAwaited) ? "secondary" : "primary"}>
            Continue
          </ButtonLink>
        )
      }
    >
      <Page>
        {failed ? (
          <ErrorState message={errorMessage(failed.error)} onRetry={retryFailedQueries} />
        ) : !setup.data || !listed.data ? (
          <Loading what="repositories">
            <Skeleton className="h-60" />
          </Loading>
        ) : repositories.length === 0 ? (
          <div className="mx-auto max-w-180">
            <h2 className="text-lg font-semibold">Connect a repository</h2>
            <p className="mt-1 mb-5 text-base text-ink-3">
              Its code is read on this server. Documents and answers are made from it.
            </p>
            <ConnectForm
              project={key}
              isPageFocus
              chosen={chosen}
              initialAddress={findTypedAddress(key)?.address}
              initialProblem={findTypedAddress(key)?.problem}
              onConnected={() => forgetTypedAddress(key)}
            />
          </div>
        ) : (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
            <section aria-labelledby="repositories-heading" className="min-w-0">
              <h2 id="repositories-heading" className="mb-3 text-base font-semibold">
                Repositories
              </h2>
              {repositories.filter(isAwaited).map((repository) => (
                <div key={repository.repositoryId} className="mb-4">
                  <FirstPush project={key} repository={repository} />
                </div>
              ))}
              <ConnectedRepositories
                project={key}
                repositories={repositories.filter((one) => !isAwaited(one))}
                services={product.services}
              />
              <AddRepository project={key} />
              <ButtonLink href={href("setupArchitecture", { ...key })} variant="ghost" className="mt-2">
                Open the architecture
              </ButtonLink>
            </section>
            {/* On a narrow window too, what there is to do comes first: while nothing was found, it takes no room. */}
            <div className="min-w-0 empty:hidden lg:col-start-1">
              <ServiceProposals key={product.projectId} project={key} services={product.services} />
              <AddedServices project={key} services={product.services} />
            </div>
            <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <AnalysisPanel project={key} setup={setup.data} />
              <FirstResults project={key} productId={product.projectId} setup={setup.data} />
            </div>
          </div>
        )}
      </Page>
    </SetupPage>
  );
}

/** Hosted here, and nothing was pushed yet. */
function isAwaited({ connection, indexing }: Repository): boolean {
  return connection.type === "internal" && indexing.state === "never";
}

/** A further repository: a button, then the same form as for the first. */
function AddRepository({ project }: { project: ProjectKey }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button variant="ghost" className="mt-2" onClick={() => setIsOpen(true)}>
        Add repository
      </Button>
    );
  }
  return (
    <div className="mt-4">
      <ConnectForm project={project} onConnected={() => setIsOpen(false)} />
    </div>
  );
}
