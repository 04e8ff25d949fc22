import { PassThrough } from "node:stream";

import { AppError } from "@cairn/contract/errors";

import { toTitle } from "#server/platform/agent-protocol/agent-event.ts";
import { connectAgent, type AgentSession } from "#server/platform/agent-protocol/connect-agent.ts";
import { agentCommand, agentMounts, brokerAddress, toolServer } from "#server/platform/sandbox/agent/agent-mounts.ts";
import type { CommandEnd, SandboxedCommand } from "#server/platform/sandbox/port/sandbox-port.ts";

import { watchAgent, type AgentWatch } from "./agent-watch.ts";
import type { AgentAccess } from "./open-agent-access.ts";
import { moreTurnsPrompt } from "./write-prompt.ts";

/** How an agent's process ended its part. */
type AgentTurn =
  /** It says that it is done. */
  | { kind: "done" }
  /** Its process ended before; the next one may open the session again where it has a name. */
  | { kind: "gone"; how: string; sessionId: string | null }
  /** It is no use to start it again. `how` ends a sentence that begins with its name. */
  | { kind: "failed"; how: string };

/** A session of a former process of the agent. */
interface FormerSession {
  sessionId: string;
  prompt: string;
}

const longestHandshakeMs = 60_000;
const outputBytes = 256 * 1024 ** 2;
/** How often an agent that stops at a limit of its own is asked to go on. */
const maxTurns = 5;
const keptStderrCharacters = 4_000;

/** Starts the agent behind the walls and has it work on the prompt; nothing of it lives any more when this settles. */
export async function runAgent(access: AgentAccess, prompt: string, former: FormerSession | null): Promise<AgentTurn> {
  const stop = new AbortController();
  const process = startProcess(access, stop.signal);
  const progress: TurnProgress = { sessionId: null, hung: null };
  const { models, runs } = access.work.ctx.settings;
  const handshakeMs = Math.min(longestHandshakeMs, runs.stepTimeoutMs);
  const deadlines = { handshakeMs, idleMs: models.idleTimeoutMs, toolMs: runs.stepTimeoutMs };
  const watch = watchAgent(deadlines, {
    isCalling: () => access.broker.open() > 0,
    onHung(how) {
      progress.hung = how;
      stop.abort();
    },
  });
  try {
    return await workThrough(access, { process, watch, progress, prompt, former });
  } catch (error) {
    // Whoever stopped it learns that from the signal.
    access.work.ctx.signal.throwIfAborted();
    stop.abort();
    return explain(error, { end: await process.ended, stderr: process.stderr(), progress });
  } finally {
    watch.stop();
    stop.abort();
    await process.ended;
  }
}

interface TurnProgress {
  sessionId: string | null;
  /** How it hung; null while it has not. */
  hung: string | null;
}

interface TurnParts {
  process: AgentProcess;
  watch: AgentWatch;
  progress: TurnProgress;
  prompt: string;
  former: FormerSession | null;
}

async function workThrough(access: AgentAccess, turn: TurnParts): Promise<AgentTurn> {
  const { log, agent, toolSocket } = access;
  const { process, watch, progress, former } = turn;
  const startedAt = performance.now();
  const connected = await connectAgent({
    stdin: process.stdin,
    stdout: process.stdout,
    onEvent(event) {
      watch.heard(event);
      log.take(event);
      if (event.type === "tool" && event.state !== "running") access.onStep();
    },
    onAsked(what) {
      watch.heard({ type: "other" });
      log.asked(what);
    },
  });
  try {
    const tools = toolSocket === null ? [] : [toolServer("cairn", toolSocket)];
    const wanted = { folder: "/work", tools, signInBy: agent.signInBy };
    const loaded = former === null ? null : await connected.loadSession({ ...wanted, sessionId: former.sessionId });
    const session = loaded ?? (await connected.openSession(wanted));
    progress.sessionId = session.sessionId;
    await access.onSession(session.sessionId);
    watch.ready();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    log.note(`${agent.name} was ready after ${seconds} s${loaded === null ? "" : ", in the session that it had"}.`);
    return await takeTurns(session, former !== null && loaded !== null ? former.prompt : turn.prompt);
  } finally {
    connected.close();
  }
}

async function takeTurns(session: AgentSession, first: string): Promise<AgentTurn> {
  let prompt = first;
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const reason = await session.prompt(prompt);
    if (reason === "end_turn") return { kind: "done" };
    if (reason === "refusal") return { kind: "failed", how: "refused to do it" };
    if (reason === "cancelled") return { kind: "failed", how: "stopped by itself" };
    prompt = moreTurnsPrompt;
  }
  return { kind: "failed", how: `reached a limit of its own ${maxTurns} times` };
}

interface AgentProcess extends SandboxedCommand {
  stdout: PassThrough;
  /** The last of what it wrote there. */
  stderr(): string;
}

function startProcess(access: AgentAccess, stop: AbortSignal): AgentProcess {
  const { work, agent, workCopy, folder, broker, token } = access;
  const { models, runs } = work.ctx.settings;
  const { name, fastName, contextTokens, maxOutputTokens } = models;
  const model = { address: brokerAddress, token, name: name ?? "", fastName: fastName ?? name ?? "" };
  const stdout = new PassThrough({ highWaterMark: outputBytes });
  let stderr = "";
  const command = work.ctx.sandbox.start(agentCommand(broker.socket, agent.command), {
    workCopy,
    env: agent.environment({ ...model, contextTokens, maxOutputTokens }),
    mounts: [...agentMounts(folder), ...runs.agentFolders.map((source) => ({ source, target: source }))],
    limits: { wallMs: runs.maxMinutes * 60_000, outputBytes },
    signal: AbortSignal.any([work.ctx.signal, stop]),
    onOutput(piece, stream) {
      if (stream === "stdout") stdout.write(piece);
      else stderr = `${stderr}${piece.toString("utf8")}`.slice(-keptStderrCharacters);
    },
  });
  const close = () => void stdout.end();
  command.ended.then(close, close);
  return { ...command, stdout, stderr: () => stderr };
}

function explain(
  error: unknown,
  { end, stderr, progress }: { end: CommandEnd; stderr: string; progress: TurnProgress },
): AgentTurn {
  if (progress.hung !== null) return { kind: "failed", how: progress.hung };
  if (error instanceof AppError) return { kind: "failed", how: `could not be used: ${error.message}` };
  if (end.reason === "exited" || end.reason === "signal") {
    const last = toTitle(stderr.trim().split("\n").at(-1));
    return {
      kind: "gone",
      how: `${end.message}${last === "" ? "" : `, with “${last}”`}`,
      sessionId: progress.sessionId,
    };
  }
  if (end.reason !== "stopped") return { kind: "failed", how: end.message };
  // It lived, and answered what we asked it with an error.
  return { kind: "failed", how: `gave up: ${toTitle(error instanceof Error ? error.message : "")}` };
}
