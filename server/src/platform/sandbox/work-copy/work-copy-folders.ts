import path from "node:path";

import type { SandboxMount, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

/** Where a work copy's parts lie outside. All count for its limit of disk. */
export const partsOfWorkCopy = { tree: "tree", home: "home", temporary: "tmp", repository: "git" } as const;

/** Where they show inside. */
export const insidePaths = {
  tree: "/work",
  home: "/home/builder",
  temporary: "/tmp",
  objects: "/objects",
  repository: "/repository",
} as const;

/** What a command of somebody else's sees: the files and folders to write in, never the repository that we keep. */
export function commandMounts(workCopy: WorkCopy): SandboxMount[] {
  return [
    writable(workCopy, "tree"),
    writable(workCopy, "home"),
    writable(workCopy, "temporary"),
    { source: workCopy.objects, target: insidePaths.objects },
  ];
}

/** What our own programs see: the files, and a repository that no command was ever near. */
export function ownMounts(workCopy: WorkCopy, { hasHome }: { hasHome: boolean }): SandboxMount[] {
  return [
    writable(workCopy, "tree"),
    ...(hasHome ? [writable(workCopy, "home")] : []),
    writable(workCopy, "repository"),
    { source: workCopy.objects, target: insidePaths.objects },
  ];
}

/** For our own git: nothing that a command wrote is its settings. */
export const ownEnvironment = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LANG: "C.UTF-8",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_DIR: insidePaths.repository,
  GIT_WORK_TREE: insidePaths.tree,
};

function writable(workCopy: WorkCopy, part: keyof typeof partsOfWorkCopy): SandboxMount {
  const source = path.join(workCopy.directory, partsOfWorkCopy[part]);
  return { source, target: insidePaths[part], isWritable: true };
}
