/** Everything that can be judged without running the product. `--help` says what; exits 1 when one of them complains. */
import { availableParallelism } from "node:os";

import { cruisedFolders } from "./judge-cruise.ts";
import { run } from "./run.ts";

/** The longest first, so that none of them is alone at the end. */
const checks: { name: string; command: string[] }[] = [
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "types", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "types of the web app", command: ["tsc", "-p", "web/tsconfig.json"] },
  { name: "import rules", command: ["node", "scripts/check-imports.ts"] },
  {
    name: "folder cycles",
    command: ["depcruise", ...cruisedFolders, "--config", ".dependency-cruiser.folders.cjs", "--output-type", "err"],
  },
  { name: "dead code", command: ["knip"] },
  { name: "type names", command: ["node", "scripts/check-type-names.ts"] },
  { name: "format", command: ["oxfmt", "--check"] },
];

if (process.argv.includes("--help")) {
  console.log(`Checks ${checks.map((check) => check.name).join(", ")}.`);
  process.exit(0);
}

const waiting = [...checks];
let failures = 0;

async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const startedAt = performance.now();
    const { exitCode, output } = await run(check.command, { isQuiet: true });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const message = output.trim();
    if (exitCode !== 0) failures += 1;
    console.log(`${exitCode === 0 ? "✓" : "✗"} ${check.name} (${seconds} s)`);
    if (exitCode !== 0) console.log((message || `ended with code ${exitCode}`).replaceAll(/^/gm, "    "));
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
process.exitCode = failures === 0 ? 0 : 1;
