import type { Architecture } from "@cairn/contract/architecture";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { listDrift } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import { Button } from "#web/ui/action/button.tsx";

import { EdgeList } from "./connections.tsx";
import { DriftRule } from "./drift-rule.tsx";
import { WhoSaid } from "./who-said.tsx";

interface DriftProps {
  project: ProjectKey;
  architecture: Architecture;
  edges: readonly CanvasEdge[];
  isBusy: boolean;
  onOpen: (edgeId: string) => void;
  onBaseline: () => void;
}

/** What comes below, as the forms of new nodes, stays near. */
const shownAtFirst = 6;

/** Where code and lines differ, in words; without a single line, how to begin. */
export function Drift({ project, architecture, edges, isBusy, onOpen, onBaseline }: DriftProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const drift = listDrift(edges);
  const found = edges.filter(({ edge }) => edge.derived !== null).length;
  if (edges.length === 0) return null;
  const hasCode = found > 0 || architecture.index.repositories.length > 0;
  return (
    <section aria-label="Code and lines" className="flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">Code and lines</h3>
      {hasCode && !architecture.index.isFresh && (
        <p className="flex items-start gap-1.5 text-sm wrap-anywhere text-ink-2">
          <WarningCircleIcon aria-hidden weight="fill" className="mt-0.5 size-4 shrink-0 text-warning-text" />
          {describeOldIndex(architecture.index.repositories)}
        </p>
      )}
      {hasCode && architecture.hasContract && architecture.index.isFresh && drift.length === 0 && (
        <p className="flex items-center gap-1.5 text-sm text-ink-2">
          <CheckCircleIcon aria-hidden weight="fill" className="size-4 text-success-text" />
          The code does what the lines say.
        </p>
      )}
      {!hasCode && (
        <p className="text-sm text-ink-3">
          No service here has code yet. Draw and describe what you plan; once one has its repository, this says where
          the code does otherwise.
        </p>
      )}
      {hasCode && !architecture.hasContract && (
        <p className="text-sm text-ink-3">
          {found === 0 &&
            "No connection was found in the code. Draw those that it should have: code without one shows here."}
          {found > 0 &&
            `${found === 1 ? "One connection was" : `${found} connections were`} found in the code. Allow them, and whatever is added later shows here.`}
        </p>
      )}
      {architecture.baselineAt !== null && (
        <p className="text-sm text-ink-3">
          What was there was allowed by{" "}
          <WhoSaid said={{ by: architecture.baselineBy ?? null, at: architecture.baselineAt }} />.
        </p>
      )}
      {((!architecture.hasContract && found > 0) || drift.some(({ look }) => look === "undeclared")) && (
        <Button size="sm" className="self-start" isBusy={isBusy} onClick={onBaseline}>
          Allow what is there today
        </Button>
      )}
      {drift.length > 0 && <EdgeList edges={isAllShown ? drift : drift.slice(0, shownAtFirst)} onOpen={onOpen} />}
      {!isAllShown && drift.length > shownAtFirst && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setIsAllShown(true)}>
          Show all {drift.length}
        </Button>
      )}
      {hasCode && architecture.hasContract && <DriftRule project={project} />}
    </section>
  );
}

/** So many are named. */
const namedRepositories = 3;

/** Which repositories what is shown is not verified of, and why. */
function describeOldIndex(repositories: Architecture["index"]["repositories"]): string {
  const old = repositories.filter(({ state }) => state !== "fresh");
  const names = old.slice(0, namedRepositories).map(({ repositorySlug }) => repositorySlug);
  const left = old.length - names.length;
  const whose = `${names.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
  const isMissing = old.every(({ state }) => state === "missing");
  return `${isMissing ? "There is no index" : "The index is older than the code"} of ${whose}: what it shows is not verified.`;
}
