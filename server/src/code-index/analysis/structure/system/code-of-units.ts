import { isForDevelopers } from "./gather-units.ts";
import type { LocatedUnit } from "./located-unit.ts";

/** The folder of the code of a process by all that declares it, and whether that is a program of others with settings of the product. */
export function codeOfUnits(units: readonly LocatedUnit[]): { code: string | null; isOthers: boolean } {
  const placed = units.filter((unit) => unit.code !== null && !isForDevelopers(`${unit.code}/`));
  // What is built from a folder says more than the name of an image.
  const built = placed.filter((unit) => unit.code !== "" && unit.build !== null && unit.form !== "dockerfile");
  const isOthers = built.length > 0 && built.every(({ isOwn }) => !isOwn);
  const chosen =
    (isOthers ? built[0] : built.find(({ isOwn }) => isOwn)) ?? placed.find(({ isOwn }) => isOwn) ?? placed[0];
  return { code: chosen?.code ?? null, isOthers };
}
