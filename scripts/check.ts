/** Everything that can be judged without running the product. `--help` says what; exits 1 on the first round of mistakes. */
import { run } from "./run.ts";

/** A cruiser that cannot read TypeScript sees next to nothing and is content; the house has more rooms than this. */
const fewestModules = 300;

const checks: { name: string; command: string[]; judge?: (output: string) => string | null }[] = [
  { name: "types", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "types of the web app", command: ["tsc", "-p", "web/tsconfig.json"] },
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "format", command: ["oxfmt", "--check"] },
  {
    name: "import rules",
    command: ["depcruise", "contract/src", "server/src", "web/src", "scripts", "--output-type", "err"],
    judge: judgeCruise,
  },
  {
    name: "folder cycles",
    command: [
      ...["depcruise", "contract/src", "server/src", "web/src", "scripts"],
      ...["--config", ".dependency-cruiser.folders.cjs", "--output-type", "err"],
    ],
    judge: judgeCruise,
  },
  { name: "dead code", command: ["knip"] },
];

function judgeCruise(output: string): string | null {
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  if (modules < fewestModules) return `only ${modules} modules were cruised; expected at least ${fewestModules}`;
  console.log(`  ${modules} modules, no violation`);
  return null;
}

if (process.argv.includes("--help")) {
  console.log(`Checks ${checks.map((check) => check.name).join(", ")}.`);
  process.exit(0);
}

let failures = 0;
for (const check of checks) {
  const startedAt = performance.now();
  const { exitCode, output } = await run(check.command, { isQuiet: true });
  const complaint = exitCode === 0 ? (check.judge?.(output) ?? null) : output.trim();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${complaint === null ? "✓" : "✗"} ${check.name} (${seconds} s)`);
  if (complaint !== null) {
    failures += 1;
    console.log(complaint.replaceAll(/^/gm, "    "));
  }
}
process.exit(failures === 0 ? 0 : 1);
