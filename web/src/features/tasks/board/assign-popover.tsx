import { displayName } from "@cairn/contract/auth";
import { UserCircleIcon } from "@phosphor-icons/react/dist/csr/UserCircle";
import { useRef, useState } from "react";

import { membersQuery } from "#web/features/members/members.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useAssignTasks } from "#web/features/tasks/tasks.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

const nobody = "nobody";

/** Gives tasks to a member, or takes them away from everybody. */
export function AssignPopover({ project, taskIds }: { project: ProjectKey; taskIds: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const assign = useAssignTasks(project);
  return (
    <Popover
      title="Assign to"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      side="top"
      className="flex max-h-80 w-72 flex-col"
      trigger={
        <Button size="sm" isBusy={assign.isPending} icon={<UserCircleIcon className="size-4" />}>
          Assign
        </Button>
      }
    >
      <MemberList
        organizationId={project.organizationId}
        onChoose={(assignee) => {
          setIsOpen(false);
          assign.mutate({ taskIds, assignee });
        }}
      />
    </Popover>
  );
}

function MemberList(props: { organizationId: string; onChoose: (userId: string | null) => void }) {
  const { organizationId, onChoose } = props;
  const { items, failure } = useAllPages((page) => membersQuery(organizationId, { page, query: "" }));
  const [marked, setMarked] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const members = items.map(({ user }) => ({ key: user.userId, label: displayName(user) }));
  return (
    <SearchListbox
      label="Members"
      placeholder="Search members..."
      emptyText="No such member"
      failure={failure}
      items={[{ key: nobody, label: "Nobody" }, ...members]}
      activeKey={marked}
      onActiveChange={setMarked}
      onOpen={(key) => onChoose(key === nobody ? null : key)}
      inputRef={inputRef}
    />
  );
}
