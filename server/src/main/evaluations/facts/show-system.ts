import type { SystemFacts, SystemSource } from "#server/code-index/ports/system.ts";

const shownSources = 3;

/** Boxes and arrows with their lines, for a person who judges them. */
export function showSystem({ nodes, edges, basis, leftOut }: SystemFacts): string[] {
  const at = (sources: readonly SystemSource[]): string => {
    const shown = sources.slice(0, shownSources).map(({ path, startLine }) => `${path}:${startLine}`);
    return [...shown, ...(sources.length > shownSources ? [`+${sources.length - shownSources}`] : [])].join(" ");
  };
  const doubt = (certainty: string): string => (certainty === "partly" ? "?" : "");
  return [
    `  basis: ${basis}`,
    ...nodes.map(({ kind, name, technology, ports, folder, sources, certainty }) => {
      const code = folder === null ? "" : ` code in ${folder || "."}`;
      return `  ${kind}${doubt(certainty)} ${name} (${technology ?? "?"}) ${ports.join(",")}${code}  ${at(sources)}`;
    }),
    ...edges.map(
      ({ from, to, how, sources, certainty }) => `    ${from} -> ${to} ${how}${doubt(certainty)}  ${at(sources)}`,
    ),
    ...leftOut.map(({ name, reason, source }) => `  - ${name} ${reason}  ${source.path}:${source.startLine}`),
  ];
}
