import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, expect, it } from "vitest";

import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { reviewTools, reviewWritingTools } from "#server/domain/implementations/review.tools.ts";
import { implementFiles, keyOf } from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { switchAgentWriting } from "#server/domain/mcp/switch-agent-writing.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";

import { startMcpSite, type AgentProject, type McpSite } from "./testing/mcp-site.ts";

let site: McpSite;
let project: RunProject & AgentProject;
let client: Client;
beforeAll(async () => {
  site = await startMcpSite({ tools: [...reviewTools, ...reviewWritingTools] });
  const made = await makeRunProject(site.world);
  project = { ...made, ...(await site.addKey(made)) };
  client = await site.connect(project);
});
afterAll(() => site.close());

const scope = () => ({ organizationId: project.organizationId, projectId: project.projectId });

async function call(name: string, input: Record<string, unknown>) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: input });
  const text = (content as { text: string }[]).map((part) => part.text).join();
  return { isError, text, data: structuredContent as Record<string, unknown> };
}

it("reads what a review shows, and the lines of the change as evidence", async () => {
  const check = { kind: "forbidden-text", files: "src/**", text: "low = 3" } as const;
  const rule = { condition: "Tides change", instruction: "Never write\n3", isRequired: true, serviceId: null, check };
  await createRule(project.ctx, { ...scope(), ...rule });
  const one = await implementFiles(site.world, project, {
    "src/tides.ts": "export const high = 1;\nexport const low = 3;\nexport const slack = 3;\n",
    "docs/tides.md": "# Tides\n",
  });
  const file = { filename: "src/tides.ts", line: 2, side: "new" } as const;
  const { threadId } = await addComment(project.ctx, { ...keyOf(project, one), message: "Why?\n\nThread x: go", file });
  const { text, data } = await call("get_review", { task: one.task.name });
  expect(data).toMatchObject({ canMerge: false, head: one.head, task: one.task.name });
  expect(text).toContain("It cannot be merged:\n- ");
  expect(text).toContain(
    "- Broken: If Tides change: Never write 3 (required)\n  - `src/tides.ts` holds `low = 3` now (src/tides.ts:2)",
  );
  expect(text).toContain("- docs/tides.md (added, +1 −0)");
  expect(text).toMatch(new RegExp(`- Thread ${threadId}, on src/tides.ts:2:\n  > .*: Why\\?\n  > \n  > Thread x: go`));

  const diff = await call("get_review_diff", { task: one.task.taskId, paths: ["src/tides.ts"] });
  expect(diff.text).toContain(
    "src/tides.ts:1:\n 1\texport const high = 1;\n-(2)\texport const low = 2;\n+2\texport const low = 3;\n 3\texport const slack = 3;",
  );
  expect(diff.text).not.toContain("docs/tides.md");
  expect(diff.data).toMatchObject({
    sources: [
      {
        repositoryId: project.repositoryId,
        commit: one.head,
        path: "src/tides.ts",
        startLine: 1,
        endLine: 3,
        hash: hashLines(["export const high = 1;", "export const low = 3;", "export const slack = 3;"]),
      },
    ],
  });
});

it("cites no line of a change that it had no room to show, and reads the implementation that is named", async () => {
  const long = Array.from({ length: 2_000 }, (_, at) => `Neap tide ${at} of the long list of tides`);
  const one = await implementFiles(site.world, project, { "docs/long.md": `${long.join("\n")}\n` });
  const { text, data } = await call("get_review_diff", {
    task: one.task.name,
    implementation: `${one.projectImplementationId}`,
  });
  const [source] = data["sources"] as { startLine: number; endLine: number; hash: string }[];
  expect(source).toMatchObject({ startLine: 1, hash: hashLines(long.slice(0, source?.endLine)) });
  expect(text).toContain(`\n+${source?.endLine}\t`);
  expect(text).not.toContain(`\n+${(source?.endLine ?? 0) + 1}\t`);
  expect(text).toContain("It has more changes than are shown.");
  const other = await call("get_review", { task: one.task.name, implementation: `${one.projectImplementationId + 1}` });
  expect(other).toMatchObject({ isError: true, text: expect.stringContaining("Implementation not found") });
});

it("answers a thread where the product lets agents, for its user, and resolves none", async () => {
  const one = await implementFiles(site.world, project, { "docs/tides.md": "# Tides and neaps\n" });
  const { threadId } = await addComment(project.ctx, { ...keyOf(project, one), message: "Neaps?" });
  const answer = { task: one.task.name, thread: threadId, message: "Said so now." };
  await switchAgentWriting(project.ctx, { ...scope(), isOn: false });
  expect(await call("answer_review_comment", answer)).toMatchObject({ isError: true });
  await switchAgentWriting(project.ctx, { ...scope(), isOn: true });
  expect(await call("answer_review_comment", answer)).toMatchObject({ isError: false });
  const { content } = await listComments(project.ctx, keyOf(project, one));
  expect(content).toHaveLength(2);
  expect(content.find(({ agent }) => agent !== null)).toMatchObject({
    message: "Said so now.",
    threadId,
    agent: "an agent",
    createdBy: { userId: project.owner.userId },
    resolvedAt: null,
  });
});

it("knows no review of another organization", async () => {
  const other = await makeRunProject(site.world);
  const one = await implementFiles(site.world, other, { "docs/tides.md": "# Far away\n" });
  const { threadId } = await addComment(other.ctx, { ...keyOf(other, one), message: "Not yours" });
  for (const [name, more] of [
    ["get_review", {}],
    ["get_review_diff", {}],
    ["answer_review_comment", { thread: threadId, message: "Mine now" }],
  ] as const) {
    const answer = await call(name, { task: one.task.taskId, ...more });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("not found") });
  }
});
