import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import type { AgentWork } from "#server/domain/implementations/agent/agent-work.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readTextFile } from "#server/platform/git/trees/change-tree.ts";
import { isAmong, searchTree } from "#server/platform/git/trees/search-tree.ts";

import { defineAgentTool, maxPathLength } from "./agent-tool.ts";

const path = z.string().min(1).max(maxPathLength).describe("From the top of the repository");
const maxLines = 400;
/** A line that is longer is cut: nobody wrote it by hand. */
const maxLineLength = 1_000;

export const readFileTool = defineAgentTool({
  name: "read_file",
  description: `Reads a file as it is now, with your changes: at most ${maxLines} lines at a time, each behind its number and a tab.`,
  input: z.object({
    path,
    start_line: z.number().int().min(1).default(1),
    end_line: z.number().int().min(1).optional(),
  }),
  async run({ work, commit }, { path: name, start_line: start, end_line: end }) {
    const text = await readTextFile(work.directory, { commit, path: name, signal: work.ctx.signal });
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    if (lines.length === 0) return { title: `Read ${name}`, text: `${name} is empty.` };
    if (start > lines.length) {
      throw new AppError("conflict", { message: `${name} has ${lines.length} lines.` });
    }
    const last = Math.min(end ?? lines.length, start + maxLines - 1, lines.length);
    const shown = lines.slice(start - 1, Math.max(start, last));
    const numbered = shown.map((line, at) => `${start + at}\t${cutLine(line.replace(/\r$/, ""))}`);
    const header = `${name}, lines ${start} to ${start + shown.length - 1} of ${lines.length}`;
    return { title: `Read ${header}`, text: `${header}\n${numbered.join("\n")}` };
  },
});

function cutLine(line: string): string {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}… (${line.length} characters)`;
}

/** Folders with more are told by their number. */
const maxListed = 300;

export const listFilesTool = defineAgentTool({
  name: "list_files",
  description: "Lists what lies in a folder as it is now, with the number of files below each folder in it.",
  input: z.object({ folder: z.string().max(maxPathLength).default("").describe("From the top; empty for the top") }),
  async run({ work, commit }, { folder }) {
    const top = folder.replaceAll(/^[./]+|\/+$/g, "");
    const prefix = top === "" ? "" : `${top}/`;
    const entries = await listTree(work.directory, commit, { signal: work.ctx.signal });
    const below = entries.filter(({ path: name }) => name.startsWith(prefix)).map(({ path: name }) => name);
    if (below.length === 0) throw new AppError("conflict", { message: `There is no folder ${top}.` });
    const lines = below.length <= maxListed ? below : groupByFolder(below, prefix);
    const title = `Listed ${top === "" ? "the top of the repository" : top}`;
    const more = lines.length > maxListed ? `\n… ${lines.length - maxListed} more` : "";
    return { title, text: `${below.length} files\n${lines.slice(0, maxListed).join("\n")}${more}` };
  },
});

function groupByFolder(paths: readonly string[], prefix: string): string[] {
  const groups = Map.groupBy(paths, (name) => name.slice(prefix.length).split("/", 1)[0] ?? "");
  return [...groups].map(([name, files]) =>
    files.length === 1 && files[0] === prefix + name ? prefix + name : `${prefix}${name}/ (${files.length} files)`,
  );
}

const maxSearchCharacters = 12_000;

export const searchTextTool = defineAgentTool({
  name: "search_text",
  description:
    "Finds every line that holds a text, or matches a regular expression, in all files as they are now, with your changes.",
  input: z.object({
    pattern: z.string().min(1).max(500).describe("One line, as it stands in the file"),
    regex: z.boolean().default(false).describe("An extended regular expression in place of a text"),
    ignore_case: z.boolean().default(false),
    paths: z
      .string()
      .min(1)
      .max(maxPathLength)
      .optional()
      .describe("A file, a folder, or a glob such as `*.ts` or `src/**/*.ts`"),
  }),
  async run({ work, commit }, { pattern, regex: isRegex, ignore_case: ignoreCase, paths }) {
    const { directory, ctx } = work;
    const search = { commit, pattern, isRegex, ignoreCase, ...(paths && { paths }), signal: ctx.signal };
    const found = await searchTree(directory, search).catch((error: unknown) => {
      if (ctx.signal.aborted || !(error instanceof AppError) || !isRegex) throw error;
      throw new AppError("conflict", { message: "This is no extended regular expression.", cause: error });
    });
    const lines = found.split("\n").map(cutLine).join("\n").trim();
    const where = paths === undefined ? "" : ` in ${paths}`;
    const title = `Searched for “${pattern}”${where}`;
    if (lines === "") return { title, text: await explainNothing(work, commit, paths) };
    const isCut = lines.length > maxSearchCharacters;
    const rest = isCut ? "\n… There are more. Search for something rarer, or in fewer paths." : "";
    return { title, text: `${lines.slice(0, maxSearchCharacters)}${rest}` };
  },
});

async function explainNothing(work: AgentWork["work"], commit: string, paths: string | undefined): Promise<string> {
  if (paths === undefined) return "No line holds it.";
  const entries = await listTree(work.directory, commit, { signal: work.ctx.signal });
  return entries.some(({ path: file }) => isAmong(file, paths))
    ? `No line of ${paths} holds it.`
    : `There is no file ${paths}.`;
}
