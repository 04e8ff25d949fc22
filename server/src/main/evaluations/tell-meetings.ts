import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { digestChange } from "#server/domain/implementations/overlaps/digest-change.ts";
import { findSharedDeclarations } from "#server/domain/implementations/overlaps/find-shared-declarations.ts";
import { meetByCalls, sayName } from "#server/domain/implementations/overlaps/meet-changes.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

interface TriedPair {
  directory: string;
  /** Of the index that goes along from pair to pair. */
  folder: string;
  /** Where the main branch stood. */
  tip: string;
  changes: readonly [PastChange, PastChange];
}

interface PastChange {
  base: string;
  head: string;
}

/** What a review would have told beside lines: a line for each declaration that both change, and for each call. */
export async function tellMeetings({
  directory,
  folder,
  tip,
  changes,
}: TriedPair): Promise<{ symbols: string[]; calls: string[] }> {
  const { signal } = new AbortController();
  const source = createMirrorSource(directory);
  await updateIndex({ directory: folder, source, commit: tip });
  const index = openIndex(folder, source);
  if (index === null) throw new Error("The index could not be opened");
  const files = () => index.files();
  const reader = openCodeReader({ repositoryId: "", directory, signal, commit: tip, files });
  const main = { repositoryId: "", directory, name: "", branch: "main", index, reader };
  const [one, other] = await Promise.all(
    changes.map(({ base, head }) => digestChange(directory, { baseOid: base, headOid: head }, { signal })),
  );
  if (one === undefined || other === undefined) return { symbols: [], calls: [] };
  const between = changes.map(({ head }) => head.slice(0, 8)).join(" and ");
  const symbols = findSharedDeclarations(one, other).map((declaration) => {
    const { name, path } = sayName(declaration);
    return `${between} both change ${name} in ${path}`;
  });
  const calls = (await meetByCalls(main, one, other)).map(
    ({ name, path, part, isCalledHere, call }) =>
      `${between}: the ${isCalledHere ? "first" : "second"} calls ${name} of ${path} (${part}) at ${call.path}:${call.line}`,
  );
  return { symbols, calls };
}
