import {
  deleteChat as deleteChatEndpoint,
  getAnswerer as getAnswererEndpoint,
  getChat as getChatEndpoint,
  getDescriptionChat as getDescriptionChatEndpoint,
  getDraftChat as getDraftChatEndpoint,
  listChats as listChatsEndpoint,
} from "@cairn/contract/chat";

import { defineRoute, type Route } from "../../edge.ts";
import type { ChatStreams } from "./chat-streams.ts";
import { deleteChat } from "./delete-chat.ts";
import { getAnswerer } from "./get-answerer.ts";
import { getChat, getDescriptionChat, getDraftChat } from "./get-chat.ts";
import { listChats } from "./list-chats.ts";

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
