import { technologyNamed } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import type { SystemNode } from "#server/code-index/ports/system.ts";

import type { ClientUse } from "./client-use.ts";
import { mainOf, type OwnProcess } from "./own-process.ts";
import { nameOwnStore } from "./own-stores.ts";
import type { SystemBuilder } from "./system-builder.ts";

/** Where a setting chooses one of several databases: what it takes without the declared one is no other box. */
const ofSettings = /(?:^|\/)(?:\.env[\w.-]*|settings(?:\/\w+)?\.py|config\/[\w-]+\.(?:php|rb|ya?ml|exs?))$/;

interface StandingBeside {
  /** Boxes of databases of rows. */
  databases: readonly SystemNode[];
  isDeclared: boolean;
  own: readonly OwnProcess[];
}

/**
 * Stores that the code has drivers of while none is declared. Databases of rows are alternatives: one box. What a complete
 * declaration does not name needs a line of code that makes its client: a package alone is an option, and left out. Where
 * nothing says which store a client reaches, programs of different folders are not told to share it.
 */
export function addUnmetStores(builder: SystemBuilder, unmet: readonly ClientUse[], beside: StandingBeside): void {
  const named = [...Map.groupBy(unmet, ({ technology }) => technology.name)];
  const relational = named.flatMap(([name, uses]) => (isTakenBeside(name, uses, beside) ? uses : []));
  for (const uses of byOwner(relational, beside.own)) addBox(builder, uses, beside.own);
  for (const [name, uses] of named) {
    if (technologyNamed(name)?.isRelational === true) continue;
    if (beside.isDeclared && !uses.some(({ isPackage }) => !isPackage)) continue;
    // What programs send each other messages through is one for all.
    const parts = uses[0]?.technology.kind === "queue" ? [{ folders: [], uses }] : byOwner(uses, beside.own);
    for (const part of parts) addBox(builder, part, beside.own);
  }
}

/** Beside servers that developers alone declare, what runs inside of the program. */
function isTakenBeside(name: string, uses: readonly ClientUse[], { databases }: StandingBeside): boolean {
  const technology = technologyNamed(name);
  if (technology?.isRelational !== true) return false;
  // Beside a declared server, one that code opens inside of the program is what it takes without that.
  if (databases.some(({ certainty }) => certainty === "resolved"))
    return (
      technology.isEmbedded === true &&
      uses.some((one) => !one.isPackage && one.ids.length > 0 && !ofSettings.test(one.source.path))
    );
  return databases.length === 0 || technology.isEmbedded === true;
}

/** Uses of one store by the programs of these folders. */
interface StoreUses {
  /** Empty where all of them are meant. */
  folders: readonly string[];
  uses: readonly ClientUse[];
}

/** Each folder by itself; those that code outside of them uses the store for are one. */
function byOwner(uses: readonly ClientUse[], own: readonly OwnProcess[]): StoreUses[] {
  const folderOfProcess = new Map(own.map(({ id, folder }) => [id, folder]));
  const foldersOf = ({ ids }: ClientUse): string[] => [...new Set(ids.flatMap((id) => folderOfProcess.get(id) ?? []))];
  let groups: Set<string>[] = [];
  for (const use of uses) {
    const folders = foldersOf(use);
    const parts = use.isShared ? [folders] : folders.map((folder) => [folder]);
    for (const part of parts) {
      const touched = groups.filter((group) => part.some((folder) => group.has(folder)));
      groups = groups.filter((group) => !touched.includes(group));
      groups.push(new Set([...touched.flatMap((group) => [...group]), ...part]));
    }
  }
  const known = groups.filter(({ size }) => size > 0);
  if (known.length < 2) return uses.length === 0 ? [] : [{ folders: [], uses }];
  return known.map((group) => ({
    folders: [...group],
    uses: uses.flatMap((use) => {
      const ids = use.ids.filter((id) => group.has(folderOfProcess.get(id) ?? ""));
      return ids.length === 0 ? [] : [{ ...use, ids }];
    }),
  }));
}

function addBox(builder: SystemBuilder, { folders, uses }: StoreUses, own: readonly OwnProcess[]): void {
  const [first] = uses;
  if (first === undefined) return;
  const technologies = [...new Set(uses.map(({ technology }) => technology.name))];
  const plain = technologies.length > 1 ? "Database" : (technologies[0] ?? "");
  const [folder] = folders;
  const main = folder === undefined ? undefined : mainOf(own.filter((one) => one.folder === folder));
  const owner = folders.length === 1 ? builder.nodes.get(main?.id ?? "") : undefined;
  // Packages alone are offers.
  const isSure = uses.some((one) => one.certainty === "resolved" && one.ids.length > 0);
  const node = builder.addNode({
    kind: first.technology.kind,
    name: owner === undefined ? plain : nameOwnStore(plain, owner),
    technology: technologies.join(" or "),
    ports: [],
    sources: uses.map(({ source }) => source),
    certainty: isSure ? "resolved" : "partly",
    folder: null,
  });
  for (const { ids, source, certainty } of uses)
    for (const from of ids) builder.connect({ from, to: node.id, how: "client", certainty, source });
}
