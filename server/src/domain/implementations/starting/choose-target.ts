import { AppError } from "@cairn/contract/errors";

import type { RunTarget } from "#server/domain/implementations/store/starting.store.ts";

/**
 * The repository that a task is implemented in: that of its service, or the product's only one. Throws `conflict` in
 * words where it is not clear, or nothing was read of it yet.
 */
export function chooseTarget(
  targets: readonly RunTarget[],
  task: { serviceId: string | null },
): RunTarget & { mainBranch: string } {
  const target = task.serviceId === null ? onlyOne(targets) : ofService(targets, task.serviceId);
  const { mainBranch } = target;
  if (mainBranch === null) {
    throw new AppError("conflict", {
      message: `The repository “${target.slug}” has not been read yet. Try again soon.`,
    });
  }
  return { ...target, mainBranch };
}

function ofService(targets: readonly RunTarget[], serviceId: string): RunTarget {
  const found = targets.find((target) => target.serviceIds.includes(serviceId));
  if (found) return found;
  throw new AppError("conflict", {
    message: "The service of this task has no repository. Choose another service, or connect a repository to it.",
  });
}

function onlyOne(targets: readonly RunTarget[]): RunTarget {
  const [only, another] = targets;
  if (only && !another) return only;
  const message = only
    ? "This product has several repositories. Choose the service that the task is about."
    : "This product has no repository. Create a service with one first.";
  throw new AppError("conflict", { message });
}
