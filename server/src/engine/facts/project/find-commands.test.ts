import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findCommands } from "./find-commands.ts";

it("names a flag once for each meaning, with the commands whose files declare it", async () => {
  const command = (name: string, help: string) =>
    `package cmd\n\nimport "github.com/spf13/cobra"\n\nvar ${name} = &cobra.Command{\n\tUse:   "${name}",\n\tShort: "Does ${name} boats",\n}\n\nfunc init() {\n\t${name}.Flags().Bool("yes", false, "${help}")\n}\n`;
  const files = {
    "go.mod": "module quay\n",
    "cmd/moor.go": command("moor", "Asks nothing."),
    "cmd/tow.go": command("tow", "Asks nothing."),
    "cmd/sink.go": command("sink", "Sinks without a word."),
  };
  const repository = await indexFiles("quay", [{ message: "Begin", files }]);
  const found = await findCommands(openScope(repository, "/"));
  await repository.remove();
  expect(found.filter(({ kind }) => kind === "flag").map(({ name, about, of }) => [name, about, of])).toEqual([
    ["--yes", "Asks nothing.", ["moor", "tow"]],
    ["--yes", "Sinks without a word.", ["sink"]],
  ]);
});
