import { taskTitleSchema } from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { useId, useRef } from "react";
import type { KeyboardEvent } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { ContestedNote } from "#web/ui/form/contested-note.tsx";
import { useSavedField } from "#web/ui/form/use-saved-field.ts";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

const problemOf = (text: string) => taskTitleSchema.safeParse(text).error?.issues[0]?.message;

/** The title of a task, which is written where it is read. */
export function TaskTitle({ project, task }: { project: ProjectKey; task: Task }) {
  const problemId = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const update = useUpdateTask(project, task.taskId, "Title");
  const field = useSavedField({
    saved: task.title,
    check: problemOf,
    save: async (title) => (await update.mutateAsync({ title: title.trim() })).title,
  });
  useSingleKey("e", () => fieldRef.current?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") field.onUndo();
    else if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    fieldRef.current?.blur();
  };
  return (
    <div>
      <h1 tabIndex={-1} className="sr-only">
        {task.name} {task.title}
      </h1>
      <textarea
        ref={fieldRef}
        aria-label="Title"
        aria-invalid={field.problem ? true : undefined}
        aria-describedby={field.problem ? problemId : undefined}
        rows={1}
        value={field.text}
        onChange={(event) => field.onType(event.target.value.replaceAll(/\r?\n/g, " "))}
        onBlur={field.onLeave}
        onKeyDown={onKeyDown}
        className={
          "-mx-2 field-sizing-content w-[calc(100%+1rem)] resize-none rounded-md bg-transparent px-2 py-1 text-xl " +
          "font-semibold hover:bg-surface-2"
        }
      />
      {field.problem && (
        <p id={problemId} className="mt-0.5 text-xs text-danger-text">
          {field.problem}
        </p>
      )}
      {field.isContested && <ContestedNote field="title" onInsist={field.onInsist} onYield={field.onUndo} />}
      <Announcement>{field.isSaved && "Title saved"}</Announcement>
    </div>
  );
}
