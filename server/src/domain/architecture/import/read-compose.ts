import { readComposeText } from "#server/code-index/analysis/extract/deployment/declarations/compose.ts";
import { technologyOfImage } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import { findYamlMistakes } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { DeployedUnit } from "#server/code-index/ports/deployment-facts.ts";

import { bounded, kindOfWords, type StatedArchitecture, type StatedEdge } from "./stated-architecture.ts";

/** The services of a compose file, and whom each waits for or has the address of. */
export function readCompose(text: string): StatedArchitecture {
  const { units, includes } = readComposeText(text, "compose");
  const named = units.filter(({ name }) => name !== "");
  const nodes = named.map(({ name, image, startLine }) => {
    const technology = image === null ? null : (technologyOfImage(image)?.name ?? image);
    return {
      key: name,
      kind: technology === null ? ("service" as const) : kindOfWords(technology),
      name,
      technology,
      type: null,
      description: "",
      line: startLine,
    };
  });
  const mistakes = findYamlMistakes(text);
  const problems = includes.map((include) => ({ line: 1, reason: `Includes ${include}, which is not followed` }));
  problems.push(...mistakes);
  problems.push(...named.flatMap(listLeftOut(new Set(nodes.map(({ key }) => key)))));
  if (nodes.length === 0 && mistakes.length === 0) problems.push({ line: 1, reason: "Declares no services" });
  const hosts = new Map(
    named.flatMap(({ name, aliases }) => [name, ...aliases].map((host) => [host.toLowerCase(), name])),
  );
  return bounded({ nodes, edges: named.flatMap((unit) => edgesOf(unit, hosts)), problems });
}

/** What a service waits for without being in this file, and what it takes over from another file. */
function listLeftOut(declared: ReadonlySet<string>): (unit: DeployedUnit) => StatedArchitecture["problems"] {
  return ({ name, needs, base, startLine }) => {
    const missing = needs.filter((need) => need.kind === "start" && !declared.has(need.name));
    const problems = missing.map((need) => ({
      line: need.line,
      reason: `“${need.name}” is not declared in this file`,
    }));
    if (base !== null && base.file !== null)
      problems.push({
        line: startLine,
        reason: `“${name}” extends “${base.name}” of ${base.file}, which is not followed`,
      });
    return problems;
  };
}

function edgesOf({ name, needs, settings }: DeployedUnit, hosts: ReadonlyMap<string, string>): StatedEdge[] {
  const addressed = settings.flatMap((setting): StatedEdge[] => {
    const words = setting.value.toLowerCase().match(/[a-z0-9][\w.-]*/g) ?? [];
    return [...new Set(words)].flatMap((word) => {
      const targetKey = hosts.get(word);
      return targetKey === undefined || !isAddress(setting.value, word)
        ? []
        : [{ sourceKey: name, targetKey, text: setting.name, line: setting.line, stance: "allowed" }];
    });
  });
  const waited = needs.flatMap(({ name: needed, line }): StatedEdge[] => {
    const targetKey = hosts.get(needed.toLowerCase());
    return targetKey === undefined ? [] : [{ sourceKey: name, targetKey, text: "", line, stance: "allowed" }];
  });
  // What says more comes first: each connection is kept once, however often the same address is written.
  const kept = new Map<string, StatedEdge>();
  for (const edge of [...addressed, ...waited]) if (!kept.has(edge.targetKey)) kept.set(edge.targetKey, edge);
  return [...kept.values()];
}

/** Alone, with a port, or in an address: a word of a sentence is none. */
function isAddress(value: string, host: string): boolean {
  const text = value.trim().toLowerCase();
  return text === host || text.startsWith(`${host}:`) || text.includes(`//${host}`) || text.includes(`@${host}`);
}
