import { mkdir } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";

import { installTestAgent } from "../../server/src/domain/implementations/acp/testing/agent-world.ts";
import { connectAgent } from "../../server/src/platform/agent-protocol/connect-agent.ts";
import { findAgent, type StartableAgent } from "../../server/src/platform/agent-protocol/find-agent.ts";
import { agentCommand, agentMounts, brokerAddress } from "../../server/src/platform/sandbox/agent/agent-mounts.ts";
import { createSandbox } from "../../server/src/platform/sandbox/create-sandbox.ts";
import type { Sandbox, WorkCopy } from "../../server/src/platform/sandbox/port/sandbox-port.ts";
import { parseSettings } from "../../server/src/platform/settings/parse-settings.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { makePackageRepository } from "./package-repository.ts";

const rounds = 5;
const goalMs = 3_000;

interface BenchedAgent {
  agent: StartableAgent;
  folders: readonly string[];
}

/**
 * How long coding agents take behind the walls until they can be asked something, without a model: the test agent, which shows what
 * the walls and the protocol take, and those that RUN_AGENTS names, as the operator of a server would.
 */
export async function benchAgents(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const repository = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const commit = (await git(["--git-dir", repository, "rev-parse", "HEAD"])).trim();
  const sandbox = createSandbox({ dataDirectory: path.join(folder, "data") });
  const installed = await installTestAgent();
  try {
    const command = `/opt/cairn/bin/node ${installed.folder}/test-agent.ts`;
    const wanted = { RUN_AGENTS: `test-agent=${command}`, RUN_AGENT_FOLDERS: installed.folder };
    const agents = [...listAgents(wanted), ...listAgents(process.env)];
    const workCopy = await sandbox.makeWorkCopy({ repository, commit });
    const figures: Figure[] = [];
    for (const one of agents) {
      const times: number[] = [];
      // Files that nobody has read yet are the first round's.
      for (let round = 0; round <= rounds; round += 1) times.push(await startOne(sandbox, workCopy, one));
      const name = `${one.agent.name} ready, ${Math.round(times[0] ?? 0)} ms the first time`;
      figures.push(atMost(name, median(times.slice(1)), goalMs, "ms"));
    }
    await sandbox.removeWorkCopy(workCopy);
    return figures;
  } finally {
    await installed.remove();
  }
}

/** Each is given a model that speaks as it does. */
function listAgents({ RUN_AGENTS, RUN_AGENT_FOLDERS }: Record<string, string | undefined>): BenchedAgent[] {
  if (RUN_AGENTS === undefined) return [];
  const model = { MODEL_PROVIDER: "openai-compatible", MODEL_BASE_URL: "http://127.0.0.1:9/v1", MODEL_NAME: "none" };
  const MODEL_DIALECTS = "chat,responses,messages,gemini";
  const settings = parseSettings({ ...model, MODEL_DIALECTS, RUN_AGENTS, RUN_AGENT_FOLDERS });
  return settings.runs.agents.map(({ slug }) => {
    const agent = findAgent(settings, slug);
    if (agent === null || "reason" in agent) throw new Error(agent?.reason ?? `${slug} is not there`);
    return { agent, folders: settings.runs.agentFolders };
  });
}

/** Milliseconds from its start to an open session. */
async function startOne(sandbox: Sandbox, workCopy: WorkCopy, { agent, folders }: BenchedAgent): Promise<number> {
  const socketFolder = path.join(workCopy.directory, "agent");
  await mkdir(socketFolder, { recursive: true });
  const stop = new AbortController();
  const stdout = new PassThrough();
  const model = { address: brokerAddress, token: "none", name: "none", fastName: "none" };
  const startedAt = performance.now();
  const process = sandbox.start(agentCommand("broker", agent.command), {
    workCopy,
    env: agent.environment({ ...model, contextTokens: 128_000, maxOutputTokens: 8_000 }),
    mounts: [...agentMounts(socketFolder), ...folders.map((source) => ({ source, target: source }))],
    signal: stop.signal,
    onOutput: (piece, stream) => void (stream === "stdout" && stdout.write(piece)),
  });
  try {
    const { stdin } = process;
    const connected = await connectAgent({ stdin, stdout, onEvent: () => {}, onAsked: () => {} });
    await connected.openSession({ folder: "/work", tools: [], signInBy: agent.signInBy });
    const ms = performance.now() - startedAt;
    connected.close();
    return ms;
  } finally {
    stop.abort();
    await process.ended;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
