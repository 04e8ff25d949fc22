import path from "node:path";

import type { CodeIndex } from "../../server/src/code-index/ports/code-index.ts";
import { openIndex } from "../../server/src/code-index/snapshot/open-index.ts";
import { updateIndex } from "../../server/src/code-index/update/update-index.ts";
import { openCodeReader } from "../../server/src/domain/repositories/browsing/load-code.ts";
import { findTaskLocations } from "../../server/src/engine/task-locations/find-task-locations.ts";
import { createMirrorSource } from "../../server/src/platform/git/mirror-source.ts";
import { headOf } from "./code-index.ts";
import { atMost, type Figure } from "./figure.ts";
import { makePackageRepository } from "./package-repository.ts";

const tasks = 40;
const repositoryId = "00000000-0000-4000-8000-000000000000";

/** Where tasks land, on a given repository or one of installed packages; each asked of a prepared index for the first time. */
export async function benchTaskLocations(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const directory = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const source = createMirrorSource(directory);
  const indexDirectory = path.join(folder, "index");
  await updateIndex({ source, commit: await headOf(directory), directory: indexDirectory });
  const index = openIndex(indexDirectory, source);
  if (index === null) throw new Error("The index could not be opened");
  await index.prepare();
  const { signal } = new AbortController();
  const files = () => index.files();
  const times: number[] = [];
  for (const task of writeTasks(index)) {
    const reader = openCodeReader({ repositoryId, directory, signal, commit: index.commit, files });
    const started = performance.now();
    await findTaskLocations(task, [{ repositoryId, name: "packages", index, reader }]);
    times.push(performance.now() - started);
  }
  const [once = 0, ...others] = times;
  const p95 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.95)] ?? Infinity;
  const size = `${index.files().length} files`;
  index.close();
  return [
    atMost(`where a task lands, p95 of ${others.length} (${size})`, p95, 300, "ms"),
    atMost("the same for the first task after a new index", once, 2000, "ms"),
  ];
}

/** Reports about declarations all over the code, with all that makes them long to read. */
function writeTasks(index: CodeIndex) {
  const sources = index.files().filter(({ kind, lines }) => kind === "source" && lines > 20);
  const step = Math.max(1, Math.floor(sources.length / tasks));
  return sources
    .filter((_, at) => at % step === 0)
    .slice(0, tasks)
    .map(({ path: file }) => {
      const [symbol] = index.facts(file)?.symbols ?? [];
      const name = symbol?.name ?? path.basename(file);
      const trace = `\`\`\`\nTypeError: cannot read ${name}\n    at ${name} (${file}:12:3)\n\`\`\``;
      const said = `### Describe the bug\n\nCalling \`${name}\` of "${path.dirname(file)}" answers /api/${name}/7 wrongly.`;
      const description = `${said}\n\n${trace}\n\n### Environment\n- OS: Linux\n\n${symbol?.doc?.text ?? ""}`;
      return { title: `[Bug] ${name} fails in ${path.basename(file)}`, description, criteria: [`${name} works`] };
    });
}
