import type { SectionRow } from "#server/domain/pages/store/artifacts.store.ts";

/** Whether a section is what it was when it was chosen to be written. */
export function isAsChosen(current: SectionRow | null, chosen: SectionRow): boolean {
  return (
    current !== null &&
    current.status === chosen.status &&
    current.content === chosen.content &&
    current.prompt === chosen.prompt &&
    current.output === chosen.output &&
    current.heldVersionId === null &&
    current.pausedAt === null
  );
}
