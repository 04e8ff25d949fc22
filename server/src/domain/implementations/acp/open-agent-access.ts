import path from "node:path";

import type { ImplementationStep } from "@cairn/contract/implementations";

import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import type { StartableAgent } from "#server/platform/agent-protocol/find-agent.ts";
import { openToolSocket } from "#server/platform/agent-protocol/open-tool-socket.ts";
import { openBroker, type Broker } from "#server/platform/broker/open-broker.ts";
import { createRunToken } from "#server/platform/broker/run-token.ts";
import { toBrokerVendor } from "#server/platform/broker/to-broker-vendor.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import { createAgentLog, type AgentLog } from "./agent-log.ts";
import { createRunMeter } from "./run-meter.ts";

/** Where an agent works, and all that it may reach. */
export interface AgentAccess {
  work: PhaseWork;
  agent: StartableAgent;
  workCopy: WorkCopy;
  /** Holds the sockets. */
  folder: string;
  broker: Broker;
  /** Opens the broker. */
  token: string;
  /** Name of the socket of our tools; null where nobody is left whose rights they would have. */
  toolSocket: string | null;
  log: AgentLog;
  /** Called when a tool of it has ended: files may have changed. */
  onStep: () => void;
  /** Called with the session's name when there is one: whoever goes on after a crash may open it again. */
  onSession: (sessionId: string) => Promise<void>;
  close(): Promise<void>;
}

/** Opens the two ways that lead out of the walls: to the model, and to the tools of this server. */
export async function openAgentAccess(
  work: PhaseWork,
  order: Pick<AgentAccess, "agent" | "workCopy" | "onStep" | "onSession"> & { step: ImplementationStep },
): Promise<AgentAccess> {
  const { ctx, lease, row } = work;
  const { organizationId, projectId, createdBy: userId } = row;
  const { agent, step, workCopy, onStep, onSession } = order;
  const folder = path.join(workCopy.directory, "agent");
  const token = createRunToken();
  const log = createAgentLog(work, { name: agent.name, step });
  const broker = await openBroker({
    folder,
    token,
    vendor: toBrokerVendor(ctx.settings),
    meter: createRunMeter(ctx, lease),
  });
  const { product } = ctx;
  const tools =
    userId === null || product === undefined
      ? null
      : await openToolSocket(folder, (socket) => product.serveTools(socket, { organizationId, projectId, userId }));
  return {
    work,
    agent,
    workCopy,
    folder,
    broker,
    token,
    toolSocket: tools?.socket ?? null,
    log,
    onStep,
    onSession,
    async close() {
      await Promise.all([broker.close(), tools?.close(), log.end()]);
    },
  };
}
