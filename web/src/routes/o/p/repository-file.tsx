import type { Repository } from "@cairn/contract/repositories";
import { useQuery } from "@tanstack/react-query";

import { AskAboutCode } from "#web/features/chat/ask/ask-about-code.tsx";
import { CodeBrowser } from "#web/features/code-browsing/browser/code-browser.tsx";
import { FirstPush } from "#web/features/code-browsing/header/first-push.tsx";
import { baseName } from "#web/features/code-browsing/location/file-path.ts";
import { CodeNavigation } from "#web/features/code-graph/code-navigation.tsx";
import { OutlineButton } from "#web/features/code-graph/outline-button.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { repositoryQuery } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/repositories/:repositorySlug/b/:branchName/:filePath */
export function RepositoryFileScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", repositorySlug = "", branchName = "", _splat = "" } = useRouteParams();
  const path = _splat.replace(/^\/+|\/+$/g, "");
  const key = { organizationId, projectId, repositoryId: repositorySlug };
  const title = path ? baseName(path) : repositorySlug;
  usePageTitle(title, project.name);
  const repository = useQuery(repositoryQuery(key));
  return (
    <Page width="full">
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {repository.isPending && (
        <Loading what="repository">
          <SkeletonRows className="h-12" />
        </Loading>
      )}
      {repository.isError && !repository.data && isDenied(repository.error) && (
        <EmptyState
          title="Repository not found"
          text="It may have been deleted."
          action={<ButtonLink href={href("repositories", { organizationId, projectId })}>All repositories</ButtonLink>}
        />
      )}
      {repository.isError && !repository.data && !isDenied(repository.error) && (
        <ErrorState message={errorMessage(repository.error)} onRetry={() => void repository.refetch()} />
      )}
      {repository.data?.indexing.state === "never" && repository.data.connection.type === "internal" ? (
        <div className="mx-auto max-w-180">
          <FirstPush project={key} repository={repository.data} />
        </div>
      ) : (
        repository.data && (
          <CodeBrowser
            repositoryKey={key}
            repository={repository.data}
            codeLocation={{ branchName, path }}
            renderAsk={(lines) => (
              <>
                <OutlineButton />
                <AskAboutCode
                  project={key}
                  projectId={project.projectId}
                  repositoryId={repository.data.repositoryId}
                  {...lines}
                />
              </>
            )}
            renderCode={(code) => (
              <CodeNavigation repository={key} {...code} branchName={graphBranch(repository.data, code.branchName)} />
            )}
          />
        )
      )}
    </Page>
  );
}

/** The code graph is stored by branch: the indexed commit of the main branch is treated as that branch. */
function graphBranch({ indexing, mainBranch }: Repository, branchName: string): string {
  return branchName === indexing.commit ? mainBranch : branchName;
}
