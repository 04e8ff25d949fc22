import { maxBranchFilter, type ReviewableBranch, type ReviewableBranches } from "@cairn/contract/reviews";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { reviewableBranchesQuery, startableTasksQuery, useReviewBranch } from "./branches.api.ts";

/** Puts a branch that somebody pushed in review. */
export function ReviewBranchAction({ project }: { project: ProjectKey }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<GitBranchIcon aria-hidden />} onClick={() => setIsOpen(true)}>
        Review a branch
      </Button>
      {isOpen && <ReviewBranchDialog project={project} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** A task of its own is made for the branch. */
const ownTask = "own";

const settleDelayMs = 250;

function ReviewBranchDialog({ project, onClose }: { project: ProjectKey; onClose: () => void }) {
  const [text, setText] = useState("");
  const wanted = useDebounced(text.trim(), settleDelayMs);
  const branches = useQuery(reviewableBranchesQuery(project, wanted));
  const tasks = useQuery(startableTasksQuery(project));
  const [taskId, setTaskId] = useState<string>(ownTask);
  const options = [
    { value: ownTask, label: "A new task, named after its newest commit" },
    ...(tasks.data?.content.map(({ taskId: value, name, title }) => ({ value, label: `${name} ${title}` })) ?? []),
  ];
  const { data } = branches;
  const isNothing = data?.total === 0 && wanted === "" && text === "";
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      width="md"
      title="Review a branch"
      description="It is built, tested and checked like any other change, and again with each push to it."
    >
      {isNothing ? (
        <p className="text-sm text-ink-2">No branch waits: each one that was fetched is merged, or in review.</p>
      ) : (
        <div className="flex flex-col gap-4">
          <Select label="For" options={options} value={taskId} onValueChange={setTaskId} />
          <TextField
            label="Find a branch"
            hint="By a part of its name, or of its repository's"
            maxLength={maxBranchFilter}
            value={text}
            onValueChange={setText}
          />
          {data ? (
            <WaitingBranches
              project={project}
              found={data}
              taskId={taskId === ownTask ? undefined : taskId}
              text={wanted}
            />
          ) : branches.isError ? (
            <InlineError message={errorMessage(branches.error)} onRetry={() => void branches.refetch()} />
          ) : (
            <Loading what="branches">
              <SkeletonRows count={3} className="h-12" />
            </Loading>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface WaitingBranchesProps {
  project: ProjectKey;
  found: ReviewableBranches;
  taskId: string | undefined;
  /** What was looked for. */
  text: string;
}

function WaitingBranches({ project, found: { content, total }, taskId, text }: WaitingBranchesProps) {
  const more = total - content.length;
  return (
    <>
      <output className="text-sm wrap-anywhere text-ink-2">
        {total === 0 &&
          `No branch that waits has “${text}” in its name. One that was pushed a moment ago is here once it is fetched.`}
        {total > 0 && (total === 1 ? "1 branch" : `${total.toLocaleString("en")} branches`)}
        {more > 0 &&
          `, of which the ${content.length} with the newest commits are listed. Type a part of a name to find others.`}
      </output>
      {total > 0 && (
        <ul aria-label="Branches" className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {content.map((one) => (
            <BranchRow key={`${one.repositoryId} ${one.branch}`} project={project} branch={one} taskId={taskId} />
          ))}
        </ul>
      )}
    </>
  );
}

interface BranchRowProps {
  project: ProjectKey;
  branch: ReviewableBranch;
  taskId: string | undefined;
}

function BranchRow({ project, branch: one, taskId }: BranchRowProps) {
  const review = useReviewBranch(project);
  const navigate = useNavigate();
  const { repositoryId, repositorySlug, branch, updatedAt } = one;
  const start = () =>
    review.mutate(
      { repositoryId, branch, ...(taskId === undefined ? {} : { taskId }) },
      {
        onSuccess: ({ task, implementationId }) =>
          void navigate({ to: href("review", { ...project, taskId: task.taskId }), search: { implementationId } }),
      },
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 p-3 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block font-mono text-xs wrap-anywhere text-ink">
          <bdi>{branch}</bdi>
        </span>
        <span className="text-xs text-ink-2">
          {repositorySlug} · <RelativeTime date={updatedAt} />
        </span>
      </span>
      <Button size="sm" isBusy={review.isPending} onClick={start} aria-label={`Review ${branch}`}>
        Review
      </Button>
    </li>
  );
}
