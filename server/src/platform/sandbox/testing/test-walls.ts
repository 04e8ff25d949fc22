import { mkdtempSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { WallKind } from "#server/platform/sandbox/choose-walls.ts";

/** `CGROUP2_SUPER_MAGIC` of linux/magic.h. */
const newGroups = 0x63677270;

/** What makes the walls that are tested, as `createSandbox` takes it: what TEST_WALLS says, bubblewrap unless said. */
export const testWalls: { walls: WallKind; searchPath: string; image?: string } = chooseTestWalls();

function chooseTestWalls(): typeof testWalls {
  const searchPath = process.env["PATH"] ?? "";
  const wanted = process.env["TEST_WALLS"];
  if (wanted === "podman") return { walls: "podman", searchPath: `${hideMixedGroups()}:${searchPath}` };
  if (wanted !== "docker") return { walls: "bubblewrap", searchPath };
  // Made by the set-up of its tests.
  const folder = process.env["TEST_DOCKER_FOLDER"];
  return { walls: "docker", searchPath: `${folder}:${searchPath}`, image: "cairn-test-image" };
}

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
