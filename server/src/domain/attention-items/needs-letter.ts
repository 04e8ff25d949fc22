import type { Need } from "@cairn/contract/attention-items";

import type { Mail } from "#server/platform/mail/mail-port.ts";
import { oneLine } from "#server/platform/mail/one-line.ts";

interface NeedsLetter {
  appName: string;
  clientHost: string;
  email: string;
  /** At least one. */
  fresh: readonly Need[];
  /** How many wait besides. */
  others: number;
}

const maxListed = 30;

/** The letter about what waits for a person, by product. Names and titles are people's own text, so each is kept to one line. */
export function needsLetter({ appName, clientHost, email, fresh, others }: NeedsLetter): Mail {
  const name = oneLine(appName);
  const unlisted = others + Math.max(0, fresh.length - maxListed);
  const byProduct = Map.groupBy(fresh.slice(0, maxListed), ({ project }) => project.projectId);
  const products = [...byProduct.values()].map((needs) => {
    const [first] = needs as [Need, ...Need[]];
    const lines = needs.map((need) => `- ${describe(need)}\n  ${clientHost}${pathOf(need)}`);
    return [`${oneLine(first.project.name)} (${oneLine(first.organization.name)})`, ...lines].join("\n");
  });
  return {
    to: email,
    subject:
      fresh.length === 1 ? `${describe(fresh[0] as Need)} (${name})` : `${fresh.length} things wait for you on ${name}`,
    text: [
      ...products,
      ...(unlisted > 0 ? [`${unlisted} more ${unlisted === 1 ? "waits" : "wait"}: ${clientHost}/`] : []),
      `How often you get this: ${clientHost}/user/settings`,
      "",
    ].join("\n\n"),
  };
}

const setupSteps = {
  repository: "has no repository yet",
  description: "has no description yet",
  finish: "has a setup to finish",
} as const;

function describe(need: Need): string {
  switch (need.kind) {
    case "setup":
      return `${oneLine(need.project.name)} ${setupSteps[need.step]}`;
    case "index-failed":
      return `The index of ${oneLine(need.service.name)} failed: ${oneLine(need.error)}`;
    case "page-failed":
      return `Sections of ${oneLine(need.artifact.title)} could not be written`;
    case "drift":
      return describeDrift(need);
    case "run-failed":
      return `The run of ${need.task.name} failed: ${oneLine(need.reason)}`;
    case "not-merged":
      return `${need.task.name} was not merged: ${oneLine(need.reason)}`;
    case "run-paused":
      return `${need.task.name} is paused: ${oneLine(need.reason)}`;
    case "open-comments": {
      const comments = need.count === 1 ? "a comment" : `${need.count} comments`;
      return `${need.task.name} has ${comments} to deal with: ${oneLine(need.task.title)}`;
    }
    case "task-in-review":
      return `${need.task.name} waits for your review: ${oneLine(need.task.title)}`;
    case "task-unblocked":
      return `${need.task.name} waits for no other task any more: ${oneLine(need.task.title)}`;
  }
}

function describeDrift({ change, count }: Extract<Need, { kind: "drift" }>): string {
  const { sourceName, targetName, drift, commit, isCommitKnown, author, path, line } = change;
  const said = drift === "forbidden" ? "which is forbidden" : "which has no line";
  const by = author === null ? "" : ` by ${oneLine(author)}`;
  const since = `${isCommitKnown ? "commit" : "the push up to"} ${commit.slice(0, 7)}${by}`;
  const more = count > 1 ? `, and ${count - 1} more` : "";
  const ends = `${oneLine(sourceName)} uses ${oneLine(targetName)}`;
  return `${ends}, ${said}: ${oneLine(path)} line ${line}, since ${since}${more}`;
}

function pathOf(need: Need): string {
  const product = `/o/${need.organization.slug}/p/${need.project.slug}`;
  switch (need.kind) {
    case "setup":
      return product;
    case "index-failed":
      return `${product}/services/${need.service.serviceId}`;
    case "page-failed":
      return `${product}/artifacts/${need.artifact.artifactId}`;
    case "drift":
      return `${product}/setup/architecture`;
    case "run-failed":
    case "run-paused":
    case "not-merged":
    case "open-comments":
      return `${product}/review/${need.task.taskId}?implementationId=${need.implementationId}`;
    case "task-in-review":
      return `${product}/review/${need.task.taskId}`;
    case "task-unblocked":
      return `${product}/tasks/${need.task.taskId}`;
  }
}
