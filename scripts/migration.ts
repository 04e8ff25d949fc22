/** `npm run migration -- <name>`: writes the SQL between the tables and the last migration. Read it before you commit. */
import path from "node:path";

import { root, run } from "./run.ts";

const [name] = process.argv.slice(2);
if (!name || name.startsWith("-")) {
  console.log("npm run migration -- <name>   writes server/src/platform/db/migrations/NNNN_<name>.sql");
  process.exit(name === "--help" ? 0 : 1);
}
const command = ["drizzle-kit", "generate", "--name", name];
const { exitCode } = await run(command, { cwd: path.join(root, "server") });
process.exit(exitCode);
