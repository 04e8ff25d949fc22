import { createHash } from "node:crypto";

import type { InputOf } from "@cairn/contract/endpoint";
import type { previewTaskImport, TaskImport } from "@cairn/contract/task-imports";

import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { readIssues } from "./read-issues.ts";
import { parseCsv } from "./reading/parse-csv.ts";
import { parseTaskList } from "./reading/parse-task-list.ts";
import type { ParsedFile, ParsedTask } from "./reading/parsed-task.ts";

type ImportSource = InputOf<typeof previewTaskImport>["source"];

/** What a source says, before anything of it is looked up. */
export interface ReadSource {
  kind: TaskImport["kind"];
  name: string;
  /** Null for what is no file. */
  file: ParsedFile | null;
  tasks: ParsedTask[];
  contentHash: string;
}

/** Reads what somebody brings. Throws what a person can read where nothing can be made of it. */
export async function readSource(ctx: Ctx, project: ProjectKey, source: ImportSource): Promise<ReadSource> {
  switch (source.kind) {
    case "csv": {
      const bytes = Buffer.from(source.content, "base64");
      const { kind, name } = source;
      return { kind, name, ...parseCsv(bytes, source.columns), contentHash: hash(bytes) };
    }
    case "markdown": {
      const { kind, text } = source;
      const tasks = await parseTaskList(text, ctx.signal);
      return { kind, name: "Pasted list", file: null, tasks, contentHash: hash(text) };
    }
    case "github":
      // Each issue says by itself whether it is here already; the list is another one each time.
      return { kind: source.kind, file: null, ...(await readIssues(ctx, project, source)), contentHash: ctx.newId() };
  }
}

function hash(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}
