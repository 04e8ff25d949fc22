import { existsSync } from "node:fs";
import { join } from "node:path";

import type { GitSource } from "#server/git-source.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

/** A `GitSource` over a repository of a test, with a work tree or bare. */
export function gitDirectorySource(directory: string): GitSource {
  const inner = join(directory, ".git");
  return createMirrorSource(existsSync(inner) ? inner : directory);
}
