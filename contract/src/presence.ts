import { z } from "zod";

/** The fields of a task that somebody writes in. */
export const presenceFields = ["title", "description", "acceptanceCriteria"] as const;
export type PresenceField = (typeof presenceFields)[number];

/** Which task a client shows now, and the field that somebody types in. */
const taskPlaceSchema = z.object({
  /** Null where it shows none any more. */
  taskId: z.uuid().nullable(),
  /** Null while nobody types. */
  field: z.enum(presenceFields).nullable().default(null),
});

/** The canvas of a product's architecture, and what somebody has chosen there. */
export const canvasChoiceSchema = z.object({
  canvas: z.literal("architecture"),
  /** As the server names it; null where nothing is chosen that others have. */
  nodeId: z.string().min(1).max(300).nullable(),
  /** Something of it is typed and not saved; without a node, of one that others do not have yet. */
  isEditing: z.boolean(),
});
export type CanvasChoice = z.output<typeof canvasChoiceSchema>;

/** What a client says on the socket of a product: what it shows now. */
export const presenceInputSchema = z.union([taskPlaceSchema, canvasChoiceSchema]);
export type PresenceInput = z.output<typeof presenceInputSchema>;

/** Somebody who is there now. */
interface Viewer {
  userId: string;
  firstName: string | null;
  lastName: string | null;
}

export interface TaskViewer extends Viewer {
  field: PresenceField | null;
}

export type CanvasViewer = Viewer & Omit<CanvasChoice, "canvas">;

/** Everybody who has a task open, each once, in the order of their ids; also whoever is told. */
export interface TaskPresence {
  taskId: string;
  viewers: TaskViewer[];
}

/** Everybody who has the canvas open, likewise. */
export interface CanvasPresence {
  canvas: CanvasChoice["canvas"];
  viewers: CanvasViewer[];
}

export type ViewerPresence = TaskPresence | CanvasPresence;

/** How often a client may say where it is before its socket is cut. */
export const maxPresenceInputs = { count: 60, perMs: 10_000 } as const;
