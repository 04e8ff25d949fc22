import type { Task } from "@cairn/contract/tasks";
import { useState } from "react";
import type { ReactNode } from "react";

import { createMentionSource } from "#web/features/page-editor/section/mention-source.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { TaskLocations } from "#web/features/tasks/locations/task-locations.tsx";
import { TaskMentions } from "#web/features/tasks/mentioned/task-mentions.tsx";
import { useMedia } from "#web/lib/browser/use-media.ts";

import { TaskActivity } from "./task-activity.tsx";
import { TaskCriteria } from "./task-criteria.tsx";
import { TaskDescription } from "./task-description.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { TaskSubtasks } from "./task-subtasks.tsx";

interface TaskPageProps {
  project: ProjectKey;
  task: Task;
  /** Of the product. */
  services: readonly { serviceId: string; name: string }[];
  /** What was made of it. */
  implementations: ReactNode;
}

/** What a task says, with its facts beside it. */
export function TaskPage({ project, task, services, implementations }: TaskPageProps) {
  const [mentions] = useState(() => createMentionSource(project));
  const isWide = useMedia("(min-width: 1024px)");
  const facts = (
    <div className="flex flex-col gap-4">
      <TaskFacts project={project} task={task} services={services} />
      {implementations}
    </div>
  );
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <TaskDescription project={project} task={task} mentions={mentions} />
        <TaskCriteria project={project} task={task} />
        {task.parent === null && <TaskSubtasks project={project} task={task} />}
        <TaskLocations project={project} taskId={task.taskId} />
        <TaskMentions project={project} taskId={task.taskId} />
        {!isWide && facts}
        <TaskActivity project={project} taskId={task.taskId} />
      </div>
      {isWide && (
        <aside aria-label="Details">
          <div className="sticky top-16">{facts}</div>
        </aside>
      )}
    </div>
  );
}
