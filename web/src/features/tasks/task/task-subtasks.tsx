import { displayName } from "@cairn/contract/auth";
import { isTaskOver, taskStateNames } from "@cairn/contract/task-states";
import { maxSubtasks, taskTitleSchema } from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { isAssigneeShown } from "#web/features/tasks/state/assignee-rule.ts";
import { tasksQuery, useCreateTask, useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { handOnFocus } from "#web/ui/list/hand-on-focus.ts";

interface TaskSubtasksProps {
  project: ProjectKey;
  task: Task;
}

/** The tasks that are part of this one, and a field for a new one. */
export function TaskSubtasks({ project, task }: TaskSubtasksProps) {
  const headingId = useId();
  const { done, total } = task.subtasks;
  const filters = { parentId: task.taskId };
  const query = useQuery({ ...tasksQuery(project, { page: 1, limit: maxSubtasks, filters }), enabled: total > 0 });
  const subtasks = total === 0 ? [] : (query.data?.content ?? []).toReversed();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1 flex items-center gap-2 text-sm font-medium">
        Sub-tasks
        {total > 0 && (
          <span className="font-normal text-ink-3 tabular-nums">
            {done} of {total}
          </span>
        )}
      </h2>
      {query.isError && <InlineError message={errorMessage(query.error)} onRetry={() => void query.refetch()} />}
      {subtasks.length > 0 && (
        <ul aria-labelledby={headingId} className="flex flex-col">
          {subtasks.map((subtask) => (
            <SubtaskRow key={subtask.taskId} project={project} subtask={subtask} />
          ))}
        </ul>
      )}
      {total < maxSubtasks && <AddSubtask project={project} task={task} />}
    </section>
  );
}

function SubtaskRow({ project, subtask }: { project: ProjectKey; subtask: Task }) {
  const update = useUpdateTask(project, subtask.taskId, "Parent task");
  const { taskId, name, title, state } = subtask;
  const assignee = isAssigneeShown(state) ? subtask.assignee : null;
  return (
    <li className="flex min-h-9 items-center gap-2.5 text-base">
      <TaskStateIcon state={state} />
      <span className="sr-only">{taskStateNames[state]}</span>
      <Link
        href={href("task", { ...project, taskId })}
        className={cx("min-w-0 flex-1 rounded-sm wrap-anywhere hover:underline", isTaskOver(state) && "text-ink-3")}
      >
        <span className="mr-2 text-sm text-ink-3 tabular-nums">{name}</span>
        {title}
      </Link>
      {assignee && (
        <>
          <Avatar name={displayName(assignee)} size="sm" />
          <span className="sr-only">Assigned to {displayName(assignee)}</span>
        </>
      )}
      <IconButton
        size="sm"
        label={`Make ${name} a task of its own`}
        icon={<XIcon className="size-3.5" />}
        onClick={({ currentTarget }) => {
          handOnFocus(currentTarget);
          update.mutate({ parentId: null });
        }}
      />
    </li>
  );
}

/** A sub-task begins where its parent waits, else in Todo, and with its service. */
function AddSubtask({ project, task }: TaskSubtasksProps) {
  const problemId = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const create = useCreateTask(project);
  const add = () => {
    if (text.trim() === "" || create.isPending) return;
    const title = taskTitleSchema.safeParse(text);
    setProblem(title.error?.issues[0]?.message);
    if (!title.success) return;
    const state = task.state === "backlog" ? "backlog" : "todo";
    const body = {
      title: title.data,
      parentId: task.taskId,
      serviceId: task.service?.serviceId ?? null,
      state,
    } as const;
    // After a failure its toast says so, and the title is still there.
    create.mutate(body, { onSuccess: () => setText("") });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <label className="flex min-h-9 items-center gap-2.5 text-ink-3 pointer-coarse:min-h-11">
        <PlusIcon aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">Add sub-task</span>
        <input
          value={text}
          placeholder="Add sub-task"
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={problem && problemId}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 rounded-sm bg-transparent px-1 py-1 text-base text-ink outline-offset-0 placeholder:text-ink-3"
        />
      </label>
      {problem && (
        <p id={problemId} className="text-xs text-danger-text">
          {problem}
        </p>
      )}
    </>
  );
}
