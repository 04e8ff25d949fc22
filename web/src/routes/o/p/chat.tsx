import type { Lens } from "@cairn/contract/chat";
import { ChatsIcon } from "@phosphor-icons/react/dist/csr/Chats";
import { QuotesIcon } from "@phosphor-icons/react/dist/csr/Quotes";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { ChatList } from "#web/features/chat/chat-list.tsx";
import { ChatView } from "#web/features/chat/chat-view.tsx";
import { startChat, useChat } from "#web/features/chat/chat.api.ts";
import { SourcesList } from "#web/features/chat/sources-list.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { useCitationTargets } from "#web/features/repositories/repositories.api.ts";
import { useIsNarrow } from "#web/lib/media.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/route-params.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";
import { ResizablePanels } from "#web/ui/resizable-panels.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const noSources: never[] = [];

/** /o/:organizationId/p/:projectId/chat and …/chat/:sessionId: ask, and see what the answer rests on. */
export function ChatScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", sessionId: pathSessionId } = useRouteParams();
  const { session: searchSessionId } = useSearchParams();
  const sessionId = pathSessionId ?? searchSessionId;
  const key = { organizationId, projectId };
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const { chat, state } = useChat(organizationId, sessionId);
  const [chosenLens, setChosenLens] = useState<Lens | null>(null);
  const [openSheet, setOpenSheet] = useState<"chats" | "sources" | null>(null);

  const title = state.session?.title || state.pendingQuestion || "Ask";
  usePageTitle(title, project.name);
  const lens = chosenLens ?? state.session?.context.lens ?? "technical";
  const context = { projectId: project.projectId, lens };
  const sources = state.session?.messages.findLast((message) => message.sources.length > 0)?.sources ?? noSources;
  const targets = useCitationTargets(key, sources);
  // A session of the query may be one that begins here; one of the path is meant to exist.
  const shownState =
    pathSessionId === undefined && state.problem?.kind === "missing" ? { ...state, problem: null } : state;

  const ask = (question: string) => {
    if (chat) return chat.ask(question, { ...state.session?.context, ...context });
    const session = startChat({ organizationId, question, context });
    void navigate({ to: href("chat", key), search: { session }, replace: true });
  };

  const header = (
    <div className="flex h-12 shrink-0 items-center justify-end gap-2 border-b border-line-subtle px-2 md:px-4 lg:hidden">
      {isNarrow && targets.length > 0 && (
        <Button size="sm" icon={<QuotesIcon aria-hidden className="size-4" />} onClick={() => setOpenSheet("sources")}>
          Sources ({targets.length})
        </Button>
      )}
      <IconButton label="Chats" icon={<ChatsIcon className="size-4" />} onClick={() => setOpenSheet("chats")} />
    </div>
  );
  const view = (
    <ChatView
      key={sessionId ?? "new"}
      project={key}
      state={shownState}
      header={header}
      lens={lens}
      onLens={setChosenLens}
      onAsk={ask}
      onStop={() => chat?.stop()}
      onRetry={() => void chat?.retry(context)}
    />
  );
  return (
    <div className="flex h-[calc(100dvh-3rem)] min-h-0 max-md:h-[calc(100dvh-6.5rem-env(safe-area-inset-bottom))]">
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <div className="w-60 shrink-0 border-r border-line-subtle bg-surface-0 max-lg:hidden">
        <ChatList project={key} openSessionId={sessionId} />
      </div>
      <div className="min-w-0 flex-1">
        {sessionId !== undefined && !isNarrow ? (
          <ResizablePanels separatorLabel="Resize sources" main={view} side={<SourcesPanel targets={targets} />} />
        ) : (
          view
        )}
      </div>
      <Sheet
        isOpen={openSheet === "chats"}
        onOpenChange={() => setOpenSheet(null)}
        title="Chat"
        isTitleHidden
        side="left"
      >
        <ChatList project={key} openSessionId={sessionId} />
      </Sheet>
      <Sheet isOpen={openSheet === "sources"} onOpenChange={() => setOpenSheet(null)} title="Sources" side="bottom">
        <SourcesList targets={targets} />
      </Sheet>
    </div>
  );
}

function SourcesPanel({ targets }: { targets: readonly CitationTarget[] }) {
  return (
    <aside aria-label="Sources" className="flex h-full flex-col">
      <h2 className="flex h-12 shrink-0 items-center border-b border-line-subtle px-4 text-sm font-medium text-ink-2">
        Sources ({targets.length})
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {targets.length > 0 ? (
          <SourcesList targets={targets} />
        ) : (
          <p className="p-4 text-sm text-ink-3">The lines an answer rests on are listed here.</p>
        )}
      </div>
    </aside>
  );
}
