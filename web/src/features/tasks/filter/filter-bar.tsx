import { displayName } from "@cairn/contract/auth";
import { taskStateNames, taskStates } from "@cairn/contract/task-states";
import { lazy, Suspense } from "react";

import { membersQuery } from "#web/features/members/members.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { FilterField } from "#web/ui/form/filter-field.tsx";

import { SubtaskFilter } from "./subtask-filter.tsx";
import type { TaskFilter } from "./task-filter.ts";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

const any = "any";

interface FilterBarProps {
  project: ProjectKey;
  services: readonly { serviceId: string; name: string }[];
  filter: TaskFilter;
  onFilter: (change: Partial<TaskFilter>) => void;
}

/** What the tasks are narrowed by. */
export function FilterBar({ project, services, filter, onFilter }: FilterBarProps) {
  const { items: members } = useAllPages((page) => membersQuery(project.organizationId, { page, query: "" }));
  const stateOptions = taskStates.map((state) => ({ value: state, label: taskStateNames[state] }));
  const serviceOptions = services.map(({ serviceId, name }) => ({ value: serviceId, label: name }));
  const memberOptions = members.map(({ user }) => ({ value: user.userId, label: displayName(user) }));
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <FilterField label="Filter tasks" value={filter.text} onValueChange={(text) => onFilter({ text })} />
      <div className="flex min-w-0 gap-2 max-sm:w-full [&>*]:min-w-0 [&>*]:flex-1 sm:[&>*]:w-36">
        <Suspense>
          <Select
            label="State"
            isLabelHidden
            options={[{ value: any, label: "All states" }, ...stateOptions]}
            value={filter.state ?? any}
            onValueChange={(state) => onFilter({ state: taskStates.find((one) => one === state) ?? null })}
          />
          <Select
            label="Service"
            isLabelHidden
            options={[{ value: any, label: "All services" }, ...serviceOptions, { value: "none", label: "No service" }]}
            value={filter.service ?? any}
            onValueChange={(service) => onFilter({ service: service === any ? null : service })}
          />
          <Select
            label="Assignee"
            isLabelHidden
            options={[{ value: any, label: "Everybody" }, ...memberOptions, { value: "none", label: "Nobody" }]}
            value={filter.assignee ?? any}
            onValueChange={(assignee) => onFilter({ assignee: assignee === any ? null : assignee })}
          />
        </Suspense>
      </div>
      <SubtaskFilter project={project} parent={filter.parent} onParent={(parent) => onFilter({ parent })} />
    </div>
  );
}
