/** `npm run bench`: speed as ratios and times on the machine it runs on. `--help` lists the parts. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { benchAgents } from "./bench/agents.ts";
import { benchArchitecture } from "./bench/architecture.ts";
import { benchBoard } from "./bench/board.ts";
import { benchChat } from "./bench/chat.ts";
import { benchIndex } from "./bench/code-index.ts";
import { benchCodePages } from "./bench/code-pages.ts";
import { benchDiff } from "./bench/diff.ts";
import type { Figure } from "./bench/figure.ts";
import { benchFreshClone } from "./bench/fresh-clone.ts";
import { benchKills } from "./bench/kills.ts";
import { benchLedger } from "./bench/ledger.ts";
import { benchLines } from "./bench/lines.ts";
import { benchLists } from "./bench/lists.ts";
import { benchLiveDocs } from "./bench/live-docs.ts";
import { benchPage } from "./bench/page.ts";
import { benchPushes } from "./bench/pushes.ts";
import { benchReplay } from "./bench/replay.ts";
import { benchRepositories } from "./bench/repositories.ts";
import { benchReviews } from "./bench/reviews.ts";
import { benchRuns } from "./bench/runs.ts";
import { benchSandbox } from "./bench/sandbox.ts";
import { benchStart } from "./bench/start.ts";
import { benchStream } from "./bench/stream.ts";
import { benchTaskLocations } from "./bench/task-locations.ts";
import { benchTasks } from "./bench/tasks.ts";
import { benchTransfer } from "./bench/transfer.ts";

const help = `npm run bench -- [options]
  --repo PATH   a bare git directory to index instead of one made from the installed packages
  --only PART   index, lines, lists, page, code, ledger, documents, replay, chat, repositories, pushes, start, stream,
                tasks, board, architecture, diff, transfer, locations, sandbox, agents, runs, reviews, kills or fresh (fresh, lines, runs, reviews and kills are left out otherwise: the first
                installs everything again, the second needs ripgrep, the others take minutes to half an hour; KILLS and KILLS_SEED choose).
                agents starts those that RUN_AGENTS and RUN_AGENT_FOLDERS name`;

const { values } = parseArgs({
  options: { repo: { type: "string" }, only: { type: "string" }, help: { type: "boolean", default: false } },
});

type Part = (folder: string, repositoryPath: string | null) => Promise<Figure[]>;

const parts: Record<string, Part> = {
  index: benchIndex,
  lines: benchLines,
  lists: benchLists,
  page: benchPage,
  code: benchCodePages,
  ledger: benchLedger,
  documents: benchLiveDocs,
  replay: benchReplay,
  chat: benchChat,
  repositories: benchRepositories,
  pushes: benchPushes,
  start: benchStart,
  stream: benchStream,
  tasks: benchTasks,
  board: benchBoard,
  architecture: benchArchitecture,
  diff: benchDiff,
  transfer: benchTransfer,
  locations: benchTaskLocations,
  sandbox: benchSandbox,
  agents: benchAgents,
  runs: benchRuns,
  reviews: benchReviews,
  kills: benchKills,
  fresh: benchFreshClone,
};

/** One installs everything again, one needs ripgrep, two take long. */
const onlyByName = new Set(["fresh", "lines", "runs", "reviews", "kills"]);

async function runPart(part: Part): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-bench-"));
  try {
    for (const { name, reached, goal, isReached } of await part(folder, values.repo ?? null)) {
      console.log(`${isReached ? "✓" : "✗"} ${name.padEnd(52)} ${reached.padEnd(28)} goal ${goal}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (values.help) {
  console.log(help);
} else {
  const wanted = values.only ? [values.only] : Object.keys(parts).filter((name) => !onlyByName.has(name));
  for (const name of wanted) {
    const part = parts[name];
    if (!part) throw new Error(help);
    await runPart(part);
  }
}
