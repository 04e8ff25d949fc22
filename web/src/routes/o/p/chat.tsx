import type { Lens } from "@cairn/contract/chat";
import type { UploadedFile } from "@cairn/contract/files";
import { ChatsIcon } from "@phosphor-icons/react/dist/csr/Chats";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { ChatView } from "#web/features/chat/conversation/chat-view.tsx";
import { useKeyboardInset } from "#web/features/chat/conversation/use-keyboard-inset.ts";
import { ChatList } from "#web/features/chat/list/chat-list.tsx";
import { ChatSheet } from "#web/features/chat/list/chat-sheet.tsx";
import { isAnswering } from "#web/features/chat/session/chat-state.ts";
import type { ChatState } from "#web/features/chat/session/chat-state.ts";
import { startChat, useChat } from "#web/features/chat/session/chat.api.ts";
import { SourcesList } from "#web/features/chat/sources/sources-list.tsx";
import { SourcesPanel } from "#web/features/chat/sources/sources-panel.tsx";
import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import { ChatSubject } from "#web/features/pages/chat/chat-subject.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { ResizablePanels } from "#web/ui/layout/resizable-panels.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

const noSources: never[] = [];

/** /o/:organizationId/p/:projectId/chat and …/chat/:sessionId: ask questions and see the sources of the answers. */
export function ChatScreen() {
  const { organizationId = "", projectId = "", sessionId: pathSessionId } = useRouteParams();
  const { session: searchSessionId } = useSearchParams();
  const keyboardPx = useKeyboardInset();
  const sessionId = pathSessionId ?? searchSessionId;
  const project = { organizationId, projectId };
  return (
    <div
      style={keyboardPx > 0 ? { height: `calc(100dvh - 3rem - ${keyboardPx}px)` } : undefined}
      className="flex h-[calc(100dvh-3rem)] min-h-0 max-md:h-[calc(100dvh-6.5rem-env(safe-area-inset-bottom))]"
    >
      <div className="w-60 shrink-0 border-r border-line-subtle bg-surface-0 max-lg:hidden">
        <ChatList project={project} openSessionId={sessionId} />
      </div>
      <div className="min-w-0 flex-1">
        <Conversation key={sessionId ?? "new"} project={project} sessionId={sessionId} />
      </div>
    </div>
  );
}

function Conversation({ project, sessionId }: { project: ProjectKey; sessionId: string | undefined }) {
  const product = useProject();
  const { organizationId } = project;
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const { chat, state } = useChat(organizationId, sessionId);
  const [chosenLens, setChosenLens] = useState<Lens | null>(null);
  const [chosenSources, setChosenSources] = useState<number | null>(null);
  const [openSheet, setOpenSheet] = useState<"chats" | "sources" | null>(null);

  const { session, pending, problem } = state;
  const title = session?.title || pending?.content || "Ask";
  usePageTitle(title, product.name);
  const lens = chosenLens ?? session?.context.lens ?? "technical";
  const context = { ...session?.context, projectId: product.projectId, lens };
  const shownSources = indexOfSources(state, chosenSources);
  const sources = session?.messages[shownSources ?? -1]?.sources ?? noSources;
  const targets = useCitationTargets(project, sources);

  // The session may belong to another product than the address; then its own product is opened.
  const ownProjectId = session?.context.projectId ?? product.projectId;
  const isElsewhere = ownProjectId !== product.projectId;
  useEffect(() => {
    if (!isElsewhere || sessionId === undefined) return;
    const own = href("chat", { organizationId, projectId: ownProjectId });
    void navigate({ to: own, search: { session: sessionId }, replace: true });
  }, [isElsewhere, ownProjectId, organizationId, sessionId, navigate]);

  const ask = (question: string, attachments: readonly UploadedFile[]) => {
    setChosenSources(null);
    if (chat && problem?.kind !== "missing") {
      return chat.send({ content: question, attachments, result: null }, context);
    }
    const begun = startChat({ organizationId, question, attachments, context });
    void navigate({ to: href("chat", { ...project }), search: { session: begun }, replace: true });
  };
  const showSources = (index: number) => {
    setChosenSources(index);
    if (isNarrow) setOpenSheet("sources");
  };
  const view = (
    <ChatView
      project={project}
      state={state}
      header={isNarrow ? null : <ChatsBar onOpen={() => setOpenSheet("chats")} />}
      subject={session && <ChatSubject project={project} context={session.context} />}
      lens={lens}
      onLens={setChosenLens}
      canAttach
      shownSources={isNarrow ? null : shownSources}
      onShowSources={showSources}
      onAsk={ask}
      onAnswer={(input) => chat?.send(input, context)}
      onStop={() => chat?.stop()}
      onRetry={() => void chat?.retry(context)}
      onReload={() => void chat?.reload()}
      onAskAgain={() => chat?.askAgain(context)}
      onWithdraw={() => chat?.withdraw() ?? null}
    />
  );
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {sessionId !== undefined && !isNarrow ? (
        <ResizablePanels separatorLabel="Resize sources" main={view} side={<SourcesPanel targets={targets} />} />
      ) : (
        view
      )}
      {openSheet === "chats" && (
        <ChatSheet project={project} openSessionId={sessionId} onClose={() => setOpenSheet(null)} />
      )}
      <Sheet isOpen={openSheet === "sources"} onOpenChange={() => setOpenSheet(null)} title="Sources" side="bottom">
        <SourcesList targets={targets} />
      </Sheet>
    </>
  );
}

/** For window widths that have neither space for the list of chats nor the bottom bar. */
function ChatsBar({ onOpen }: { onOpen: () => void }) {
  return (
    <div className="flex h-12 shrink-0 items-center justify-end border-b border-line-subtle px-4 lg:hidden">
      <IconButton label="Chats" icon={<ChatsIcon className="size-4" />} onClick={onOpen} />
    </div>
  );
}

/**
 * Index of the message whose sources are shown: the chosen one, otherwise the newest with sources; null when none has.
 */
function indexOfSources(state: ChatState, chosen: number | null): number | null {
  const messages = state.session?.messages ?? [];
  if (chosen !== null && !isAnswering(state) && messages[chosen]) return chosen;
  const newest = messages.findLastIndex(({ sources }) => sources.length > 0);
  return newest === -1 ? null : newest;
}
