import type { DeployedSetting, DeployedUnit, VolumeFact } from "#server/code-index/ports/deployment-facts.ts";

import type { CommandDuty } from "./run-commands.ts";

/** A declared unit with the file it stands in and what was found out about it. */
export interface LocatedUnit extends Omit<DeployedUnit, "volumes"> {
  volumes: (VolumeFact & { path: string })[];
  path: string;
  /** Of the declaration. */
  directory: string;
  isDevelopment: boolean;
  /** Whether it stands among examples, and would be the product's elsewhere. */
  isExample: boolean;
  duty: CommandDuty | null;
  /** Those of its files too, each with the file it stands in. */
  located: (DeployedSetting & {
    path: string;
    /** Where others are given it too: the container, and this is one of several programs inside, or a whole map of settings. */
    givenBy?: "container" | "map";
  })[];
  /** Of its code; null where it is of others, or not found. */
  code: string | null;
  isOwn: boolean;
}
