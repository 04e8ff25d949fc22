import { mkdtempSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** `CGROUP2_SUPER_MAGIC` of linux/magic.h. */
const newGroups = 0x63677270;

/** What makes the walls that are tested, as `createSandbox` takes it: what TEST_WALLS says, bubblewrap unless said. */
export const testWalls: { walls: "bubblewrap" | "podman"; searchPath: string } =
  process.env["TEST_WALLS"] === "podman"
    ? { walls: "podman", searchPath: `${hideMixedGroups()}:${process.env["PATH"]}` }
    : { walls: "bubblewrap", searchPath: process.env["PATH"] ?? "" };

/**
 * crun refuses machines that have control groups of both versions, as some that tests run on. There root's Podman is shown
 * those of the first only. Answers a folder for the search path.
 */
function hideMixedGroups(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-podman-"));
  if (process.getuid?.() !== 0 || !hasMixedGroups()) return folder;
  const hide =
    'umount /sys/fs/cgroup/unified && mount -t tmpfs none /sys/fs/cgroup/unified && exec /usr/bin/podman "$@"';
  const script = `#!/bin/sh\nexec unshare --mount --propagation private sh -c '${hide}' podman "$@"\n`;
  writeFileSync(path.join(folder, "podman"), script, { mode: 0o755 });
  return folder;
}

function hasMixedGroups(): boolean {
  try {
    return statfsSync("/sys/fs/cgroup/unified").type === newGroups;
  } catch {
    return false;
  }
}
