import { presenceFields, type PresenceField } from "@cairn/contract/presence";
import { z } from "zod";

/** Somebody at one socket, and the task that is open there. Ids alone: names are read by whoever shows them. */
export interface Viewing {
  socketId: string;
  userId: string;
  projectId: string;
  taskId: string;
  field: PresenceField | null;
}

const viewingSchema = z.object({
  socketId: z.string(),
  userId: z.uuid(),
  projectId: z.uuid(),
  taskId: z.uuid(),
  field: z.enum(presenceFields).nullable(),
});

/** What processes say to each other. `processId` says who speaks. */
export const presenceMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("viewing"), processId: z.string(), viewing: viewingSchema }),
  z.object({ kind: z.literal("left"), processId: z.string(), socketId: z.string() }),
  /** Somebody has just begun to listen, or missed something: everybody says again who is there. */
  z.object({ kind: z.literal("ask"), processId: z.string() }),
]);
export type PresenceMessage = z.infer<typeof presenceMessageSchema>;

/** What processes repeat is believed this long, so that those who died without a word leave nobody behind. */
export const presenceLifetimeMs = 30_000;

interface HeardViewing {
  processId: string;
  viewing: Viewing;
  heardAt: number;
}

export interface ViewedTask {
  projectId: string;
  taskId: string;
}

/** Who has which task open, at the sockets of all processes. Each change answers the tasks whose viewers it changed. */
export class PresenceMap {
  readonly #entries = new Map<string, HeardViewing>();

  /** Undefined where nothing is known of this socket. */
  find(socketId: string): Viewing | undefined {
    return this.#entries.get(socketId)?.viewing;
  }

  put(processId: string, viewing: Viewing, nowMs: number): ViewedTask[] {
    const before = this.find(viewing.socketId);
    this.#entries.set(viewing.socketId, { processId, viewing, heardAt: nowMs });
    if (before && isSame(before, viewing)) return [];
    return before && before.taskId !== viewing.taskId ? [before, viewing] : [viewing];
  }

  remove(socketId: string): ViewedTask[] {
    const before = this.find(socketId);
    this.#entries.delete(socketId);
    return before ? [before] : [];
  }

  /** Removes what no process has repeated for too long; those of `ownProcessId` stay. */
  expire(ownProcessId: string, nowMs: number): ViewedTask[] {
    const silent = [...this.#entries.values()].filter(
      ({ processId, heardAt }) => processId !== ownProcessId && nowMs - heardAt > presenceLifetimeMs,
    );
    return silent.flatMap(({ viewing }) => this.remove(viewing.socketId));
  }

  listOf(processId: string): Viewing[] {
    return [...this.#entries.values()].filter((entry) => entry.processId === processId).map(({ viewing }) => viewing);
  }

  listAt({ projectId, taskId }: ViewedTask): Viewing[] {
    const all = [...this.#entries.values()].map(({ viewing }) => viewing);
    return all.filter((viewing) => viewing.projectId === projectId && viewing.taskId === taskId);
  }
}

function isSame(one: Viewing, other: Viewing): boolean {
  return one.taskId === other.taskId && one.field === other.field;
}
