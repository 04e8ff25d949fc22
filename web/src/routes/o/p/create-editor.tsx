import { AppError } from "@cairn/contract/errors";
import { artifactDraftSchema } from "@cairn/contract/page-draft";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { chatsQuery } from "#web/features/chat/session/chat.api.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { findUndoneDraft } from "#web/features/page-creation/page-creation.api.ts";
import { savePublishedDraft } from "#web/features/page-creation/published-drafts.ts";
import { CreateArtifactEditor } from "#web/features/page-editor/create-artifact-editor.tsx";
import { draftChatQuery } from "#web/features/page-editor/state/page-editor.api.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/create/:sessionId/editor */
export function CreateEditorScreen() {
  const { sessionId = "" } = useRouteParams();
  return <NewPage key={sessionId} sessionId={sessionId} />;
}

function NewPage({ sessionId }: { sessionId: string }) {
  const organization = useOrganization();
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  const navigate = useNavigate();
  // A page started by hand has no chat, and a request for a missing one would fail.
  const chats = useQuery({ ...chatsQuery(project, "artifact-data-assistant"), staleTime: 0 });
  const isListed = chats.data?.content.some((one) => one.sessionId === sessionId) ?? false;
  const isRequested = isListed || (chats.data !== undefined && chats.data.total > chats.data.content.length);
  // Loaded once: later changes of the draft in the chat must not change what is being edited here.
  const chat = useQuery({
    ...draftChatQuery(organizationId, sessionId),
    enabled: isRequested,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const isMissing = chat.error instanceof AppError && chat.error.status === 404;
  const [isReady, setIsReady] = useState(false);
  const isRead = isRequested
    ? isMissing || (chat.data !== undefined && !chat.isFetching)
    : chats.data !== undefined && !chats.isFetching;
  if (isRead && !isReady) setIsReady(true);
  const failed = [chats, chat].find(({ isError }) => isError);
  const draft = findUndoneDraft(sessionId) ?? artifactDraftSchema.safeParse(chat.data?.data).data ?? null;
  usePageTitle("Create", product.name);
  return (
    <Page>
      {!isReady && <h1 className="sr-only">Create a page</h1>}
      {failed && !isMissing && !isReady && (
        <ErrorState message={errorMessage(failed.error)} onRetry={retryFailedQueries} />
      )}
      {!failed && !isReady && (
        <Loading what="page">
          <Skeleton className="mb-8 h-10 w-full" />
          <SkeletonRows count={3} className="h-40" />
        </Loading>
      )}
      {isReady && (
        <CreateArtifactEditor
          project={project}
          organizationName={organization.name}
          product={product}
          sessionId={sessionId}
          draft={draft}
          onCreated={({ artifactId }) => {
            if (draft) savePublishedDraft(sessionId, draft, artifactId);
            void navigate({ to: href("artifact", { ...project, artifactId }) });
          }}
          onCancel={() =>
            void navigate({ to: isListed ? href("createSession", { ...project, sessionId }) : href("create", project) })
          }
        />
      )}
    </Page>
  );
}
