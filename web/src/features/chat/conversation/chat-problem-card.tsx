import { messages, outcomes } from "@cairn/contract/texts";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";

import type { ChatProblem } from "#web/features/chat/session/chat-state.ts";
import { Button } from "#web/ui/action/button.tsx";

interface ChatProblemCardProps {
  problem: ChatProblem;
  onRetry: () => void;
  /** Puts the question back into the field; absent where the server has it. */
  onEdit?: () => void;
}

/** What went wrong in a chat, why, and how to continue. */
export function ChatProblemCard({ problem, onRetry, onEdit }: ChatProblemCardProps) {
  const { title, text } = problemText(problem);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger-line bg-danger-subtle p-3"
    >
      <WarningCircleIcon aria-hidden weight="fill" className="size-5 shrink-0 text-danger-text" />
      <div className="min-w-40 flex-1 text-sm">
        <p className="font-medium">{title}</p>
        {text && <p className="mt-0.5 wrap-anywhere text-ink-2">{text}</p>}
      </div>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {onEdit && (
          <Button size="sm" variant="ghost" onClick={onEdit}>
            Edit question
          </Button>
        )}
        {problem.kind !== "missing" && (
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  );
}

function problemText(problem: ChatProblem): { title: string; text?: string } {
  switch (problem.kind) {
    case "answer":
      return { title: outcomes.chatAnswer.failure, text: problem.cause };
    case "load":
      return { title: messages.loadFailed, text: problem.cause };
    case "missing":
      return { title: messages.chatMissing };
    case "invalid":
      return { title: messages.sessionInvalid };
  }
}
