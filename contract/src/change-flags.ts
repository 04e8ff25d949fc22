/** What a reviewer should look at twice. */
export const changeFlags = [
  "deleted-tests",
  "skipped-tests",
  "weakened-tests",
  "early-exit",
  "reaches-into-tests",
  "ci",
  "lockfile",
  "build-script",
  "hidden-characters",
  "executable",
  "binary",
  "generated",
  /** Not all of its changed lines could be looked at for any of the others. */
  "unread",
] as const;
export type ChangeFlag = (typeof changeFlags)[number];

export const changeFlagNames = {
  "deleted-tests": "Deletes tests",
  "skipped-tests": "Skips tests",
  "weakened-tests": "Demands less in its tests",
  "early-exit": "Ends its program as if all went well",
  "reaches-into-tests": "Reaches into what tests it",
  ci: "Changes what CI runs",
  lockfile: "Changes a lockfile",
  "build-script": "Changes how it is built",
  "hidden-characters": "Holds characters that nobody sees",
  executable: "Becomes executable",
  binary: "Is no text",
  generated: "Written by a program or copied",
  unread: "Too large to be looked through",
} as const satisfies Record<ChangeFlag, string>;
