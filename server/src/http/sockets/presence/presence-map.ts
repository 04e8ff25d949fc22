import { canvasChoiceSchema, presenceFields } from "@cairn/contract/presence";
import { z } from "zod";

const viewerSchema = z.object({ socketId: z.string(), userId: z.uuid(), projectId: z.uuid() });
const taskViewingSchema = viewerSchema.extend({ taskId: z.uuid(), field: z.enum(presenceFields).nullable() });
const canvasViewingSchema = viewerSchema.extend(canvasChoiceSchema.shape);
const viewingSchema = z.union([taskViewingSchema, canvasViewingSchema]);

export type TaskViewing = z.infer<typeof taskViewingSchema>;
export type CanvasViewing = z.infer<typeof canvasViewingSchema>;
/** Somebody at one socket, and the task or canvas that is open there. Ids alone: names are read by whoever shows them. */
export type Viewing = TaskViewing | CanvasViewing;

/** Where people can be together in a product. */
export type ViewedScreen = { projectId: string } & (Pick<TaskViewing, "taskId"> | Pick<CanvasViewing, "canvas">);

/** Names a place within its product. */
export function placeKey(place: ViewedScreen): string {
  return "canvas" in place ? place.canvas : place.taskId;
}

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

/** Who is where, at the sockets of all processes. Each change answers the places whose people it changed. */
export class PresenceMap {
  readonly #entries = new Map<string, HeardViewing>();

  /** Undefined where nothing is known of this socket. */
  find(socketId: string): Viewing | undefined {
    return this.#entries.get(socketId)?.viewing;
  }

  put(processId: string, viewing: Viewing, nowMs: number): ViewedScreen[] {
    const before = this.find(viewing.socketId);
    this.#entries.set(viewing.socketId, { processId, viewing, heardAt: nowMs });
    if (before && isSame(before, viewing)) return [];
    return before && placeKey(before) !== placeKey(viewing) ? [before, viewing] : [viewing];
  }

  remove(socketId: string): ViewedScreen[] {
    const before = this.find(socketId);
    this.#entries.delete(socketId);
    return before ? [before] : [];
  }

  /** Removes what no process has repeated for too long; those of `ownProcessId` stay. */
  expire(ownProcessId: string, nowMs: number): ViewedScreen[] {
    const silent = [...this.#entries.values()].filter(
      ({ processId, heardAt }) => processId !== ownProcessId && nowMs - heardAt > presenceLifetimeMs,
    );
    return silent.flatMap(({ viewing }) => this.remove(viewing.socketId));
  }

  listOf(processId: string): Viewing[] {
    return [...this.#entries.values()].filter((entry) => entry.processId === processId).map(({ viewing }) => viewing);
  }

  listAt(place: ViewedScreen): Viewing[] {
    const all = [...this.#entries.values()].map(({ viewing }) => viewing);
    return all.filter((viewing) => viewing.projectId === place.projectId && placeKey(viewing) === placeKey(place));
  }
}

function isSame(one: Viewing, other: Viewing): boolean {
  if ("canvas" in one) {
    return "canvas" in other && one.nodeId === other.nodeId && one.isEditing === other.isEditing;
  }
  return "taskId" in other && one.taskId === other.taskId && one.field === other.field;
}
