import { maxTaskLabels, taskLabelSchema } from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useState } from "react";
import type { KeyboardEvent } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { cx } from "#web/ui/cx.ts";
import { controlClass } from "#web/ui/form/field.tsx";

import { Fact } from "./fact.tsx";

/** The labels of a task. */
export function LabelsFact({ project, task }: { project: ProjectKey; task: Task }) {
  const update = useUpdateTask(project, task.taskId, "Labels");
  const labels = (update.isPending ? update.variables.labels : undefined) ?? task.labels;
  const remove = (label: string) => update.mutate({ labels: labels.filter((one) => one !== label) });
  return (
    <Fact label="Labels">
      {labels.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <li
              key={label}
              className="flex h-6 max-w-full items-center gap-1 rounded-sm border border-line bg-surface-3 pl-2 text-xs pointer-coarse:h-11"
            >
              <span className="truncate">{label}</span>
              <button
                type="button"
                aria-label={`Remove label ${label}`}
                onClick={() => remove(label)}
                className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
              >
                <XIcon className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {labels.length < maxTaskLabels && (
        <AddLabel onAdd={(label) => !labels.includes(label) && update.mutate({ labels: [...labels, label] })} />
      )}
    </Fact>
  );
}

function AddLabel({ onAdd }: { onAdd: (label: string) => void }) {
  const [text, setText] = useState("");
  const add = () => {
    const label = taskLabelSchema.safeParse(text).data;
    if (label === undefined) return;
    setText("");
    onAdd(label);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== "Enter" && event.key !== ",") || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <input
      aria-label="Add label"
      placeholder="Add label"
      autoComplete="off"
      maxLength={40}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={add}
      className={cx(controlClass, "control px-2.5")}
    />
  );
}
