import { z, type ZodType } from "zod";

import type { Tool } from "#server/edge.ts";

/** What decides which tools a question needs. */
export interface ToolNeeds {
  /** The question with those before it. */
  text: string;
  isAboutTasks: boolean;
  hasContext: boolean;
  /** More than one repository or service to look into. */
  hasSeveralParts: boolean;
}

/** Tools for one matter, which a question that says no word of it does not need: their descriptions are read in every turn. */
const matters: readonly { tools: ReadonlySet<string>; isNeeded: (needs: ToolNeeds) => boolean }[] = [
  {
    tools: new Set(["list_tasks", "get_task", "get_task_locations", "get_implementation", "get_review", "get_review_diff"]),
    isNeeded: ({ text, isAboutTasks }) =>
      isAboutTasks || /\b(?:tasks?|implement\w*|reviews?|tickets?|issues?|board|backlog|plan\w*|to-?dos?|runs?)\b|\b[A-Z]{2,}-\d+\b/i.test(text),
  },
  {
    tools: new Set(["code_history", "compare_versions", "read_file_at"]),
    isNeeded: ({ text }) =>
      /\b(?:commit\w*|changed|history|versions?|releas\w+|since|authors?|blame|former\w*|diffs?|recent\w*|ago|used to|removed|deleted|introduced|regress\w*|(?:who|when) (?:wrote|added|changed|was|were))\b/i.test(text),
  },
  {
    tools: new Set(["get_rules"]),
    isNeeded: ({ text }) => /\b(?:rules?|conventions?|guidelines?|standards?|style|polic\w+|allowed|must|should)\b/i.test(text),
  },
  { tools: new Set(["search_external_context"]), isNeeded: ({ hasContext }) => hasContext },
]; // prettier-ignore

/** Letters of scripts in which nobody looked for the words above. */
const otherScript = /[^\p{Script=Latin}\p{P}\p{N}\p{S}\p{Z}\p{M}\s]/u;

/** The tools that a model gets for a question, with no more to say where to look than there are places. */
export function chooseTools(tools: readonly Tool[], needs: ToolNeeds): Tool[] {
  const isReadable = !otherScript.test(needs.text);
  const wanted = tools.filter(({ name }) =>
    matters.every((one) => !one.tools.has(name) || !isReadable || one.isNeeded(needs)),
  );
  const saysBranch = /\bbranch/i.test(needs.text) || !isReadable;
  return needs.hasSeveralParts || saysBranch ? wanted : wanted.map(withoutLocation);
}

/** Tools are the same in every answer, and so are the descriptions of their input. */
const narrowed = new WeakMap<ZodType, ZodType>();
const location = new Set(["service", "repository", "branch"]);

function withoutLocation(tool: Tool): Tool {
  // What a shape demands of several fields together cannot be taken apart.
  if (!(tool.input instanceof z.ZodObject) || (tool.input.def.checks ?? []).length > 0) return tool;
  const fields = Object.entries(tool.input.shape).filter(([name]) => !location.has(name));
  const input = narrowed.get(tool.input) ?? z.object(Object.fromEntries(fields));
  narrowed.set(tool.input, input);
  return { ...tool, input };
}
