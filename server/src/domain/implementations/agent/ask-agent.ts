import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";
import type { ImplementationStep } from "@cairn/contract/implementations";
import { z } from "zod";

import { markRunCallSent, reserveRunCall } from "#server/domain/implementations/budget/reserve-run-call.ts";
import { settleRunCall } from "#server/domain/implementations/budget/settle-run-call.ts";
import type { AgentParts } from "#server/domain/implementations/phases/run-host.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { LeaseLost } from "#server/domain/implementations/store/runs.store.ts";
import type { CallMeter, TurnReply } from "#server/platform/models/model-port.ts";
import { storable } from "#server/text/storable.ts";

import { estimateOverhead, systemText } from "./agent-words.ts";
import { fitTranscript } from "./fit-transcript.ts";
import { maskSecrets } from "./mask-secrets.ts";
import type { AgentTool } from "./tools/agent-tool.ts";
import { keepTurn, toMessages, type Turn } from "./transcript.ts";

interface AgentQuestion {
  parts: AgentParts;
  tools: readonly AgentTool[];
  turns: readonly Turn[];
  step: ImplementationStep;
  commit: string;
}

/** Asks the model what to do next and keeps its reply before anything follows from it. */
export async function askAgent(work: PhaseWork, question: AgentQuestion): Promise<Turn> {
  const { step, commit } = question;
  const reply = storable(await askPatiently(work, question));
  const text = maskSecrets(work.ctx, reply.text);
  const unreadable = reply.calls.filter(({ input }) => input === null).map(({ callId }) => callId);
  // Vendors refuse to be told that they said nothing.
  const content = reply.content.length > 0 ? reply.content : [{ type: "text", text: "…" }];
  return await keepTurn(work, step, {
    reason: null,
    message: { role: "assistant", content, unreadable },
    commitOid: commit,
    log: text === "" ? [] : [{ kind: "said", text }],
  });
}

/** A model that does not answer is asked again; one that goes on like that ends the run, which can go on later. */
async function askPatiently(work: PhaseWork, question: AgentQuestion): Promise<TurnReply> {
  const { ctx } = work;
  for (let tried = 0; ; tried += 1) {
    try {
      return await askOnce(work, question);
    } catch (error) {
      ctx.signal.throwIfAborted();
      if (!(error instanceof AppError) || !vendorCodes.has(error.code)) throw error;
      const pauseMs = question.parts.pausesMs[tried];
      if (pauseMs === undefined) {
        const message = `The model did not answer. ${error.message} What was done so far is kept: go on from here when it answers again.`;
        throw new AppError("unprocessable", { message, cause: error });
      }
      ctx.log.warn({ error }, "a model did not answer a run");
      await wait(pauseMs, undefined, { signal: ctx.signal });
    }
  }
}

const vendorCodes: ReadonlySet<string> = new Set(["vendor_failed", "vendor_unavailable"]);

async function askOnce(work: PhaseWork, { parts: { model }, tools, turns }: AgentQuestion): Promise<TurnReply> {
  const schemas = tools.reduce(
    (sum, { input }) => sum + JSON.stringify(z.toJSONSchema(input, { io: "input" })).length,
    0,
  );
  const room = model.contextTokens() - model.maxOutputTokens() - estimateOverhead(tools, schemas);
  const transcript = fitTranscript(toMessages(turns), room);
  return await model.ask({ system: systemText, transcript, tools, signal: work.ctx.signal, meter: meterOf(work) });
}

/** Each call is set aside in the budget of the run before it is made. Throws LeaseLost where the run is paused for it. */
function meterOf({ ctx, lease }: PhaseWork): CallMeter {
  return async (planned) => {
    const reservation = await reserveRunCall(ctx, { lease, planned });
    if ("refused" in reservation) {
      if (reservation.refused !== "busy") throw new LeaseLost();
      throw new AppError("unavailable", { message: reservation.needs });
    }
    await markRunCallSent(ctx, lease, reservation);
    const { reservationId } = reservation;
    return async (taken) => await settleRunCall(ctx, lease, { reservationId, taken });
  };
}
