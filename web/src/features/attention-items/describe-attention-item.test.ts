import type { Need } from "@cairn/contract/attention-items";
import { expect, it } from "vitest";

import { describeAttentionItem } from "./describe-attention-item.ts";

const owner = {
  organization: { organizationId: "o-1", slug: "northquay", name: "Northquay" },
  project: { projectId: "p-1", slug: "crew-roster", name: "Crew Roster" },
};
const task = { taskId: "t-14", name: "FB-14", title: "Show tides", state: "in-review" } as const;
const product = "/o/northquay/p/crew-roster";
const forbidden = {
  changeId: "c-1",
  sourceName: "web",
  targetName: "billing",
  drift: "forbidden",
  commit: "3fa9c1e0000000000000",
  isCommitKnown: true,
  author: "Mara Quay",
  path: "apps/web/src/pay.ts",
  line: 4,
} as const;

it.each<[Need, { title: string; text: string; href: string }]>([
  [
    { ...owner, kind: "setup", step: "repository" },
    { title: "Set up Crew Roster", text: "Connect a repository", href: product },
  ],
  [
    { ...owner, kind: "setup", step: "description" },
    { title: "Set up Crew Roster", text: "Describe the product", href: `${product}/settings` },
  ],
  [
    { ...owner, kind: "setup", step: "finish" },
    { title: "Set up Crew Roster", text: "Finish the setup", href: product },
  ],
  [
    { ...owner, kind: "index-failed", service: { serviceId: "s-1", name: "api" }, error: "The host does not answer" },
    { title: "Index of api failed", text: "The host does not answer", href: `${product}/services/s-1` },
  ],
  [
    { ...owner, kind: "page-failed", artifact: { artifactId: "a-1", title: "Runbook" } },
    { title: "Runbook is incomplete", text: "Some sections could not be written", href: `${product}/artifacts/a-1` },
  ],
  [
    { ...owner, kind: "drift", count: 3, change: forbidden },
    {
      title: "web uses billing, which is forbidden",
      text: "apps/web/src/pay.ts:4 · 3fa9c1e by Mara Quay · and 2 more",
      href: `${product}/setup/architecture`,
    },
  ],
  [
    {
      ...owner,
      kind: "drift",
      count: 1,
      change: { ...forbidden, drift: "undeclared", isCommitKnown: false, author: null },
    },
    {
      title: "web uses billing, without a line",
      text: "apps/web/src/pay.ts:4 · with the push up to 3fa9c1e",
      href: `${product}/setup/architecture`,
    },
  ],
  [
    { ...owner, kind: "run-paused", task, implementationId: "i-2", reason: "It needs 5,000 tokens." },
    { title: "FB-14 is paused", text: "It needs 5,000 tokens.", href: `${product}/review/t-14?implementationId=i-2` },
  ],
  [
    { ...owner, kind: "run-failed", task, implementationId: "i-2", reason: "The diff does not apply." },
    {
      title: "The run of FB-14 failed",
      text: "The diff does not apply.",
      href: `${product}/review/t-14?implementationId=i-2`,
    },
  ],
  [
    { ...owner, kind: "not-merged", task, implementationId: "i-2", reason: "Test is broken by this change." },
    {
      title: "FB-14 was not merged",
      text: "Test is broken by this change.",
      href: `${product}/review/t-14?implementationId=i-2`,
    },
  ],
  [
    { ...owner, kind: "open-comments", task, implementationId: "i-2", count: 1 },
    {
      title: "FB-14 has an open comment",
      text: "Show tides",
      href: `${product}/review/t-14?implementationId=i-2`,
    },
  ],
  [
    {
      ...owner,
      kind: "task-in-review",
      task: { taskId: "t-14", name: "FB-14", title: "Show tides", state: "in-review" },
    },
    { title: "FB-14 in review", text: "Show tides", href: `${product}/review/t-14` },
  ],
  [
    { ...owner, kind: "task-unblocked", task: { taskId: "t-9", name: "FB-9", title: "Sort by time", state: "todo" } },
    { title: "FB-9 waits no more", text: "Sort by time", href: `${product}/tasks/t-9` },
  ],
])("%o links to where it can be fixed", (item, described) => {
  expect(describeAttentionItem(item)).toMatchObject(described);
});
