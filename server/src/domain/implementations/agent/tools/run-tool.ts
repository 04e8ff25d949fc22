import { AppError } from "@cairn/contract/errors";
import { commandKindNames, commandKinds } from "@cairn/contract/service-commands";
import { z } from "zod";

import { defineAgentTool } from "./agent-tool.ts";

/** Of the output, from its end. */
const maxShown = 12_000;

export const runTool = defineAgentTool({
  name: "run",
  description:
    "Runs a command on the files as they are now, in a sandbox without a network: one of the service by its name, or a line for the shell, in the folder of the service. What it writes into files is not part of your change; use the tools for files for that.",
  input: z.object({
    name: z.enum(commandKinds).optional().describe("A command of the service"),
    command: z.string().trim().min(1).max(4_000).optional().describe("One line for /bin/sh, in place of a name"),
  }),
  async run({ copy, commands, commit }, { name, command }) {
    const line = command ?? (name === undefined ? null : commands[name]);
    if (line === null) {
      const message = name === undefined ? "Say which command." : `No command is set for ${commandKindNames[name]}.`;
      throw new AppError("conflict", { message });
    }
    const { end, notes } = await copy.run(line, { commit, isInstall: command === undefined && name === "install" });
    const isCut = end.isCut || end.tail.length > maxShown;
    const output = end.tail.slice(-maxShown);
    const parts = [
      ...notes,
      end.message,
      ...(output === "" ? ["It wrote nothing."] : [isCut ? "The end of what it wrote:" : "It wrote:", output]),
    ];
    return { title: `Ran ${line}: ${end.message}`, text: parts.join("\n") };
  },
});
