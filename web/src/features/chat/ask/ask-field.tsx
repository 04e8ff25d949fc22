import { maxQuestionLength } from "@cairn/contract/chat";
import type { ChatContext } from "@cairn/contract/chat";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { FormEvent } from "react";

import { startChat } from "#web/features/chat/session/chat.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { loadChatDraft, saveChatDraft } from "#web/lib/browser/storage.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { cx } from "#web/ui/cx.ts";

interface AskFieldProps {
  project: ProjectKey;
  /** What the chat is about. */
  context: ChatContext;
  /** What it is called in the field: "Ask about this page". */
  subject: "page" | "task";
}

/** A field that starts a chat about what the screen shows. What is typed is kept for the tab until it was asked. */
export function AskField({ project, context, subject }: AskFieldProps) {
  const navigate = useNavigate();
  const user = useUser();
  const draftKey = `${user?.userId ?? ""}:ask:${context.taskId ?? context.artifactId ?? ""}`;
  const [question, setQuestion] = useState(() => loadChatDraft(draftKey) ?? "");
  const type = (text: string) => {
    setQuestion(text);
    saveChatDraft(draftKey, text || null);
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === "") return;
    const { organizationId } = project;
    const session = startChat({ organizationId, question: question.trim(), context });
    type("");
    void navigate({ to: href("chat", { ...project }), search: { session } });
  };
  return (
    <form
      onSubmit={ask}
      className={cx(
        "sticky bottom-4 z-10 mx-auto mt-12 flex h-11 w-full pointer-coarse:h-13 max-w-120 items-center rounded-xl",
        "border border-line-control bg-surface-2 pr-1.5 pl-4 pointer-coarse:pr-1 shadow-pop",
        "has-[input:focus-visible]:border-transparent has-[input:focus-visible]:outline-2",
        "has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-focus max-md:bottom-18",
        "[@media(max-height:30rem)]:static",
      )}
    >
      <input
        aria-label={`Ask about this ${subject}`}
        placeholder={`Ask about this ${subject}…`}
        autoComplete="off"
        maxLength={maxQuestionLength}
        value={question}
        onChange={(event) => type(event.target.value)}
        className="h-full min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-prose"
      />
      <button
        type="submit"
        aria-label="Ask"
        aria-disabled={question.trim() === "" || undefined}
        className={cx(
          "grid size-8 place-items-center rounded-md bg-primary pointer-coarse:size-11 text-on-primary",
          "aria-disabled:bg-surface-4 aria-disabled:text-ink-3",
        )}
      >
        <ArrowUpIcon aria-hidden weight="bold" className="size-4" />
      </button>
    </form>
  );
}
