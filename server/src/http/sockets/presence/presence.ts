import { randomUUID } from "node:crypto";

import type { TaskViewer } from "@cairn/contract/presence";
import { sql } from "drizzle-orm";

import { findUser } from "#server/domain/users/find-user.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { listenChannel } from "#server/platform/db/listen-channel.ts";
import type { Logger } from "#server/platform/log/logger.ts";

import {
  PresenceMap,
  presenceMessageSchema,
  type PresenceMessage,
  type ViewedTask,
  type Viewing,
} from "./presence-map.ts";

/** Of PostgreSQL's NOTIFY, which keeps nothing. */
const channel = "cairn_presence";
const repeatMs = 10_000;

/** Who has which task open, at this process and the others. Nothing is stored, and no log of changes is raised. */
export interface Presence {
  /** A socket of this process shows this task from now on, or somebody types in another field of it. */
  view(viewing: Viewing): void;
  /** A socket of this process shows no task any more, or is gone. */
  leave(socketId: string): void;
  /** Whether this socket shows the task now. */
  isViewing(socketId: string, taskId: string): boolean;
  /** Everybody who has the task open, each once, in the order of their ids. */
  listViewers(task: ViewedTask): Promise<TaskViewer[]>;
  /** Another process said something. */
  hear(payload: string): void;
  /** Asks the others who is there: nobody knows what was missed. */
  ask(): void;
  stop(): void;
}

interface PresenceParts {
  services: Pick<Services, "wholeDb" | "log">;
  /** The viewers of a task are others now. */
  onChange: (task: ViewedTask) => void;
}

export function createPresence({ services, onChange }: PresenceParts): Presence {
  const processId = randomUUID();
  const map = new PresenceMap();
  // One after the other, so that what was said last is heard last.
  let saying = Promise.resolve();
  const say = (message: PresenceMessage): void => {
    saying = saying.then(() => tellOthers(services, message));
  };
  const tell = (tasks: readonly ViewedTask[]): void => {
    for (const task of tasks) onChange(task);
  };
  const repeat = (): void => {
    for (const viewing of map.listOf(processId)) say({ kind: "viewing", processId, viewing });
  };
  const repeating = setInterval(() => {
    repeat();
    tell(map.expire(processId, performance.now()));
  }, repeatMs).unref();
  return {
    view(viewing) {
      const changed = map.put(processId, viewing, performance.now());
      if (changed.length > 0) say({ kind: "viewing", processId, viewing });
      tell(changed);
    },
    leave(socketId) {
      const changed = map.remove(socketId);
      if (changed.length > 0) say({ kind: "left", processId, socketId });
      tell(changed);
    },
    isViewing: (socketId, taskId) => map.find(socketId)?.taskId === taskId,
    listViewers: (task) => listViewers(services, map.listAt(task)),
    hear(payload) {
      const message = presenceMessageSchema.safeParse(JSON.parse(payload)).data;
      // A process of another version may say what this one does not know.
      if (message === undefined || message.processId === processId) return;
      if (message.kind === "ask") repeat();
      else if (message.kind === "left") tell(map.remove(message.socketId));
      else tell(map.put(message.processId, message.viewing, performance.now()));
    },
    ask: () => say({ kind: "ask", processId }),
    stop: () => clearInterval(repeating),
  };
}

/** Hears what other processes say, from now on. Throws when the first connection cannot be made. */
export async function listenToOthers(
  presence: Presence,
  { connectionString, log }: { connectionString: string; log: Logger },
): Promise<{ close(): Promise<void> }> {
  const line = await listenChannel({
    connectionString,
    log,
    channel,
    subject: "presence",
    onPayload: (payload) => presence.hear(payload),
    onReopened: () => presence.ask(),
  });
  presence.ask();
  return {
    async close() {
      presence.stop();
      await line.close();
    },
  };
}

/** Never rejects. */
async function tellOthers({ wholeDb, log }: PresenceParts["services"], message: PresenceMessage): Promise<void> {
  try {
    await wholeDb.execute(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`);
  } catch (error) {
    // It is repeated soon.
    log.warn({ error }, "other processes could not be told who has a task open");
  }
}

/** Of somebody with several tabs the one counts in which they type. */
async function listViewers(services: Pick<Services, "wholeDb">, viewings: readonly Viewing[]): Promise<TaskViewer[]> {
  const byUser = Map.groupBy(viewings, ({ userId }) => userId);
  const viewers = await Promise.all(
    [...byUser].map(async ([userId, own]): Promise<TaskViewer[]> => {
      const user = await findUser(services, userId);
      if (user === null) return [];
      const field = own.find((viewing) => viewing.field !== null)?.field ?? null;
      return [{ userId, firstName: user.firstName, lastName: user.lastName, field }];
    }),
  );
  return viewers.flat().toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
}
