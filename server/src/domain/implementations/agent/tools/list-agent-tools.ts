import type { AgentWork } from "#server/domain/implementations/agent/agent-work.ts";
import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";
import type { ToolScope } from "#server/edge.ts";

import type { AgentTool } from "./agent-tool.ts";
import { createFileTool, deleteFileTool, editFileTool } from "./editing-tools.ts";
import { finishTool } from "./finish-tool.ts";
import { listFilesTool, readFileTool, searchTextTool } from "./reading-tools.ts";
import { runTool } from "./run-tool.ts";

/** What chat and agents outside look up as well, as the product knew it when it was last read. */
const lookUps = new Set([
  "search_code",
  "find_symbol",
  "find_references",
  "list_endpoints",
  "list_data_models",
  "list_settings",
  "list_jobs",
  "list_pages",
  "read_page",
  "get_architecture",
  "code_history",
  "search_external_context",
]);

/** All that the built-in agent may do. */
export function listAgentTools(host: RunHost): AgentTool[] {
  const asked = host.tools.filter(({ name }) => lookUps.has(name));
  return [
    readFileTool,
    listFilesTool,
    searchTextTool,
    editFileTool,
    createFileTool,
    deleteFileTool,
    runTool,
    ...asked.map(toAgentTool),
    finishTool,
  ];
}

function toAgentTool({ name, description, input }: RunHost["tools"][number]): AgentTool {
  return {
    name,
    description: `${description} It does not know your changes.`,
    input,
    async run({ host, work }, given) {
      const text = await host.useTool(scopeOf(work), name, given);
      return { title: `Looked up ${name.replaceAll("_", " ")}: ${JSON.stringify(given)}`, text };
    },
  };
}

function scopeOf({ row: { organizationId, projectId } }: AgentWork["work"]): ToolScope {
  return { organizationId, projectId };
}
