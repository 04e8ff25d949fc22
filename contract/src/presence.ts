import { z } from "zod";

/** The fields of a task that somebody writes in. */
export const presenceFields = ["title", "description", "acceptanceCriteria"] as const;
export type PresenceField = (typeof presenceFields)[number];

/** What a client says on the socket of a product: which task it shows now, and the field that somebody types in. */
export const presenceInputSchema = z.object({
  /** Null where it shows none any more. */
  taskId: z.uuid().nullable(),
  /** Null while nobody types. */
  field: z.enum(presenceFields).nullable().default(null),
});
export type PresenceInput = z.output<typeof presenceInputSchema>;

/** Somebody who has a task open now. */
export interface TaskViewer {
  userId: string;
  firstName: string | null;
  lastName: string | null;
  field: PresenceField | null;
}

/** Everybody who has a task open, each once, in the order of their ids; also whoever is told. */
export interface TaskPresence {
  taskId: string;
  viewers: TaskViewer[];
}

/** How often a client may say where it is before its socket is cut. */
export const maxPresenceInputs = { count: 60, perMs: 10_000 } as const;
