import type { Implementation } from "@cairn/contract/implementations";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import { taskStateNames, type TaskState } from "@cairn/contract/task-states";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { Button } from "#web/ui/action/button.tsx";

import {
  useProveImplementation,
  usePushImplementation,
  useResumeImplementation,
  useStartImplementation,
  useStopImplementation,
} from "./implementations.api.ts";

interface RunActionsProps {
  project: ProjectKey;
  implementation: Implementation;
  /** Another implementation of the same task has a run. */
  isOtherRunning: boolean;
}

/**
 * What can be done with a run: stopped while it lives; afterwards gone on with, proven again where its proof is in the way, or begun anew;
 * discarded ones only the latter.
 */
export function RunActions({ project, implementation, isOtherRunning }: RunActionsProps) {
  const { running, outcome, state, task } = implementation;
  const stop = useStopImplementation(project, implementation);
  const resume = useResumeImplementation(project, implementation);
  const prove = useProveImplementation(project, implementation);
  const fresh = useStartImplementation(project, task.taskId);
  if (running) {
    return (
      <Button size="sm" isBusy={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </Button>
    );
  }
  const disabledReason = explainRefusal(implementation, isOtherRunning);
  if (state === "merged") return null;
  if (state === "discarded" && disabledReason !== undefined) return null;
  const proveRefusal = explainNoProof(implementation, isOtherRunning);
  const isDone = state === "created" && outcome === "completed";
  const push = isDone && <PushAction project={project} implementation={implementation} />;
  if (isDone && !isDoubtful(implementation)) return push;
  return (
    <>
      {push}
      {isDone && (
        <Button size="sm" isBusy={prove.isPending} disabledReason={proveRefusal} onClick={() => prove.mutate()}>
          Prove again
        </Button>
      )}
      {state === "created" && !isDone && (
        <Button size="sm" isBusy={resume.isPending} disabledReason={disabledReason} onClick={() => resume.mutate()}>
          Go on from here
        </Button>
      )}
      <Button
        size="sm"
        isBusy={fresh.isPending}
        disabledReason={disabledReason}
        onClick={() => fresh.mutate(implementation)}
      >
        Start fresh
      </Button>
    </>
  );
}

/** What is done and got no branch where its repository is hosted, as where this server may write there only since. */
function PushAction({ project, implementation }: Pick<RunActionsProps, "project" | "implementation">) {
  const { isPublished, repository } = implementation;
  const push = usePushImplementation(project, implementation);
  const query = useQuery({ ...repositoriesQuery(project), enabled: !isPublished });
  const found = query.data?.content.find(({ repositoryId }) => repositoryId === repository.repositoryId);
  if (isPublished || found === undefined || found.connection.type === "internal") return null;
  // To whatever is only read there is nothing to push with; what GitHub allows is asked when it is pushed.
  if (found.connection.type !== "github" && found.isReadOnly) return null;
  const host = found.connection.type === "github" ? "GitHub" : parseRepositoryUrl(found.url ?? "").host;
  return (
    <Button size="sm" isBusy={push.isPending} onClick={() => push.mutate()}>
      Push to {host}
    </Button>
  );
}

/**
 * Whether a change that is done is not proven: its checks are red, came to nothing, differ from one time to another, or a rule that must
 * be kept is in the way.
 */
function isDoubtful({ proof, mergeObstacles }: Implementation): boolean {
  if (mergeObstacles.some(({ kind }) => kind === "rule" || kind === "red-check")) return true;
  if (proof === null) return false;
  const { state, commands, criteria } = proof;
  return state !== "green" || commands.passed < commands.total || criteria.proven < criteria.total;
}

/** Why it cannot be proven now; undefined where it can. */
function explainNoProof(
  { mergeQueue, pullRequest, task }: Implementation,
  isOtherRunning: boolean,
): string | undefined {
  if (isOtherRunning) return `Another run works on ${task.name}`;
  if (mergeQueue !== null && mergeQueue.place !== null) return "It is in the merge queue, which proves it";
  return pullRequest !== null && pullRequest.state !== "closed" ? "Its pull request is open on GitHub" : undefined;
}

const startStates: ReadonlySet<TaskState> = new Set(["todo", "in-progress", "in-review"]);

/** Why no run can begin now; undefined where one can. */
function explainRefusal({ task }: Implementation, isOtherRunning: boolean): string | undefined {
  if (isOtherRunning) return `Another run works on ${task.name}`;
  if (startStates.has(task.state)) return undefined;
  return `${task.name} is in ${taskStateNames[task.state]}; only a task in Todo can be implemented`;
}
