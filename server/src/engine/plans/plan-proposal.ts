import type { FileLocation } from "#server/engine/task-locations/task-location.ts";

/** A task that is proposed for a goal. */
export interface ProposedTask {
  title: string;
  /** Markdown. */
  description: string;
  criteria: string[];
  /** Null where it lies in no service, or in several. */
  serviceId: string | null;
  /** The likeliest first. */
  locations: FileLocation[];
  /** Places in the list of tasks that are to be done before this one. */
  blockedBy: number[];
  /** What is to be said about it, as a sentence; null for nothing. */
  note: string | null;
}

/** What somebody wants, as tasks that one can hand on. */
export interface PlanProposal {
  /** In the order in which they are to be done. */
  tasks: ProposedTask[];
  /** How the goal was split and what was left out, as sentences for people. */
  notes: string[];
  /** Why there are no tasks; null where there are some. */
  nothing: "no-text" | "not-in-code" | null;
}

/** A part of the product: code of one folder of a repository. */
export interface PlannedService {
  serviceId: string;
  name: string;
  /** Null where it has no code. */
  repositoryId: string | null;
  /** Without slashes at its ends; "" for the whole repository. */
  under: string;
}

/** How far a proposal is. */
export interface PlanProgress {
  step: "reading" | "locating" | "writing";
  done: number;
  total: number;
}
