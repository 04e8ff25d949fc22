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
  /** Absent where there is but one way to answer. */
  lens?: Lens;
  onLens?: (lens: Lens) => void;
  /** Shown above the first question: what the conversation is about. */
  subject?: ReactNode;
  /** Shown before the first question; absent, examples of questions about the product. */
  intro?: ReactNode;
  /** What may be typed, in place of a question. */
  placeholder?: string;
  /** Files can be sent along. */
  canAttach?: boolean;
  /** Whose sources are shown beside the conversation; absent where none are. */
  shownSources?: number | null;
  onShowSources?: (index: number) => void;
  onAsk: (question: string, attachments: readonly UploadedFile[]) => void;
  /** Sends answers to questions that were asked back; absent where none are. */
  onAnswer?: (input: ChatInput) => void;
  onStop: () => void;
  onRetry: () => void;
  /** Reads the chat again and asks nothing; needed where questions are asked back. */
  onReload?: () => void;
  /** Asks the last question again though it was answered; absent where that makes no sense. */
  onAskAgain?: () => void;
  /** Takes a question back that did not arrive; absent where it cannot be changed. */
  onTakeBack?: () => ChatInput | null;
}
