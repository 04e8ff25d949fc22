import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";

import { Button } from "#web/ui/button.tsx";

import type { ChatProblem } from "./chat-state.ts";

/** What went wrong with a chat, why, and the way on. */
export function ChatProblemCard({ problem, onRetry }: { problem: ChatProblem; onRetry: () => void }) {
  const { title, text } = wordsFor(problem);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger-line bg-danger-subtle p-3"
    >
      <WarningCircleIcon aria-hidden weight="fill" className="size-5 shrink-0 text-danger-text" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{title}</p>
        {text && <p className="mt-0.5 break-words text-ink-2">{text}</p>}
      </div>
      {problem.kind !== "missing" && (
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

function wordsFor(problem: ChatProblem): { title: string; text?: string } {
  switch (problem.kind) {
    case "answer":
      return { title: "Failed to answer your request", text: problem.cause };
    case "load":
      return { title: "Could not fetch data :(", text: problem.cause };
    case "missing":
      return { title: "Chat not found: The chat you are trying to access does not exist" };
    case "invalid":
      return { title: "Session is invalid" };
  }
}
