import { z } from "zod";

import { defineAgentTool } from "./agent-tool.ts";

export const finishTool = defineAgentTool({
  name: "finish",
  description:
    "Ends your work, when the change is whole. Say what you changed and why, and what you could not try, for whoever reviews it.",
  input: z.object({ summary: z.string().trim().min(1).max(4_000) }),
  async run({ commit, work }, { summary }) {
    if (commit === work.row.baseOid) {
      return { title: "Wanted to finish", text: "Nothing is changed yet. Make the change first." };
    }
    return { title: "Finished", text: summary, isFinished: true };
  },
});
