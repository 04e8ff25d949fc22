import { z } from "zod";

import type { Person } from "./pages.ts";
import type { ViewerPresence, PresenceInput } from "./presence.ts";
import type { Task } from "./tasks.ts";

/** Socket.IO namespace of one project, by its id; websocket transport only. */
export const projectNamespacePrefix = "/v1/projects/";

/** What a client gives in `auth` when it connects. */
export const projectSocketAuthSchema = z.object({
  /** The access token. */
  token: z.string(),
  /** The number it read up to; absent where it has read nothing yet. */
  after: z.number().int().min(0).optional(),
});

/**
 * What a change is about, and whose id it carries: `repository` is the state of its index, `code` (with the
 * repository's id) that the index has another commit, `artifact` a page with its sections and their sources, `task` a
 * task with what it waits for, `implementation` one with its steps, its log and its comments,
 * `plan` a plan with its items, `service-commands` (with the service's id) its commands with their last check,
 * `architecture` (with the project's id) where its nodes stand, what is said of its connections and how proposed services
 * are corrected, `drawn-node` (with the uuid of its id) what people drew in it: told of when it is deleted, beside `architecture`.
 */
export const projectChangeTypes = [
  "project",
  "service",
  "repository",
  "code",
  "artifact",
  "task",
  "implementation",
  "plan",
  "service-commands",
  "architecture",
  "drawn-node",
] as const;

export interface ProjectChange {
  /** Numbers the changes of the project from 1 without a gap, in the order in which they were committed. */
  sequence: number;
  type: (typeof projectChangeTypes)[number];
  id: string;
  operation: "created" | "updated" | "deleted";
  /** Who did it, where it was a person whose account still stands. */
  by?: Person;
}

/** `changes` and `reload` say with `sequence` which number to read on from. */
export interface ProjectServerEvents {
  /** What came after the client's number, in order; empty where nothing did. Sent on connecting, then as it happens. */
  changes: (batch: { sequence: number; changes: ProjectChange[] }) => void;
  /**
   * Tasks as the API gives them now, before the `changes` that are about them, so that a client that has those has these
   * as well. What was created and deleted meanwhile is only deleted.
   */
  taskCreated: (tasks: Task[]) => void;
  taskUpdated: (tasks: Task[]) => void;
  /** What is left of each. */
  taskDeleted: (tasks: Pick<Task, "taskId">[]) => void;
  /** The client gave no number, or one that the log no longer reaches back to: what it holds may be old. */
  reload: (at: { sequence: number }) => void;
  /** Who else is at what this client shows; sent when it says so and whenever that changes. Not kept. */
  presence: (presence: ViewerPresence) => void;
}

/** All that a client may send. */
export interface ProjectClientEvents {
  presence: (input: PresenceInput) => void;
}
