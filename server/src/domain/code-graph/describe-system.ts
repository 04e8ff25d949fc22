import type { SystemFacts, SystemSource } from "#server/code-index/ports/system.ts";

const howText = {
  "depends-on": "is started after",
  "connection-setting": "has the address of",
  client: "is a client of",
  "http-call": "calls",
  message: "sends messages to",
  mount: "keeps files in",
} as const;

/** What runs in a repository, a line each, for an agent. */
export function describeSystem(repository: string, { nodes, edges, basis }: SystemFacts): string[] {
  if (basis === "none") return [`${repository}: no file declares what runs; packages and folders follow`];
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const at = ([source]: readonly SystemSource[]): string =>
    source === undefined ? "" : `, ${repository}: ${source.path} line ${source.startLine}`;
  const doubt = (certainty: string): string => (certainty === "partly" ? " (likely)" : "");
  return [
    ...(basis === "code"
      ? [`${repository}: no file declares what runs; these are the programs that begin in its code`]
      : []),
    ...nodes.map(({ kind, name, technology, ports, folder, sources, certainty }) => {
      const parts = [
        technology ?? "",
        ...ports.map((port) => `port ${port}`),
        folder === null ? "" : `code in ${folder || "the root"}`,
      ];
      return `${kind} ${name}${doubt(certainty)}: ${parts.filter((part) => part !== "").join(", ")}${at(sources)}`;
    }),
    ...edges.map(
      ({ from, to, how, sources, certainty }) =>
        `${names.get(from) ?? from} ${howText[how]} ${names.get(to) ?? to}${doubt(certainty)}${at(sources)}`,
    ),
  ];
}
