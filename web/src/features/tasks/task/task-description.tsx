import { taskDescriptionSchema } from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { useId } from "react";

import { useMentionTargets } from "#web/features/pages/api/mentions.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { presenceField } from "#web/features/tasks/presence/use-own-presence.ts";
import { useSaveTask } from "#web/features/tasks/tasks.api.ts";
import { LazyRichTextEditor } from "#web/ui/editor/lazy-rich-text-editor.tsx";
import type { MentionSource } from "#web/ui/editor/menus/text-sources.ts";
import { ContestedNote } from "#web/ui/form/contested-note.tsx";
import { useSavedField } from "#web/ui/form/use-saved-field.ts";

interface TaskDescriptionProps {
  project: ProjectKey;
  task: Task;
  mentions: MentionSource;
}

const problemOf = (text: string) => taskDescriptionSchema.safeParse(text).error?.issues[0]?.message;

/** The description of a task: rich text that is saved when it is left. */
export function TaskDescription({ project, task, mentions }: TaskDescriptionProps) {
  const headingId = useId();
  const problemId = useId();
  const save = useSaveTask(project, task.taskId, "description");
  const field = useSavedField({
    saved: task.description,
    check: problemOf,
    save: async (description) => (await save.mutateAsync({ description })).description,
  });
  const resolveMention = useMentionTargets(project, [field.text]);
  return (
    <section aria-labelledby={headingId} {...presenceField("description")}>
      <div className="mb-1 flex h-6 items-center justify-between gap-3">
        <h2 id={headingId} className="text-sm font-medium">
          Description
        </h2>
        <output className="flex items-center gap-1 text-xs text-ink-3">
          {save.isPending && "Saving…"}
          {field.isSaved && !save.isPending && (
            <>
              <CheckIcon aria-hidden className="size-3.5 text-success-text" />
              Saved
            </>
          )}
        </output>
      </div>
      <div
        onBlur={(event) => {
          // Menus of the text are elsewhere in the page, and the text is not left for them.
          const { relatedTarget, currentTarget } = event;
          if (!currentTarget.contains(relatedTarget) && !isOverlay(relatedTarget)) field.onLeave();
        }}
      >
        <LazyRichTextEditor
          label="Description"
          value={field.text}
          onChange={field.onType}
          onSubmit={field.onLeave}
          mentions={mentions}
          resolveMention={resolveMention}
          placeholder="Add a description…"
          minHeight={96}
          aria-describedby={field.problem && problemId}
          aria-invalid={field.problem !== undefined}
        />
      </div>
      {field.problem && (
        <p id={problemId} className="mt-1 text-xs text-danger-text">
          {field.problem}
        </p>
      )}
      {field.isContested && <ContestedNote field="description" onInsist={field.onInsist} onYield={field.onUndo} />}
    </section>
  );
}

function isOverlay(element: Element | null): boolean {
  return element?.closest("#overlays") != null;
}
