import type { TaskState } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { neighboursQuery } from "#web/features/tasks/tasks.api.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { useMoveTasks } from "./move-tasks.api.ts";
import { showMoves } from "./show-moves.ts";

/** Moves one task where no board is shown, tells of it, and offers the way back to where it stood. */
export function useMoveTask(project: ProjectKey) {
  const move = useMoveTasks(project);
  const moveTo = async (task: Task, to: TaskState) => {
    const { taskId, state } = task;
    // Without them the task goes back to its lane all the same.
    const beside = await queryClient.ensureQueryData(neighboursQuery(project, taskId)).catch(() => null);
    const back = {
      taskId,
      state,
      afterTaskId: beside?.previous?.taskId,
      beforeTaskId: beside?.next?.taskId ?? null,
    };
    const onUndo = () => {
      const moves = [{ taskIds: [taskId], state, beforeId: back.beforeTaskId }];
      move.mutateAsync({ moves, places: [back] }).then(
        () => showToast({ kind: "success", title: "Move undone" }),
        () => {},
      );
    };
    const moves = [{ taskIds: [taskId], state: to, beforeId: null }];
    // After a failure its toast says so.
    move.mutateAsync({ moves, places: null }).then(
      (result) => void showMoves({ taken: [task], to, result, onUndo }),
      () => {},
    );
  };
  return { moveTo, movingTo: move.isPending ? move.variables.moves[0]?.state : undefined };
}
