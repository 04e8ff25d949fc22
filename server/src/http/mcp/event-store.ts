import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

export interface EventLimits {
  /** All events of a session together. */
  maxBytes: number;
  /** Nobody comes back for what is older. */
  maxAgeMs: number;
}

interface KeptEvent {
  eventId: string;
  streamId: string;
  message: JSONRPCMessage;
  bytes: number;
  at: number;
}

export interface BoundedEventStore extends EventStore {
  /** Whether a stream can be resumed after this event. */
  has: (eventId: string) => boolean;
}

/**
 * The last messages of a session, for a client that lost its connection. The oldest go first when there are too many;
 * the newest always stays. Ids count up within the session and say nothing to anybody else.
 */
export function createEventStore({ maxBytes, maxAgeMs }: EventLimits, now: () => number): BoundedEventStore {
  let kept: KeptEvent[] = [];
  let bytes = 0;
  let count = 0;
  const forget = (): void => {
    const oldest = now() - maxAgeMs;
    let from = 0;
    for (const event of kept.slice(0, -1)) {
      if (bytes <= maxBytes && event.at >= oldest) break;
      bytes -= event.bytes;
      from += 1;
    }
    kept = kept.slice(from);
  };
  const has = (eventId: string): boolean => kept.some((event) => event.eventId === eventId);
  return {
    has,
    async storeEvent(streamId, message) {
      const eventId = `${(count += 1)}`;
      const size = JSON.stringify(message).length;
      kept.push({ eventId, streamId, message, bytes: size, at: now() });
      bytes += size;
      forget();
      return eventId;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const at = kept.findIndex(({ eventId }) => eventId === lastEventId);
      const last = kept[at];
      if (!last) throw new Error("the event is no longer kept");
      for (const { eventId, streamId, message } of kept.slice(at + 1)) {
        // The first event of a stream holds no message: it only gives the client an id to come back with.
        if (streamId === last.streamId && Object.keys(message).length > 0) await send(eventId, message);
      }
      return last.streamId;
    },
  };
}
