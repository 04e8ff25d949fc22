import { randomUUID } from "node:crypto";

import type { CanvasViewer, ViewerPresence, TaskViewer } from "@cairn/contract/presence";
import { sql } from "drizzle-orm";

import { findUser } from "#server/domain/users/find-user.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { listenChannel } from "#server/platform/db/listen-channel.ts";
import type { Logger } from "#server/platform/log/logger.ts";

import {
  placeKey,
  PresenceMap,
  presenceMessageSchema,
  type CanvasViewing,
  type PresenceMessage,
  type TaskViewing,
  type ViewedScreen,
  type Viewing,
} from "./presence-map.ts";

/** Of PostgreSQL's NOTIFY, which keeps nothing. */
const channel = "cairn_presence";
const repeatMs = 10_000;

/** Who has which task or canvas open, at this process and the others. Nothing is stored, and no log of changes is raised. */
export interface Presence {
  /** A socket of this process shows this place from now on, or somebody does something else there. */
  view(viewing: Viewing): void;
  /** A socket of this process shows no such place any more, or is gone. */
  leave(socketId: string): void;
  /** Whether this socket shows the place now. */
  isViewing(socketId: string, place: ViewedScreen): boolean;
  /** Everybody who is there, each once, in the order of their ids. */
  describe(place: ViewedScreen): Promise<ViewerPresence>;
  /** Another process said something. */
  hear(payload: string): void;
  /** Asks the others who is there: nobody knows what was missed. */
  ask(): void;
  stop(): void;
}

interface PresenceParts {
  services: Pick<Services, "wholeDb" | "log">;
  /** Other people are there now, or they do something else. */
  onChange: (place: ViewedScreen) => void;
}

export function createPresence({ services, onChange }: PresenceParts): Presence {
  const processId = randomUUID();
  const map = new PresenceMap();
  // One after the other, so that what was said last is heard last.
  let saying = Promise.resolve();
  const say = (message: PresenceMessage): void => {
    saying = saying.then(() => tellOthers(services, message));
  };
  const tell = (places: readonly ViewedScreen[]): void => {
    for (const place of places) onChange(place);
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
    isViewing(socketId, place) {
      const viewing = map.find(socketId);
      return viewing?.projectId === place.projectId && placeKey(viewing) === placeKey(place);
    },
    describe: (place) => describePlace(services, place, map.listAt(place)),
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
    log.warn({ error }, "other processes could not be told who is where");
  }
}

async function describePlace(
  services: Pick<Services, "wholeDb">,
  place: ViewedScreen,
  viewings: readonly Viewing[],
): Promise<ViewerPresence> {
  if ("canvas" in place) {
    const there = viewings.filter((viewing): viewing is CanvasViewing => "canvas" in viewing);
    return { canvas: place.canvas, viewers: await listViewers(services, there, chooseOnCanvas) };
  }
  const there = viewings.filter((viewing): viewing is TaskViewing => "taskId" in viewing);
  return { taskId: place.taskId, viewers: await listViewers(services, there, chooseAtTask) };
}

/** Of somebody with several tabs the one counts in which they type. */
function chooseAtTask(own: readonly TaskViewing[]): Pick<TaskViewer, "field"> {
  return { field: own.find(({ field }) => field !== null)?.field ?? null };
}

/** And on a canvas, else the one in which something is chosen. */
function chooseOnCanvas(own: readonly CanvasViewing[]): Pick<CanvasViewer, "nodeId" | "isEditing"> {
  const busy = own.find(({ isEditing }) => isEditing) ?? own.find(({ nodeId }) => nodeId !== null);
  return { nodeId: busy?.nodeId ?? null, isEditing: busy?.isEditing ?? false };
}

async function listViewers<Seen extends Viewing, Doing extends object>(
  services: Pick<Services, "wholeDb">,
  viewings: readonly Seen[],
  choose: (own: readonly Seen[]) => Doing,
) {
  const byUser = Map.groupBy(viewings, ({ userId }) => userId);
  const viewers = await Promise.all(
    [...byUser].map(async ([userId, own]) => {
      const user = await findUser(services, userId);
      if (user === null) return [];
      return [{ userId, firstName: user.firstName, lastName: user.lastName, ...choose(own) }];
    }),
  );
  return viewers.flat().toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
}
