import type { Mention } from "@cairn/contract/mentions";
import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { useNavigate } from "@tanstack/react-router";
import { memo, useMemo, useState } from "react";

import { ChatView } from "#web/features/chat/conversation/chat-view.tsx";
import { isAnswering as isAnsweringChat } from "#web/features/chat/session/chat-state.ts";
import { useChat } from "#web/features/chat/session/chat.api.ts";
import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import { DraftPanel } from "#web/features/page-creation/draft-panel.tsx";
import { useDraftHistory, usePublishDraft } from "#web/features/page-creation/page-creation.api.ts";
import { parseArtifactDraft, titlesBeingWritten, publishProblem } from "#web/features/page-creation/parse-draft.ts";
import {
  findPublishedPage,
  loadPublishedDrafts,
  savePublishedDraft,
} from "#web/features/page-creation/published-drafts.ts";
import { usePages } from "#web/features/pages/api/artifacts.api.ts";
import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import { SectionText } from "#web/features/pages/sections/section-text.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { ResizablePanels } from "#web/ui/layout/resizable-panels.tsx";
import type { MentionTarget } from "#web/ui/markdown/mention-target.ts";

const sideOptions = [
  { value: "chat", label: "Chat" },
  { value: "draft", label: "Draft" },
] as const;
const noTitles: ReadonlySet<string> = new Set();

/** /o/:organizationId/p/:projectId/create/:sessionId: a draft page beside its chat. */
export function CreateSessionScreen() {
  const { sessionId = "" } = useRouteParams();
  return <Session key={sessionId} sessionId={sessionId} />;
}

function Session({ sessionId }: { sessionId: string }) {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = useMemo(() => ({ organizationId, projectId }), [organizationId, projectId]);
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [side, setSide] = useState<"chat" | "draft">("chat");
  const { chat, state } = useChat(organizationId, sessionId, "artifact-data-assistant");
  const { session } = state;
  const isAnswering = isAnsweringChat(state);
  const received = useMemo(() => parseArtifactDraft(session?.data), [session?.data]);
  const { draft, changed, undo, redo } = useDraftHistory(sessionId, received, isAnswering);
  const { isPending, publish } = usePublishDraft(organizationId);
  const resolveMention = useMentionTargets(project, draft?.sections.map(({ content }) => content) ?? []);
  const published = usePublishedPage(organizationId, sessionId, draft);
  const title = draft?.title || session?.title || state.pending?.content || "Create";
  usePageTitle(title, product.name);

  const context = { projectId: product.projectId, lens: "technical" as const };
  const conversation = (
    <ChatView
      project={project}
      state={state}
      header={null}
      intro={
        <ButtonLink href={href("create", project)} className="self-start">
          Begin a new page
        </ButtonLink>
      }
      placeholder="Say what to change, or ask…"
      onAsk={(text) => chat?.ask(text, session?.context ?? context, changed ?? undefined)}
      onStop={() => chat?.stop()}
      onRetry={() => void chat?.retry(context)}
    />
  );
  const page = (
    <DraftPanel
      draft={draft}
      serviceName={product.services.find(({ serviceId }) => serviceId === draft?.serviceId)?.name ?? null}
      isLoading={state.isLoading}
      isAnswering={isAnswering}
      titlesBeingWritten={session ? titlesBeingWritten(session) : noTitles}
      editorHref={href("createEditor", { ...project, sessionId })}
      publishedHref={published && href("artifact", { ...project, artifactId: published })}
      isPublishing={isPending}
      problem={draft && publishProblem(draft)}
      onUndo={undo}
      onRedo={redo}
      onPublish={() =>
        draft &&
        publish(draft, (artifactId) => {
          savePublishedDraft(sessionId, draft, artifactId);
          void navigate({ to: href("artifact", { ...project, artifactId }) });
        })
      }
      renderText={(section) => <Text project={project} section={section} resolveMention={resolveMention} />}
    />
  );
  return (
    // Escape stops the answer, unless it closed something else.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onKeyDown={(event) => {
        if (event.key === "Escape" && isAnswering && !event.defaultPrevented) chat?.stop();
      }}
      className="flex h-[calc(100dvh-3rem)] min-h-0 flex-col max-md:h-[calc(100dvh-6.5rem-env(safe-area-inset-bottom))]"
    >
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {isNarrow && (
        <div className="flex shrink-0 justify-center border-b border-line-subtle py-2">
          <SegmentedControl label="Show" options={sideOptions} value={side} onValueChange={setSide} />
        </div>
      )}
      <div className="min-h-0 flex-1">
        {isNarrow ? (
          side === "chat" ? (
            conversation
          ) : (
            page
          )
        ) : (
          <ResizablePanels
            separatorLabel="Resize draft"
            main={conversation}
            side={page}
            defaultMain={45}
            minMain={25}
            maxMain={60}
          />
        )}
      </div>
    </div>
  );
}

/** The existing page that was published from this draft; otherwise null. */
function usePublishedPage(organizationId: string, sessionId: string, draft: ArtifactDraft | null): string | null {
  const [published] = useState(() => loadPublishedDrafts());
  const { pages, isComplete } = usePages(organizationId);
  const artifactId = useMemo(
    () => draft && findPublishedPage(sessionId, draft, published),
    [sessionId, draft, published],
  );
  return !isComplete || pages.some((page) => page.artifactId === artifactId) ? artifactId : null;
}

interface TextProps {
  project: ProjectKey;
  section: ArtifactDraft["sections"][number];
  resolveMention: (mention: Mention) => MentionTarget;
}

/** Renders a section as on its page. */
const Text = memo(function Text({ project, section, resolveMention }: TextProps) {
  const citations = useCitationTargets(project, section.sources);
  return <SectionText section={section} citations={citations} resolveMention={resolveMention} />;
});
