import type { TaskCard } from "@cairn/contract/tasks";
import { outcomes } from "@cairn/contract/texts";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useDeleteTasks } from "#web/features/tasks/tasks.api.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";

interface DeleteTasksDialogProps {
  project: ProjectKey;
  tasks: readonly Pick<TaskCard, "taskId" | "name" | "title" | "subtasks">[];
  onClose: () => void;
  /** They are gone. */
  onDeleted?: () => void;
  /** What gets the focus when the dialog closes; what had it before, when absent. */
  finalFocus?: () => HTMLElement | null;
}

/** Asks before tasks are deleted for good. */
export function DeleteTasksDialog({ project, tasks, onClose, onDeleted, finalFocus }: DeleteTasksDialogProps) {
  const remove = useDeleteTasks(project);
  const [first] = tasks;
  const isOne = tasks.length === 1;
  const subject = isOne ? first?.name : `${tasks.length} tasks`;
  const onConfirm = () =>
    remove.mutate(
      tasks.map(({ taskId }) => taskId),
      {
        onSuccess: () => {
          const success = isOne ? outcomes.taskDelete.success : `${tasks.length} tasks were deleted`;
          showToast({ kind: "success", title: success });
          onDeleted?.();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${subject}?`}
      description={
        (isOne
          ? `“${first?.title}” will be gone for good, with its criteria and its activity. Archive it instead to keep it.`
          : "They will be gone for good, with their criteria and their activity. Archive them instead to keep them.") +
        (tasks.some(({ subtasks }) => subtasks.total > 0) ? " Sub-tasks stay as tasks of their own." : "")
      }
      confirmLabel={`Delete ${subject}`}
      isBusy={remove.isPending}
      finalFocus={finalFocus}
      onConfirm={onConfirm}
    />
  );
}
