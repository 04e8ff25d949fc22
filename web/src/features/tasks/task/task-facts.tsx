import { displayName } from "@cairn/contract/auth";
import { taskPriorities } from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { lazy, Suspense } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { isAssigneeShown } from "#web/features/tasks/state/assignee-rule.ts";
import { priorityNames } from "#web/features/tasks/state/priority-names.ts";
import { useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { formatDateTime, formatFullDate } from "#web/lib/text/dates.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { TextLink } from "#web/ui/markdown/text-link.tsx";

import { BlockersFact } from "./blockers-fact.tsx";
import { Fact } from "./fact.tsx";
import { LabelsFact } from "./labels-fact.tsx";
import { ParentFact } from "./parent-fact.tsx";
import { StateMenu } from "./state-menu.tsx";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

const noService = "none";

/** State, service, priority and what else is short of a task. */
interface TaskFactsProps {
  project: ProjectKey;
  task: Task;
  services: readonly { serviceId: string; name: string }[];
}

export function TaskFacts({ project, task, services }: TaskFactsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Fact label="State">
        <StateMenu project={project} task={task} />
      </Fact>
      {isAssigneeShown(task.state) && (
        <Fact label="Assignee">
          <span className="flex min-h-8 items-center gap-2 text-sm">
            {task.assignee ? (
              <>
                <Avatar name={displayName(task.assignee)} />
                <span className="min-w-0 wrap-anywhere">{displayName(task.assignee)}</span>
              </>
            ) : (
              <span className="text-ink-3">Nobody</span>
            )}
          </span>
        </Fact>
      )}
      <Suspense fallback={<div className="h-34" />}>
        <ServiceFact project={project} task={task} services={services} />
        <PriorityFact project={project} task={task} />
      </Suspense>
      <LabelsFact project={project} task={task} />
      <ParentFact project={project} task={task} />
      <BlockersFact project={project} task={task} />
      {task.originUrl?.startsWith("http") && (
        <Fact label="Brought in from">
          <p className="text-sm wrap-anywhere text-accent-text">
            <TextLink href={task.originUrl}>{task.originUrl.replace(/^https?:\/\//, "")}</TextLink>
          </p>
        </Fact>
      )}
      <Fact label="Created">
        <span className="text-sm wrap-anywhere text-ink-2">
          <time dateTime={task.createdAt} title={formatFullDate(task.createdAt)}>
            {formatDateTime(task.createdAt)}
          </time>
          {task.creator && ` by ${displayName(task.creator)}`}
        </span>
      </Fact>
    </div>
  );
}

function ServiceFact({ project, task, services }: TaskFactsProps) {
  const update = useUpdateTask(project, task.taskId, "Service");
  const options = services.map(({ serviceId, name }) => ({ value: serviceId, label: name }));
  const value = update.isPending ? update.variables.serviceId : task.service?.serviceId;
  return (
    <Select
      label="Service"
      options={[{ value: noService, label: "No service" }, ...options]}
      value={value ?? noService}
      onValueChange={(serviceId) => update.mutate({ serviceId: serviceId === noService ? null : serviceId })}
    />
  );
}

function PriorityFact({ project, task }: { project: ProjectKey; task: Task }) {
  const update = useUpdateTask(project, task.taskId, "Priority");
  return (
    <Select
      label="Priority"
      options={taskPriorities.map((value) => ({ value, label: priorityNames[value] }))}
      value={(update.isPending ? update.variables.priority : undefined) ?? task.priority}
      onValueChange={(value) => {
        const priority = taskPriorities.find((one) => one === value);
        if (priority) update.mutate({ priority });
      }}
    />
  );
}
