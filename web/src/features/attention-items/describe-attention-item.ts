import type { Need } from "@cairn/contract/attention-items";

import { href } from "#web/lib/navigation/paths.ts";

interface AttentionItemText {
  /** Unique in the list. */
  key: string;
  state: "attention" | "failed";
  /** What has to be done, or what went wrong. */
  title: string;
  text: string;
  /** Where it can be fixed. */
  href: string;
}

const setupSteps = {
  repository: "Connect a repository",
  description: "Describe the product",
  finish: "Finish the setup",
} as const;

/** An attention item in words, with a link to where it can be fixed. */
export function describeAttentionItem(item: Need): AttentionItemText {
  const product = { organizationId: item.organization, projectId: item.project };
  const { projectId, name } = item.project;
  switch (item.kind) {
    case "setup":
      return {
        key: `setup-${projectId}`,
        state: "attention",
        title: `Set up ${name}`,
        text: setupSteps[item.step],
        href: href(item.step === "description" ? "projectSettings" : "project", product),
      };
    case "index-failed":
      return {
        key: `index-${item.service.serviceId}`,
        state: "failed",
        title: `Index of ${item.service.name} failed`,
        text: item.error,
        href: href("service", { ...product, serviceId: item.service.serviceId }),
      };
    case "page-failed":
      return {
        key: `page-${item.artifact.artifactId}`,
        state: "failed",
        title: `${item.artifact.title} is incomplete`,
        text: "Some sections could not be written",
        href: href("artifact", { ...product, artifactId: item.artifact.artifactId }),
      };
    case "drift":
      return describeDrift(item);
    case "run-failed":
      return {
        key: `failed-${item.implementationId}`,
        state: "failed",
        title: `The run of ${item.task.name} failed`,
        text: item.reason || item.task.title,
        href: reviewOf(item),
      };
    case "not-merged":
      return {
        key: `merge-${item.implementationId}`,
        state: "failed",
        title: `${item.task.name} was not merged`,
        text: item.reason || item.task.title,
        href: reviewOf(item),
      };
    case "run-paused":
      return {
        key: `run-${item.implementationId}`,
        state: "attention",
        title: `${item.task.name} is paused`,
        text: item.reason,
        href: reviewOf(item),
      };
    case "open-comments":
      return {
        key: `comments-${item.implementationId}`,
        state: "attention",
        title: `${item.task.name} has ${item.count === 1 ? "an open comment" : `${item.count} open comments`}`,
        text: item.task.title,
        href: reviewOf(item),
      };
    case "task-in-review":
      return {
        key: `task-${item.task.taskId}`,
        state: "attention",
        title: `${item.task.name} in review`,
        text: item.task.title,
        href: href("review", { ...product, taskId: item.task.taskId }),
      };
    case "task-unblocked":
      return {
        key: `task-${item.task.taskId}`,
        state: "attention",
        title: `${item.task.name} waits no more`,
        text: item.task.title,
        href: href("task", { ...product, taskId: item.task.taskId }),
      };
  }
}

function describeDrift({ organization, project, change, count }: Extract<Need, { kind: "drift" }>): AttentionItemText {
  const { sourceName, targetName, drift, commit, isCommitKnown, author, path, line } = change;
  const since = `${isCommitKnown ? "" : "with the push up to "}${commit.slice(0, 7)}${author ? ` by ${author}` : ""}`;
  const more = count > 1 ? ` · and ${count - 1} more` : "";
  return {
    key: `drift-${project.projectId}`,
    state: drift === "forbidden" ? "failed" : "attention",
    title: `${sourceName} uses ${targetName}, ${drift === "forbidden" ? "which is forbidden" : "without a line"}`,
    text: `${path}:${line} · ${since}${more}`,
    href: href("setupArchitecture", { organizationId: organization, projectId: project }),
  };
}

function reviewOf({
  organization,
  project,
  task,
  implementationId,
}: Extract<Need, { implementationId: string }>): string {
  const path = href("review", { organizationId: organization, projectId: project, taskId: task.taskId });
  return `${path}?${new URLSearchParams({ implementationId })}`;
}
