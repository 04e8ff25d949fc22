import { existsSync } from "node:fs";
import { join } from "node:path";

import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

import type { GitSource } from "../git-source.ts";

/** A `GitSource` over a repository of a test, with a work tree or bare. */
export function gitDirectorySource(directory: string): GitSource {
  const inner = join(directory, ".git");
  return createMirrorSource(existsSync(inner) ? inner : directory);
}
