import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { FormEvent } from "react";

import { startChat } from "#web/features/chat/session/chat.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { cx } from "#web/ui/cx.ts";

interface AskAboutPageProps {
  organizationId: string;
  /** The slug in the address. */
  projectSlug: string;
  projectId: string;
  artifactId: string;
}

/** A field that starts a chat about this page. */
export function AskAboutPage({ organizationId, projectSlug, projectId, artifactId }: AskAboutPageProps) {
  const navigate = useNavigate();
  const [question, setQuestion] = useState("");
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === "") return;
    const context = { projectId, artifactId, lens: "technical" as const };
    const session = startChat({ organizationId, question: question.trim(), context });
    void navigate({ to: href("chat", { organizationId, projectId: projectSlug }), search: { session } });
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
        aria-label="Ask about this page"
        placeholder="Ask about this page…"
        autoComplete="off"
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
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
