import { AppError, notFound } from "@cairn/contract/errors";
import { parseInput } from "@cairn/contract/input-messages";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import type { Tool, ToolScope } from "#server/edge.ts";

import { freshnessSchema, readFreshness, type Freshness } from "./freshness.ts";
import { readResourceAddress } from "./resource-address.ts";

export interface ReadResource {
  mimeType: string;
  text: string;
  freshness: Freshness;
}

const maxFileLength = 1_000_000;

/** A page, the rules or a whole file. Pages and rules read as the tools of the same purpose give them. */
export async function loadResource(
  ctx: Ctx,
  input: ToolScope & { uri: string; tools: readonly Tool[] },
): Promise<ReadResource> {
  const { organizationId, projectId } = await requireProject(ctx, input, "artifact.read");
  const scope = { organizationId, projectId };
  const address = readResourceAddress(input.uri);
  switch (address?.kind) {
    case "rules":
      return await readByTool(ctx, { ...input, ...scope, tool: "get_rules", toolInput: {} });
    case "page":
      return await readByTool(ctx, { ...input, ...scope, tool: "read_page", toolInput: address });
    case "file":
      return await readFile(ctx, scope, address);
    case undefined:
      throw notFound("Resource");
  }
}

async function readByTool(
  ctx: Ctx,
  input: ToolScope & { tools: readonly Tool[]; tool: string; toolInput: Record<string, unknown> },
): Promise<ReadResource> {
  const { organizationId, projectId } = input;
  const tool = input.tools.find(({ name }) => name === input.tool);
  if (!tool) throw notFound("Resource");
  const scope = { organizationId, projectId };
  const { text } = await tool.run(ctx, scope, parseInput(tool.input, input.toolInput));
  return { mimeType: "text/markdown", text, freshness: await readFreshness(ctx, scope) };
}

async function readFile(ctx: Ctx, scope: ToolScope, file: { repository: string; path: string }): Promise<ReadResource> {
  const repository = (await openCodebases(ctx, scope)).find(({ name }) => name === file.repository);
  const lines = await repository?.reader.readLines(file.path);
  if (!repository || !lines) throw notFound("File");
  const text = lines.join("\n");
  if (text.length > maxFileLength) {
    throw new AppError("too_large", { message: "The file is too large to be read whole; read_file reads parts of it" });
  }
  const { name, branch, index } = repository;
  const freshness = freshnessSchema.parse([
    { repository: name, branch, commit: index.commit, indexedAt: index.indexedAt },
  ]);
  return { mimeType: /\.mdx?$/i.test(file.path) ? "text/markdown" : "text/plain", text, freshness };
}
