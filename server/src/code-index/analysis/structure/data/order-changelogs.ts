import type { DataFile } from "./migration-series.ts";

/** Longer lists and deeper ones are a mistake or hostile. */
const maxIncluded = 20_000;

/**
 * Changelogs in the order in which masters include them, one list a master, with the files of SQL among them; and what no
 * master includes.
 */
export function orderChangelogs(files: readonly DataFile[]): { series: DataFile[][]; rest: DataFile[] } {
  const masters = files.filter(({ data }) => data.library === "liquibase" && data.step !== null);
  if (masters.length === 0) return { series: [], rest: [...files] };
  const find = finderOf(files);
  const included = new Map(
    masters.map((master) => [master, (master.data.step?.after ?? []).flatMap((name) => find(master.path, name))]),
  );
  const inner = new Set([...included.values()].flat());
  const taken = new Set<DataFile>();
  const series = masters
    .filter((master) => !inner.has(master))
    .map((master) => {
      const ordered = new Set<DataFile>();
      const add = (file: DataFile): void => {
        if (ordered.has(file) || ordered.size > maxIncluded) return;
        ordered.add(file);
        for (const one of included.get(file) ?? []) add(one);
      };
      add(master);
      for (const file of ordered) taken.add(file);
      return [...ordered];
    });
  return { series, rest: files.filter((file) => !taken.has(file)) };
}

/** Names are relative to the file, to a folder of resources or to the root. */
function finderOf(files: readonly DataFile[]): (from: string, name: string) => DataFile[] {
  const byName = Map.groupBy(files, ({ path }) => path.slice(path.lastIndexOf("/") + 1));
  return (from, written) => {
    const name = written.replace(/^classpath\*?:/, "").replace(/^(?:\.?\/)+/, "");
    const folder = from.slice(0, from.lastIndexOf("/") + 1);
    if (name.endsWith("/")) return filesUnder(files, folder, name);
    const same = byName.get(name.slice(name.lastIndexOf("/") + 1)) ?? [];
    const beside = same.filter(({ path }) => path === folder + name);
    const found = beside.length > 0 ? beside : same.filter(({ path }) => path === name || path.endsWith(`/${name}`));
    return found.slice(0, 1);
  };
}

function filesUnder(files: readonly DataFile[], folder: string, name: string): DataFile[] {
  const beside = files.filter(({ path }) => path.startsWith(folder + name));
  const found =
    beside.length > 0 ? beside : files.filter(({ path }) => path.includes(`/${name}`) || path.startsWith(name));
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
