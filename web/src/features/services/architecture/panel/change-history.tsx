import { derivedEdgeTexts } from "@cairn/contract/architecture";
import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import { MinusIcon } from "@phosphor-icons/react/dist/csr/Minus";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { architectureChangesQuery } from "#web/features/services/architecture/architecture.api.ts";
import { compareCommits, listCommits } from "#web/features/services/architecture/model/compare-changes.ts";
import type { ChangingCommit } from "#web/features/services/architecture/model/compare-changes.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { formatDateTime } from "#web/lib/text/dates.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { EvidenceList } from "./evidence-list.tsx";

/** What pushes brought into the code and took away, between two commits. */
export function ChangeHistory({ project }: { project: ProjectKey }) {
  const loading = useQuery(architectureChangesQuery(project));
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const changes = loading.data?.content ?? [];
  const commits = listCommits(changes);
  const [newest] = commits;
  const oldest = commits.at(-1);
  const shown =
    newest && oldest ? compareCommits(changes, { from: from ?? oldest.commit, to: to ?? newest.commit }) : [];
  const options = commits.map((one) => ({ value: one.commit, label: nameCommit(one) }));
  return (
    <section aria-label="What changed" className="flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">What changed</h3>
      {loading.isError && !loading.data && (
        <InlineError message={errorMessage(loading.error)} onRetry={() => void loading.refetch()} />
      )}
      {loading.isPending && (
        <Loading what="changes">
          <SkeletonRows count={2} className="h-9" />
        </Loading>
      )}
      {loading.data && commits.length === 0 && (
        <p className="text-sm text-ink-3">No push has changed what the code connects since it was first read.</p>
      )}
      {newest && oldest && newest !== oldest && (
        <div className="grid grid-cols-2 gap-2">
          <Select label="From commit" options={options} value={from ?? oldest.commit} onValueChange={setFrom} />
          <Select label="To commit" options={options} value={to ?? newest.commit} onValueChange={setTo} />
        </div>
      )}
      {commits.length > 0 && shown.length === 0 && (
        <p className="text-sm text-ink-2">What came between these two went again.</p>
      )}
      {shown.length > 0 && (
        <ul aria-label="Changed connections" className="flex flex-col gap-3">
          {shown.map((change) => (
            <li key={change.changeId}>
              <Change project={project} change={change} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function nameCommit({ commit, foundAt }: ChangingCommit): string {
  return `${commit.slice(0, 7)} · ${formatDateTime(foundAt)}`;
}

function Change({ project, change }: { project: ProjectKey; change: ArchitectureChange }) {
  const { sourceName, targetName, kinds, commit, evidence } = change;
  const isNew = change.change === "appeared";
  const verbs = kinds.map((kind) => derivedEdgeTexts[kind]).join(", ");
  const text = `${sourceName} ${verbs} ${targetName}`;
  return (
    <div className="text-sm">
      <p className="flex items-start gap-1.5 text-ink-2">
        {isNew ? (
          <PlusIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
        ) : (
          <MinusIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
        )}
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium text-ink">{isNew ? "New: " : "Gone: "}</span>
          {text} <code className="font-mono text-xs text-ink-3">{commit.slice(0, 7)}</code>
        </span>
      </p>
      <div className="pl-5.5">
        <EvidenceList project={project} label={`Lines: ${text}`} places={evidence} />
      </div>
    </div>
  );
}
