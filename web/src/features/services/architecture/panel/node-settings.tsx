import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { isDirty } from "#web/features/services/architecture/model/service-node.ts";
import type { ServiceNode } from "#web/features/services/architecture/model/service-node.ts";
import { NodeStateMark } from "#web/features/services/architecture/parts/node-state-mark.tsx";
import type { ServiceValues } from "#web/features/services/service-values.ts";
import type { NamedService } from "#web/features/services/taken-names.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";

import { NodeForm } from "./node-form.tsx";

interface NodeSettingsProps {
  project: ProjectKey;
  node: ServiceNode;
  /** The other services of the canvas. */
  others: readonly NamedService[];
  isStrict: boolean;
  onEdit: (values: ServiceValues) => void;
  onDelete: () => void;
  /** Puts what the server has in place of what is typed. */
  onRevert: () => void;
  /** What it is connected with. */
  children: ReactNode;
}

/** What can be said of the node that is selected. */
export function NodeSettings(props: NodeSettingsProps) {
  const { project, node, others, isStrict, onEdit, onDelete, onRevert, children } = props;
  return (
    <div className="flex flex-col gap-4">
      {node.state && <NodeStateMark state={node.state} className="text-ink-2" />}
      {node.failure && (
        <p role="alert" className="rounded-lg border border-danger-line bg-danger-subtle p-3 text-sm text-danger-text">
          Could not save service: {node.failure}
        </p>
      )}
      {node.contested.length > 0 && (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm">
          <p className="text-warning-text">
            Somebody changed the {node.contested.join(" and the ")} meanwhile. Yours is not saved yet: saving puts it in
            place of theirs.
          </p>
          <Button size="sm" variant="ghost" onClick={onRevert}>
            Show theirs
          </Button>
        </div>
      )}
      <NodeForm key={node.nodeId} project={project} node={node} others={others} isStrict={isStrict} onEdit={onEdit} />
      {children}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line-subtle pt-4">
        {node.serviceId ? (
          <ButtonLink href={href("service", { ...project, serviceId: node.serviceId })}>Open service</ButtonLink>
        ) : (
          <span className="text-sm text-ink-3">Only here so far</span>
        )}
        <div className="flex gap-2">
          {node.stored !== null && isDirty(node) && (
            <Button variant="ghost" onClick={onRevert}>
              Revert
            </Button>
          )}
          <Button variant="danger" icon={<TrashIcon className="size-4" />} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </div>
    </div>
  );
}
