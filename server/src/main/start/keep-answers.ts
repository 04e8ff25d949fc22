import { resumeAnswers } from "#server/domain/chat/answering/resume-answers.ts";
import type { ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { checkAllRights, checkAnswers } from "#server/domain/chat/session/check-answers.ts";
import type { Tool } from "#server/edge.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";

const checkMs = 1_500;
/** A process that was silent this long no longer answers; several signs of life lie in between. */
const silentMs = 20_000;
/** Every so many checks, rights are checked again and abandoned answers are looked for. */
const checksPerRound = 3;

/**
 * Looks after this process's answers, and takes over those of processes that are gone: at once where it is alone, else
 * when they were silent for a while.
 */
export async function keepAnswers(
  services: Services,
  options: { streams: ChatStreams; tools: readonly Tool[]; isAlone: boolean },
): Promise<{ stop(): Promise<void> }> {
  const { streams, tools, isAlone } = options;
  const stopped = new AbortController();
  const ctx = createCtx(services, {
    actor: { kind: "anonymous" },
    requestId: services.newId(),
    signal: stopped.signal,
  });
  let checks = 0;
  const check = async () => {
    try {
      await checkAnswers(ctx, streams);
      checks += 1;
      if (checks % checksPerRound > 0) return;
      await checkAllRights(ctx, streams);
      await resumeAnswers(ctx, { streams, tools, silentMs });
    } catch (error) {
      services.log.warn({ error }, "looking after answers did not work this time");
    }
  };
  /** Null between checks; one that is slow is not joined by a second. */
  let checking: Promise<void> | null = null;
  const onTime = () => {
    checking ??= check().finally(() => (checking = null));
  };
  await resumeAnswers(ctx, { streams, tools, silentMs: isAlone ? 0 : silentMs });
  const timer = setInterval(onTime, checkMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await checking;
    },
  };
}
