import { AppError } from "@cairn/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

import { ArtifactView } from "#web/features/artifacts/artifact-view.tsx";
import { artifactQuery, useDeleteArtifact } from "#web/features/artifacts/artifacts.api.ts";
import { AskAboutPage } from "#web/features/artifacts/ask-about-page.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { useRouteParams } from "#web/lib/route-params.ts";
import { AccessDenied } from "#web/ui/access-denied.tsx";
import { ErrorState } from "#web/ui/empty-state.tsx";
import { preloadMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";
import { Page } from "#web/ui/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** /o/:organizationId/p/:projectId/artifacts/:artifactId */
export function ArtifactScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", artifactId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  const navigate = useNavigate();
  const artifact = useQuery(artifactQuery(organizationId, artifactId));
  const remove = useDeleteArtifact(organizationId);
  usePageTitle(artifact.data?.title ?? "Document", project.name);
  useEffect(preloadMarkdown, []);

  if (artifact.error instanceof AppError && (artifact.error.status === 404 || artifact.error.status === 403)) {
    return (
      <AccessDenied
        text="Please ensure this page exists and you have access to it"
        requested={artifactId}
        homeHref={href("home")}
      />
    );
  }
  return (
    <Page>
      {artifact.isPending && <ArtifactPlaceholder />}
      {artifact.isError && !artifact.data && (
        <ErrorState message={errorMessage(artifact.error)} onRetry={() => void artifact.refetch()} />
      )}
      {artifact.data && (
        <>
          <ArtifactView
            project={key}
            artifact={artifact.data}
            isDeleting={remove.isPending}
            onDelete={() => remove.mutate(artifactId, { onSuccess: () => void navigate({ to: href("context", key) }) })}
          />
          <AskAboutPage
            organizationId={organizationId}
            projectSlug={projectId}
            projectId={project.projectId}
            artifactId={artifactId}
          />
        </>
      )}
    </Page>
  );
}

function ArtifactPlaceholder() {
  return (
    <Loading what="document">
      <Skeleton className="h-8 w-72" />
      <Skeleton className="mt-3 h-4 w-56" />
      <Skeleton className="mt-10 h-6 w-40" />
      {["w-full", "w-11/12", "w-full", "w-3/5"].map((width, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fixed drawing
        <Skeleton key={row} className={`mt-3 h-4 max-w-[72ch] ${width}`} />
      ))}
    </Loading>
  );
}
