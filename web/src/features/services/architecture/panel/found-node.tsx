import type { ArchitectureNode } from "@cairn/contract/architecture";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formLabel } from "#web/features/services/architecture/model/canvas-node.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { FormIcon } from "#web/features/services/architecture/parts/form-icon.tsx";

import { EvidenceList } from "./evidence-list.tsx";

interface NodeFactsProps {
  project: ProjectKey;
  node: CanvasNode;
  found: ArchitectureNode | undefined;
  children: ReactNode;
}

/** A store, a queue or an outside service: what the code says of it. */
export function FoundNode({ project, node, found, children }: NodeFactsProps) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div>
        <p className="text-base font-medium wrap-anywhere text-ink">{node.name}</p>
        <p className="mt-1 flex items-center gap-1.5 text-ink-2">
          <FormIcon form={node.form} />
          {[formLabel(node.form), node.detail].filter(Boolean).join(" · ")}
        </p>
      </div>
      <p className="text-ink-3">It was found in the code, and changes with it.</p>
      <EvidenceList project={project} label="Lines that declare it" places={found?.evidence ?? []} />
      {children}
    </div>
  );
}
