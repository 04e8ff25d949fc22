import type { ChatContext } from "@cairn/contract/chat";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { FormEvent } from "react";

import { startChat } from "#web/features/chat/session/chat.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface AskDialogProps {
  project: ProjectKey;
  /** What the chat is about. */
  context: ChatContext;
  /** "Ask about this diagram". */
  title: string;
  /** The name of that thing. */
  subject: string;
  placeholder: string;
  onClose: () => void;
}

/** Starts a chat about something on the screen. */
export function AskDialog({ project, context, title, subject, placeholder, onClose }: AskDialogProps) {
  const navigate = useNavigate();
  const [question, setQuestion] = useState("");
  const inputRef = useRef<HTMLInputElement>(null);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === "") return;
    const session = startChat({ organizationId: project.organizationId, question: question.trim(), context });
    void navigate({ to: href("chat", { ...project }), search: { session } });
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={title} description={subject} initialFocus={inputRef}>
      <form onSubmit={ask} className="flex flex-col gap-4">
        <TextField
          ref={inputRef}
          label="Your question"
          placeholder={placeholder}
          value={question}
          onValueChange={setQuestion}
        />
        <Button
          type="submit"
          variant="primary"
          className="self-end"
          disabledReason={question.trim() === "" ? "Type a question first" : undefined}
        >
          Ask
        </Button>
      </form>
    </Dialog>
  );
}
