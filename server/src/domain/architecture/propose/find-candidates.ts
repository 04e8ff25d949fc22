import type { Component } from "#server/code-index/ports/code-index.ts";
import type { SystemNode } from "#server/code-index/ports/system.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { isExample } from "#server/engine/facts/scope/open-scope.ts";

/** A folder that may be a service. */
export interface ServiceCandidate {
  /** "" for the whole repository. */
  folder: string;
  /** What runs of it. */
  processes: SystemNode[];
  /** Its package; null where no manifest is. */
  component: Component | null;
}

/** Folders of tests, of documents and of what developers use. */
const sideFolder =
  /(?:^|\/)(?:tests?|__tests__|e2e|specs?|fixtures?|testdata|mocks?|stubs?|benchmarks?|docs?|examples?|samples?|demos?|playground|scripts?|tools?|tooling|third_party|vendor|hack|\.[^/]+)(?:\/|$)/i;
const sideName =
  /(?:^|[-_/@])(?:eslint|tsconfig|prettier|stylelint|jest|vitest|playwright|cypress|storybook|e2e)(?:[-_/]|$)/i;
/** What plays its users: a part of a product where it is deployed with it. */
const loadName = /(?:^|[-_/@])load-?(?:test|gen(?:erator)?)(?:[-_/]|$)/i;

/** What others begin with or learn from: "template-react", "starters/shop". */
const exampleFolder =
  /(?:^|\/)(?:templates?|starters?|boilerplates?|skeletons?|scaffold(?:s|ing)?|examples?|samples?|demos?|fixtures?|playgrounds?|tutorials?|cookbook)(?:[-_.][^/]*)?(?:\/|$)/i;

/** Whether a folder is one of those that are rarely a part of the product. */
export function liesAmongExamples(folder: string): boolean {
  return exampleFolder.test(folder);
}

/** What runs of a repository and what its packages are, each folder once. The root is none where parts of it are all there is. */
export function findCandidates({ index }: IndexedRepository): ServiceCandidate[] {
  const processes = new Map<string, SystemNode[]>();
  for (const node of index.system().nodes) {
    const folder = node.program ?? node.folder;
    if (node.kind !== "process" || folder === null || isSide(folder)) continue;
    processes.set(folder, [...(processes.get(folder) ?? []), node]);
  }
  const packages = new Map(
    index
      .packages()
      .filter(({ path }) => !isSide(path) && !loadName.test(path))
      .map((one) => [one.path, one]),
  );
  const used = findUsed(index);
  const folders = new Set([
    ...processes.keys(),
    ...[...packages.values()].flatMap((one) => (isPart(one, index.facts(one.manifest ?? ""), used) ? [one.path] : [])),
  ]);
  const found = [...folders].map((folder) => ({
    folder,
    processes: processes.get(folder) ?? [],
    component: packages.get(folder) ?? null,
  }));
  const parts = found.filter(({ folder }) => folder !== "");
  const root = found.find(({ folder }) => folder === "");
  const whole = root ?? { folder: "", processes: [], component: packages.get("") ?? null };
  if (parts.length === 0) return index.files().some(({ kind }) => kind === "source") ? [whole] : [];
  return root !== undefined && holdsOwnCode(root, parts, index.files()) ? [root, ...parts] : parts;
}

/** Folders of the packages that other packages import, by whatever folder of theirs. */
function findUsed(index: IndexedRepository["index"]): ReadonlySet<string> {
  const owners = new Map(index.packages().flatMap(({ path, files }) => files.map((file) => [file, path] as const)));
  const ownerOf = new Map(
    index.components().flatMap(({ path, files: [first] }) => (first === undefined ? [] : [[path, owners.get(first)]])),
  );
  const used = new Set<string>();
  for (const { from, to } of index.componentEdges()) {
    const target = ownerOf.get(to);
    if (target !== undefined && target !== ownerOf.get(from)) used.add(target);
  }
  return used;
}

function isSide(folder: string): boolean {
  return sideFolder.test(folder) || isExample(`${folder}/x`) || sideName.test(folder);
}

/** A package that others use, that can be started, or that says where a reader begins. */
function isPart(
  { path, files, name }: Component,
  facts: ReturnType<IndexedRepository["index"]["facts"]>,
  used: ReadonlySet<string>,
): boolean {
  if (files.length === 0 || sideName.test(name) || loadName.test(name)) return false;
  const manifest = facts?.manifest ?? null;
  return path === "" || used.has(path) || (manifest !== null && manifest.ecosystem !== "python") || files.length > 2;
}

/** Code beside its parts, and more than settings of tools. */
function holdsOwnCode(
  root: ServiceCandidate,
  parts: readonly ServiceCandidate[],
  files: ReturnType<IndexedRepository["index"]["files"]>,
): boolean {
  const own = files.filter(
    ({ path, kind }) =>
      kind === "source" &&
      path.includes("/") &&
      !isSide(path) &&
      !parts.some(({ folder }) => path.startsWith(`${folder}/`)),
  );
  return own.length >= (root.processes.length > 0 ? 1 : 5);
}
