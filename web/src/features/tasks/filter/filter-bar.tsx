import { displayName } from "@cairn/contract/auth";
import { taskStateNames, taskStates } from "@cairn/contract/task-states";
import { FunnelSimpleIcon } from "@phosphor-icons/react/dist/csr/FunnelSimple";
import { lazy, Suspense, useId, useState } from "react";

import { membersQuery } from "#web/features/members/members.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
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

/** What the tasks are narrowed by. A narrow screen shows the text alone until the others are opened. */
export function FilterBar({ project, services, filter, onFilter }: FilterBarProps) {
  const { items: members } = useAllPages((page) => membersQuery(project.organizationId, { page, query: "" }));
  const stateOptions = taskStates.map((state) => ({ value: state, label: taskStateNames[state] }));
  const serviceOptions = services.map(({ serviceId, name }) => ({ value: serviceId, label: name }));
  const memberOptions = members.map(({ user }) => ({ value: user.userId, label: displayName(user) }));
  const [isOpen, setIsOpen] = useState(false);
  const choicesId = useId();
  const chosen = [filter.state, filter.service, filter.assignee, filter.parent].filter((one) => one !== null).length;
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <div className="flex min-w-0 gap-2 max-sm:w-full">
        <FilterField label="Filter tasks" value={filter.text} onValueChange={(text) => onFilter({ text })} />
        <Button
          className="shrink-0 sm:hidden"
          icon={<FunnelSimpleIcon className="size-4" />}
          aria-expanded={isOpen}
          aria-controls={choicesId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {chosen === 0 ? "Filters" : `Filters ${chosen}`}
        </Button>
      </div>
      <div
        id={choicesId}
        className={cx(
          "min-w-0 flex-wrap gap-2 max-sm:w-full sm:flex sm:[&>*]:w-36 max-sm:[&>*]:min-w-24 max-sm:[&>*]:flex-1",
          isOpen ? "flex" : "hidden",
        )}
      >
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
          <SubtaskFilter project={project} parent={filter.parent} onParent={(parent) => onFilter({ parent })} />
        </Suspense>
      </div>
    </div>
  );
}
