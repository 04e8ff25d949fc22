import type { Evidence } from "#server/engine/evidence/evidence.ts";

/** What a service's code is put through. */
export type ServicePurpose = "install" | "build" | "test" | "lint";

/** A command that may be the one for its purpose. */
export interface CommandCandidate {
  purpose: ServicePurpose;
  command: string;
  /** Why this one, in words for people. */
  reason: string;
  evidence: Evidence[];
}
