import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { composedServices } from "#server/engine/facts/project/operations-files.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate, fileName, fold, folderOf, someOf } from "#server/engine/text/wording.ts";

async function composeItem(scope: CodeScope, path: string): Promise<Statement | null> {
  const services = composedServices((await scope.lines(path)) ?? []);
  // One alone is the program itself.
  if (services.length < 2) return null;
  const names = services.map(({ name, own }) => {
    const image = imageIn(own);
    return image ? `${codeSpan(name)} (${codeSpan(image)})` : codeSpan(name);
  });
  return {
    text: `${codeSpan(scope.shorten(path))} runs ${someOf(names, 6)} together.`,
    evidence: services.slice(0, 7).map(({ line }) => scope.at(path, line)),
  };
}

/** Several files of one folder that run the same in other ways are one statement; each of a few its own. */
export async function composedItems(scope: CodeScope, paths: readonly string[]): Promise<(Statement | null)[]> {
  const byFolder = [...Map.groupBy(paths, (path) => folderOf(path)).values()];
  const items = await Promise.all(
    byFolder.map(async (own) => (own.length < leastVariants ? null : await variantsItem(scope, own))),
  );
  const rest = byFolder.flatMap((own, at) => (items[at] == null ? own : []));
  return [...items, ...(await Promise.all(rest.map((path) => composeItem(scope, path))))];
}

const leastVariants = 3;

/** Null where they have no service in common. */
async function variantsItem(scope: CodeScope, paths: readonly string[]): Promise<Statement | null> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path, services: composedServices((await scope.lines(path)) ?? []) })),
  );
  const images = new Map<string, Set<string>>();
  for (const { services } of files)
    for (const { name, own } of services) {
      const known = images.get(name) ?? new Set();
      const image = imageIn(own);
      images.set(name, image === null ? known : known.add(image.replace(/:[^:/]+$/, "")));
    }
  const inAll = (name: string) => files.every(({ services }) => services.some((one) => one.name === name));
  const [common, others] = [[...images].filter(([name]) => inAll(name)), [...images].filter(([name]) => !inAll(name))];
  if (common.length === 0) return null;
  const told = common.map(([name, own]) =>
    own.size === 0 ? codeSpan(name) : `${codeSpan(name)} (${[...own].map((one) => codeSpan(one)).join(" or ")})`,
  );
  const more = others.map(([name, own]) => {
    const where = files.filter(({ services }) => services.some((one) => one.name === name));
    const image = own.size === 0 ? "" : ` (${[...own].map((one) => codeSpan(one)).join(" or ")})`;
    return `${codeSpan(name)}${image} in ${fold(
      where.map(({ path }) => codeSpan(fileName(path))),
      4,
    )}`;
  });
  const folder = folderOf(paths[0] ?? "");
  return {
    text: `Of the ${paths.length} compose files in ${codeSpan(`${scope.shorten(folder) || "."}/`)} each runs ${enumerate(told)}${more.length === 0 ? "" : `; ${enumerate(more)}`}.`,
    evidence: files
      .flatMap(({ path, services }) => services.slice(0, 3).map(({ line }) => scope.at(path, line)))
      .slice(0, 16),
  };
}

function imageIn(lines: readonly string[]): string | null {
  const images = lines.map((line) => /^\s+image:\s*["']?([^"'\s]+)/.exec(line)?.[1]);
  return images.find((image) => image !== undefined) ?? null;
}
