import {
  deleteChat as deleteChatEndpoint,
  getAnswerer as getAnswererEndpoint,
  getChat as getChatEndpoint,
  getDescriptionChat as getDescriptionChatEndpoint,
  getDraftChat as getDraftChatEndpoint,
  listChats as listChatsEndpoint,
} from "@cairn/contract/chat";

import { getAnswerer } from "#server/domain/chat/answering/get-answerer.ts";
import type { ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { deleteChat } from "#server/domain/chat/session/delete-chat.ts";
import { getChat, getDescriptionChat, getDraftChat } from "#server/domain/chat/session/get-chat.ts";
import { listChats } from "#server/domain/chat/session/list-chats.ts";
import { defineRoute, type Route } from "#server/edge.ts";

/** The calls of a process; deleting a chat stops its answer among the process's streams. */
export function createChatRoutes(streams: ChatStreams): readonly Route[] {
  return [
    defineRoute(listChatsEndpoint, listChats),
    defineRoute(getChatEndpoint, getChat),
    defineRoute(getDescriptionChatEndpoint, getDescriptionChat),
    defineRoute(getDraftChatEndpoint, getDraftChat),
    defineRoute(getAnswererEndpoint, getAnswerer),
    defineRoute(deleteChatEndpoint, (ctx, input) => deleteChat(ctx, { ...input, streams })),
  ];
}
