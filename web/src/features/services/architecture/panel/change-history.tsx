import { derivedEdgeTexts, driftTexts } from "@cairn/contract/architecture";
import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import { MinusIcon } from "@phosphor-icons/react/dist/csr/Minus";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { architectureChangesQuery } from "#web/features/services/architecture/architecture.api.ts";
import { changesBetween, listCommits } from "#web/features/services/architecture/model/compare-changes.ts";
import type { ChangingCommit } from "#web/features/services/architecture/model/compare-changes.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatDateTime } from "#web/lib/text/dates.ts";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { EvidenceList } from "./evidence-list.tsx";

/** What pushes brought into the code and took away, each with its commit and what it was then; between two commits. */
export function ChangeHistory({ project }: { project: ProjectKey }) {
  const loading = useQuery(architectureChangesQuery(project));
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const changes = loading.data?.content ?? [];
  const commits = listCommits(changes);
  const [newest] = commits;
  const oldest = commits.at(-1);
  const shown =
    newest && oldest ? changesBetween(changes, { from: from ?? oldest.commit, to: to ?? newest.commit }) : [];
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

const changeLooks = {
  appeared: { word: "New", Icon: PlusIcon, className: "text-success-text" },
  grew: { word: "More", Icon: PlusIcon, className: "text-danger-text" },
  vanished: { word: "Gone", Icon: MinusIcon, className: "text-danger-text" },
} as const;

function Change({ project, change }: { project: ProjectKey; change: ArchitectureChange }) {
  const { sourceName, targetName, kinds, drift, evidence } = change;
  const { word, Icon, className } = changeLooks[change.change];
  const verbs = kinds.map((kind) => derivedEdgeTexts[kind]).join(", ");
  const text = `${sourceName} ${verbs} ${targetName}`;
  return (
    <div className="text-sm">
      <p className="flex items-start gap-1.5 text-ink-2">
        <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", className)} />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium text-ink">{word}: </span>
          {text}
        </span>
      </p>
      <div className="pl-5.5">
        {drift !== null && drift !== "unverified" && (
          <p className={drift === "forbidden" ? "text-danger-text" : "text-warning-text"}>{driftTexts[drift]}</p>
        )}
        <ChangingCommitLine project={project} change={change} />
        <EvidenceList project={project} label={`Lines: ${text}`} places={evidence} />
      </div>
    </div>
  );
}

/** Which commit it was, what it says and who made it; of a push of several, where none of them can be told, the last one. */
function ChangingCommitLine({ project, change }: { project: ProjectKey; change: ArchitectureChange }) {
  const { commit, isCommitKnown, author, subject, repositorySlug, foundAt } = change;
  const at = { ...project, repositorySlug, branchName: commit, _splat: "" };
  return (
    <p className="wrap-anywhere text-ink-3">
      {isCommitKnown ? subject && `${subject} · ` : "With the push up to "}
      {author && `${author} · `}
      <Link
        href={href("repositoryFile", at)}
        search={{ view: "changes" }}
        aria-label={`Commit ${commit.slice(0, 7)}`}
        className="font-mono text-xs text-accent-text underline pointer-coarse:py-2"
      >
        {commit.slice(0, 7)}
      </Link>
      {" · "}
      <RelativeTime date={foundAt} />
    </p>
  );
}
