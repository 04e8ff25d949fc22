import type { ArtifactSummary } from "@cairn/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useMoveArtifact, usePages, useRepositionArtifact } from "#web/features/pages/api/artifacts.api.ts";
import { projectQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { buildPageTree, subtreeIds, listPageRows } from "./page-tree.ts";

const topKey = "top";
const organizationKey = "organization";
const projectKey = "project";

interface MoveDialogProps {
  project: ProjectKey;
  page: ArtifactSummary;
  onClose: () => void;
}

/** Moves a page: to another owner (organization, product or service) and below another page. */
export function MoveDialog({ project, page, onClose }: MoveDialogProps) {
  const { organizationId } = project;
  const product = useQuery(projectQuery(project)).data;
  const { pages } = usePages(organizationId);
  const move = useMoveArtifact(organizationId);
  const reposition = useRepositionArtifact(organizationId);
  const currentOwner = page.serviceId ?? (page.projectId ? projectKey : organizationKey);
  const [owner, setOwner] = useState(currentOwner);
  const [parent, setParent] = useState(page.parentArtifactId ?? topKey);
  const isPending = move.isPending || reposition.isPending;

  const target = parseOwner(owner, page, product?.projectId ?? null);
  const ownersPages = pages.filter((one) => one.projectId === target.projectId && one.serviceId === target.serviceId);
  const rows = listPageRows(buildPageTree(ownersPages), () => false);
  const own = rows.find(({ node }) => node.page.artifactId === page.artifactId);
  const ownSubtree = own ? subtreeIds(own.node) : [page.artifactId];
  const parents = rows.filter(({ node }) => !ownSubtree.includes(node.page.artifactId));
  const isChanged = owner !== currentOwner || parent !== (page.parentArtifactId ?? topKey);

  const apply = async () => {
    if (owner !== currentOwner) await move.mutateAsync({ artifactId: page.artifactId, ...target });
    if (owner === currentOwner || parent !== topKey) {
      const parentArtifactId = parent === topKey ? null : parent;
      await reposition.mutateAsync({ artifactId: page.artifactId, parentArtifactId, beforeArtifactId: null });
    }
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Move page"
      description={`Where “${page.title}” belongs. Pages below it stay with it.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={isPending}
            disabledReason={isChanged ? undefined : "It is there already"}
            // A toast reports a failure, and the dialog stays open.
            onClick={() => void apply().catch(() => {})}
          >
            Move
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label="Belongs to"
          options={[
            { value: organizationKey, label: "The whole organization" },
            { value: projectKey, label: product?.name ?? "The product" },
            ...(product?.services ?? []).map(({ serviceId, name }) => ({ value: serviceId, label: `Service ${name}` })),
          ]}
          value={owner}
          onValueChange={(next) => {
            setOwner(next);
            setParent(topKey);
          }}
        />
        <SearchSelect
          label="Below"
          searchPlaceholder="Search pages"
          emptyText="No pages there"
          items={[
            { key: topKey, label: "No page: at the top" },
            ...parents.map(({ node, depth }) => ({
              key: node.page.artifactId,
              label: `${"– ".repeat(depth)}${node.page.title}`,
            })),
          ]}
          value={parent}
          onValueChange={setParent}
        />
      </div>
    </Dialog>
  );
}

function parseOwner(owner: string, page: ArtifactSummary, productId: string | null) {
  if (owner === organizationKey) return { projectId: null, serviceId: null };
  const projectId = productId ?? page.projectId;
  return { projectId, serviceId: owner === projectKey ? null : owner };
}
