import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import type { AgentWork } from "#server/domain/implementations/agent/agent-work.ts";
import { checkpoint } from "#server/domain/implementations/agent/checkpoint.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { readTextFile } from "#server/platform/git/trees/change-tree.ts";

import { defineAgentTool, maxPathLength } from "./agent-tool.ts";
import { explainMiss } from "./explain-miss.ts";

const path = z.string().min(1).max(maxPathLength).describe("From the top of the repository");
const maxTextLength = 200_000;
const text = z.string().max(maxTextLength);

export const editFileTool = defineAgentTool({
  name: "edit_file",
  description:
    "Replaces a text in a file by another. `old_text` must stand there exactly as you write it, indentation included, and once; add lines around it until it does. Line numbers of read_file are not part of it.",
  input: z.object({
    path,
    old_text: text.min(1),
    new_text: text,
    replace_all: z.boolean().default(false).describe("Every place where it stands"),
  }),
  async run(agent, { path: name, old_text: before, new_text: after, replace_all: isAll }) {
    const { work, commit } = agent;
    const content = await readTextFile(work.directory, { commit, path: name, signal: work.ctx.signal });
    const isWindows = content.includes("\r\n") && !/(?<!\r)\n/.test(content);
    const [wanted, instead] = [before, after].map((one) => {
      const plain = one.replaceAll("\r\n", "\n");
      return isWindows ? plain.replaceAll("\n", "\r\n") : plain;
    }) as [string, string];
    const parts = content.split(wanted);
    if (parts.length === 1) throw new AppError("conflict", { message: explainMiss(name, content, wanted) });
    if (parts.length > 2 && !isAll) {
      const message = `It stands in ${name} ${parts.length - 1} times. Add lines around it, or set replace_all.`;
      throw new AppError("conflict", { message });
    }
    if (wanted === instead)
      throw new AppError("conflict", { message: "Both texts are the same: nothing would change." });
    const count = parts.length === 2 ? "" : ` in ${parts.length - 1} places`;
    return await write(agent, { path: name, content: parts.join(instead) }, `Edited ${name}${count}`);
  },
});

export const createFileTool = defineAgentTool({
  name: "create_file",
  description: "Makes a new file. One that is there is changed with edit_file.",
  input: z.object({ path, content: text }),
  async run(agent, { path: name, content }) {
    const { work, commit } = agent;
    const there = await readBlob(work.directory, { commit, path: name, maxBytes: 0, signal: work.ctx.signal });
    if (there !== null)
      throw new AppError("conflict", { message: `${name} is there already. Change it with edit_file.` });
    return await write(agent, { path: name, content }, `Made ${name}`);
  },
});

export const deleteFileTool = defineAgentTool({
  name: "delete_file",
  description: "Deletes a file.",
  input: z.object({ path }),
  run: async (agent, { path: name }) => await write(agent, { path: name, content: null }, `Deleted ${name}`),
});

async function write(agent: AgentWork, edit: { path: string; content: string | null }, title: string) {
  return { title, text: `${title}.`, commit: await checkpoint(agent, edit) };
}
