import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { FormEvent } from "react";

import { startChat } from "#web/features/chat/session/chat.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import type { LineRange } from "#web/ui/code/line-range.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

interface AskAboutCodeProps {
  project: ProjectKey;
  /** The id, not the slug of the address. */
  projectId: string;
  repositoryId: string;
  path: string;
  /** The selected lines; null for the whole file. */
  selection: LineRange | null;
  lineCount: number;
}

/** A button with a field that starts a chat about these lines. */
export function AskAboutCode({ project, projectId, repositoryId, path, selection, lineCount }: AskAboutCodeProps) {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [question, setQuestion] = useState("");
  const inputRef = useRef<HTMLInputElement>(null);
  const range = selection ?? { start: 1, end: Math.max(1, lineCount) };
  const name = path.slice(path.lastIndexOf("/") + 1);
  const subject = selection ? `${name} ${lineRangeText(selection)}` : name;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === "") return;
    const session = startChat({
      organizationId: project.organizationId,
      question: question.trim(),
      context: {
        projectId,
        lens: "technical",
        selection: { repositoryId, path, startLine: range.start, endLine: range.end },
      },
    });
    void navigate({ to: href("chat", { ...project }), search: { session } });
  };
  return (
    <Popover
      title={`Ask about ${subject}`}
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      initialFocus={inputRef}
      className="w-96 max-w-[calc(100vw-2rem)] p-3"
      trigger={
        <Button size="sm" variant="ghost" icon={<ChatCircleTextIcon aria-hidden className="size-4" />}>
          Ask
        </Button>
      }
    >
      <form onSubmit={ask} className="flex flex-col gap-3">
        <TextField
          ref={inputRef}
          label={`Ask about ${subject}`}
          placeholder="What does this do?"
          value={question}
          onValueChange={setQuestion}
        />
        <Button
          type="submit"
          variant="primary"
          size="sm"
          className="self-end"
          disabledReason={question.trim() === "" ? "Type a question first" : undefined}
        >
          Ask
        </Button>
      </form>
    </Popover>
  );
}

function lineRangeText({ start, end }: LineRange): string {
  return start === end ? `line ${start}` : `lines ${start} to ${end}`;
}
