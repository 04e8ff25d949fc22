import type { AgentEvent } from "#server/platform/agent-protocol/agent-event.ts";

interface AgentDeadlines {
  /** Until it can be asked something. */
  handshakeMs: number;
  /** Longest silence while neither a tool runs nor the model writes. */
  idleMs: number;
  /** Longest silence of a tool. */
  toolMs: number;
}

export interface AgentWatch {
  /** It can be asked from now on. */
  ready(): void;
  heard(event: AgentEvent): void;
  stop(): void;
}

const lookMs = 250;

/**
 * Calls `onHung` once when an agent has hung, with how in words. While the model writes, the broker's own deadlines hold. The
 * clock is that of this process: it does not jump.
 */
export function watchAgent(
  { handshakeMs, idleMs, toolMs }: AgentDeadlines,
  { isCalling, onHung }: { isCalling: () => boolean; onHung: (how: string) => void },
): AgentWatch {
  const running = new Set<string>();
  let isReady = false;
  let heardAt = performance.now();
  const look = () => {
    if (isReady && isCalling()) heardAt = performance.now();
    const silentMs = performance.now() - heardAt;
    const limitMs = !isReady ? handshakeMs : running.size > 0 ? toolMs : idleMs;
    if (silentMs <= limitMs) return;
    clearInterval(timer);
    onHung(describe(isReady, running.size > 0, limitMs));
  };
  const timer = setInterval(look, lookMs).unref();
  return {
    ready() {
      isReady = true;
      heardAt = performance.now();
    },
    heard(event) {
      heardAt = performance.now();
      if (event.type !== "tool") return;
      if (event.state === "running") running.add(event.id);
      else running.delete(event.id);
    },
    stop: () => clearInterval(timer),
  };
}

function describe(isReady: boolean, hasTool: boolean, limitMs: number): string {
  const limit =
    limitMs >= 120_000 ? `${Math.round(limitMs / 60_000)} minutes` : `${Number((limitMs / 1000).toFixed(1))} s`;
  if (!isReady) return `was not ready within ${limit}`;
  return hasTool ? `used a tool that told nothing for ${limit}` : `did nothing for ${limit}`;
}
