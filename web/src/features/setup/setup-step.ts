import type { SetupProgress } from "@cairn/contract/projects";

import type { PathName } from "#web/lib/navigation/paths.ts";

export const setupSteps = [
  { name: "setupImport", title: "Repositories" },
  { name: "setupDescription", title: "Description" },
  { name: "setupFinalize", title: "Finish" },
] as const satisfies readonly { name: PathName; title: string }[];
export type SetupStepName = (typeof setupSteps)[number]["name"];

type Given = Pick<SetupProgress, "hasRepository" | "hasDescription" | "setupComplete">;

/** The step that is missing: a repository, then a description, then the end. Null when nothing is. */
export function missingStep({ hasRepository, hasDescription, setupComplete }: Given): SetupStepName | null {
  if (!hasRepository) return "setupImport";
  if (!hasDescription) return "setupDescription";
  return setupComplete ? null : "setupFinalize";
}

/** Whether a step has what it is for. */
export function isStepDone(step: SetupStepName, given: Given): boolean {
  if (step === "setupImport") return given.hasRepository;
  return step === "setupDescription" ? given.hasDescription : given.setupComplete;
}
