import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";

import { ChatView } from "#web/features/chat/conversation/chat-view.tsx";
import { isAnswering as isAnsweringChat } from "#web/features/chat/session/chat-state.ts";
import type { ChatInput } from "#web/features/chat/session/chat-state.ts";
import { startChat, useChat } from "#web/features/chat/session/chat.api.ts";
import { ConversationHeader } from "#web/features/product-description/conversation-header.tsx";
import { ConversationIntro } from "#web/features/product-description/conversation-intro.tsx";
import { DescriptionPanel } from "#web/features/product-description/description-panel.tsx";
import { descriptionDraftKey } from "#web/features/product-description/draft-store.ts";
import { useDescription } from "#web/features/product-description/use-description.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { initialSetupQuery, projectQuery } from "#web/features/projects/projects.api.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { ResizablePanels } from "#web/ui/layout/resizable-panels.tsx";

const assistant = "project-metadata-assistant" as const;
/** Polling interval for texts saved by others. */
const othersPollMs = 30_000;
const sideOptions = [
  { value: "text", label: "Text" },
  { value: "chat", label: "Chat" },
] as const;
/** The last open conversation of this tab, by product, to continue on return. */
const lastSessions = new Map<string, string>();

interface DescriptionCanvasProps {
  userId: string;
  /** The screen that shows it, to which a conversation's address belongs. */
  screen: "description" | "setupDescription";
}

/** The description beside the conversation that helps to write it. It fills its parent. */
export function DescriptionCanvas({ userId, screen }: DescriptionCanvasProps) {
  const product = useProject();
  const { organizationId = "", projectId = "", sessionId: pathSessionId } = useRouteParams();
  const { session: searchSessionId } = useSearchParams();
  const project = useMemo(() => ({ organizationId, projectId }), [organizationId, projectId]);
  const [isNew, setIsNew] = useState(false);
  const sessionId = pathSessionId ?? searchSessionId ?? (isNew ? undefined : lastSessions.get(product.projectId));
  const isNarrow = useIsNarrow();
  const navigate = useNavigate();
  const [side, setSide] = useState<"text" | "chat">("text");
  const { chat, state } = useChat(organizationId, sessionId, assistant);
  const fresh = useQuery({ ...projectQuery(project), refetchInterval: othersPollMs }).data ?? product;
  const work = useDescription({
    saved: fresh.description ?? "",
    draftKey: descriptionDraftKey(userId, product.projectId),
    session: state.session,
    sessionId,
  });
  // Until that is known it is taken to be there, as it is nearly always.
  const hasCode = useQuery(initialSetupQuery(project)).data?.hasRepository ?? true;
  const context = { projectId: product.projectId, lens: "technical" as const };

  const open = (next: string | null, isReplacing = false) => {
    setIsNew(next === null);
    if (next === null) lastSessions.delete(product.projectId);
    else lastSessions.set(product.projectId, next);
    const search = next === null ? {} : { session: next };
    void navigate({ to: href(screen, project), search, replace: isReplacing });
  };
  const send = (input: ChatInput) => {
    const data = { text: work.state.text.trim(), before: work.state.textBeforeChange };
    if (isNarrow && input.result === null) setSide("chat");
    if (chat && state.session) {
      work.dispatch({ type: "sent", conversation: chat.key.sessionId });
      return chat.send(input, state.session.context, data);
    }
    const begun = startChat({ organizationId, question: input.content, context, assistant, data });
    work.dispatch({ type: "sent", conversation: begun });
    open(begun, true);
  };
  const ask = (content: string) => send({ content, attachments: [], result: null });
  const shownState =
    pathSessionId === undefined && state.problem?.kind === "missing" ? { ...state, problem: null } : state;

  const conversation = (
    <ChatView
      key={sessionId ?? "new"}
      project={project}
      state={shownState}
      header={<ConversationHeader project={project} sessionId={sessionId} onOpen={open} />}
      intro={<ConversationIntro hasText={work.state.text.trim() !== ""} hasCode={hasCode} onAsk={ask} />}
      placeholder="Say what to change, or ask…"
      onAsk={ask}
      onAnswer={send}
      onStop={() => chat?.stop()}
      onRetry={() => void chat?.retry(context)}
      onWithdraw={() => chat?.withdraw() ?? null}
    />
  );
  const field = (
    <DescriptionPanel
      project={project}
      work={work}
      theirs={fresh.description ?? ""}
      isProposed={fresh.isDescriptionProposed}
      isAnswering={isAnsweringChat(state)}
      hasCode={hasCode}
      onDraft={() => ask("Write a description")}
    />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isNarrow && (
        <div className="flex shrink-0 items-center justify-center gap-2 border-b border-line-subtle py-2">
          <SegmentedControl label="Show" options={sideOptions} value={side} onValueChange={setSide} />
          {side === "chat" && work.state.textWithoutChange !== null && (
            <Button size="sm" variant="ghost" onClick={() => setSide("text")}>
              See the change
            </Button>
          )}
        </div>
      )}
      <div className="min-h-0 flex-1">
        {/* Both panels stay mounted at every width, to keep caret, undo history and dialogs. */}
        <ResizablePanels
          separatorLabel="Resize description"
          main={field}
          side={conversation}
          shown={isNarrow ? (side === "text" ? "main" : "side") : undefined}
          defaultMain={45}
          minMain={40}
          maxMain={75}
        />
      </div>
    </div>
  );
}
