import { deleteChat, listChats } from "@cairn/contract/chat";
import type { ChatAssistant, ChatContext } from "@cairn/contract/chat";
import type { UploadedFile } from "@cairn/contract/files";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { userQuery, useUser } from "#web/features/users/users.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import { emptyChat, isAnswering } from "./chat-state.ts";
import type { ChatState } from "./chat-state.ts";
import { LiveChat } from "./live-chat.ts";
import { createPendingStopStore } from "./pending-stop-store.ts";
import { createUnsentInputStore } from "./unsent-input-store.ts";

const askAssistant: ChatAssistant = "organization-chat-assistant";

/** The user's chats with an assistant about a product, newest first. */
export function chatsQuery({ organizationId, projectId }: ProjectKey, assistant = askAssistant) {
  return endpointQuery(listChats, { params: {}, query: { organizationId, projectId, assistant } });
}

export function useDeleteChat(organizationId: string) {
  return useMutation({
    mutationFn: (sessionId: string) => call(deleteChat, { params: {}, body: { organizationId, sessionId } }),
    onSuccess: (_nothing, sessionId) => {
      chats.get(sessionId)?.close();
      void refreshChats();
    },
    meta: outcomes.chatDelete,
  });
}

/** Chats that were opened or started in this tab. */
const chats = new Map<string, LiveChat>();
const streamingListeners = new Set<() => void>();

/** Forgets all of them, as a page load does: for tests, which share one page. */
export function closeChats(): void {
  for (const chat of chats.values()) chat.close();
  chats.clear();
}

function refreshChats(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: endpointKey(listChats) });
}

function getLiveChat(organizationId: string, sessionId: string, assistant: ChatAssistant): LiveChat {
  let chat = chats.get(sessionId);
  if (!chat) {
    const userId = () => queryClient.getQueryData(userQuery.queryKey)?.userId;
    const unsent = createUnsentInputStore(sessionId, userId);
    const stops = createPendingStopStore(sessionId, userId);
    const options = { unsent, stops, onChange: () => void refreshChats() };
    chat = new LiveChat({ organizationId, sessionId, assistant }, options);
    chat.subscribe(() => {
      for (const listener of streamingListeners) listener();
    });
    chats.set(sessionId, chat);
  }
  return chat;
}

/** Starts a chat with its first question, which is sent at once; returns its session id. */
export function startChat(input: {
  organizationId: string;
  question: string;
  context: ChatContext;
  attachments?: readonly UploadedFile[];
  assistant?: ChatAssistant;
  /** What the assistant works on; absent, it starts from what it finds. */
  data?: unknown;
}): string {
  const { organizationId, question, context, attachments = [], assistant = askAssistant, data } = input;
  const sessionId = crypto.randomUUID();
  getLiveChat(organizationId, sessionId, assistant).send(
    { content: question, attachments, result: null },
    context,
    data,
  );
  return sessionId;
}

/** The current state of a chat; without an id, of one that has not started. */
export function useChat(
  organizationId: string,
  sessionId: string | undefined,
  assistant = askAssistant,
): { chat: LiveChat | null; state: ChatState } {
  const chat = sessionId === undefined ? null : getLiveChat(organizationId, sessionId, assistant);
  const state = useSyncExternalStore(chat?.subscribe ?? subscribeToNothing, chat?.state ?? (() => emptyChat));
  const isSignedIn = useUser() !== undefined;
  useEffect(() => {
    if (!chat || !isSignedIn) return;
    void chat.open();
    return listenForReturn(() => chat.refresh());
  }, [chat, isSignedIn]);
  return { chat, state };
}

/** Calls the listener when the person comes back to the tab or is online again; returns how to stop that. */
function listenForReturn(listener: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === "visible") listener();
  };
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("online", listener);
  return () => {
    document.removeEventListener("visibilitychange", onVisible);
    window.removeEventListener("online", listener);
  };
}

function subscribeToNothing(): () => void {
  return () => {};
}

/** Whether a question of this tab to an assistant is being answered, for the mark beside its navigation entry. */
export function useIsAnyChatAnswering(assistant = askAssistant): boolean {
  return useSyncExternalStore(subscribeToStreaming, () =>
    [...chats.values()].some((chat) => chat.key.assistant === assistant && isAnswering(chat.state())),
  );
}

function subscribeToStreaming(listener: () => void): () => void {
  streamingListeners.add(listener);
  return () => streamingListeners.delete(listener);
}
