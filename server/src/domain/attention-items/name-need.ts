import type { Need } from "@cairn/contract/attention-items";

/** The same for the same thing as long as it waits, and another once it waits for something else. */
export function nameNeed(need: Need): string {
  switch (need.kind) {
    case "setup":
      return `setup:${need.project.projectId}:${need.step}`;
    case "index-failed":
      return `index-failed:${need.service.serviceId}`;
    case "page-failed":
      return `page-failed:${need.artifact.artifactId}`;
    case "drift":
      return `drift:${need.project.projectId}:${need.change.changeId}:${need.count}`;
    case "run-failed":
    case "run-paused":
    case "not-merged":
      return `${need.kind}:${need.implementationId}`;
    case "open-comments":
      return `open-comments:${need.implementationId}:${need.count}`;
    case "task-in-review":
    case "task-unblocked":
      return `${need.kind}:${need.task.taskId}`;
  }
}
