import type { Lens } from "@cairn/contract/chat";
import type { UploadedFile } from "@cairn/contract/files";
import type { ReactNode } from "react";

import type { ChatInput, ChatState } from "#web/features/chat/session/chat-state.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";

export interface ChatViewProps {
  project: ProjectKey;
  state: ChatState;
  /** The bar over the messages. */
  header: ReactNode;
  /** Absent where there is only one way to answer. */
  lens?: Lens;
  onLens?: (lens: Lens) => void;
  /** Shown above the first question: the page or code that the conversation is about. */
  subject?: ReactNode;
  /** Shown before the first question; absent, examples of questions about the product. */
  intro?: ReactNode;
  /** Placeholder of the field; absent, one for questions about the product. */
  placeholder?: string;
  /** Files can be attached. */
  canAttach?: boolean;
  /** Index of the answer whose sources are shown beside the conversation; absent where none are. */
  shownSources?: number | null;
  onShowSources?: (index: number) => void;
  onAsk: (question: string, attachments: readonly UploadedFile[]) => void;
  /** Sends answers to clarifying questions; absent where none are asked. */
  onAnswer?: (input: ChatInput) => void;
  onStop: () => void;
  onRetry: () => void;
  /** Fetches the chat again without sending anything; needed where clarifying questions are asked. */
  onReload?: () => void;
  /** Sends the last question again although it was answered; absent where that is not offered. */
  onAskAgain?: () => void;
  /** Withdraws an input that did not arrive, to be edited; absent where it cannot be edited. */
  onWithdraw?: () => ChatInput | null;
}
