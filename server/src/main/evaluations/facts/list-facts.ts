import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { findSettings, shownDefault, shownExample } from "#server/engine/facts/project/find-config.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { showModules } from "./show-modules.ts";
import { showSystem } from "./show-system.ts";

const lists: Readonly<Record<string, (scope: CodeScope) => string[] | Promise<string[]>>> = {
  endpoints: (scope) =>
    findEndpoints(scope).map(({ path, endpoint }) => {
      const { method, path: served, handler, certainty, startLine } = endpoint;
      const guards = endpoint.guards.length === 0 ? "" : ` [${endpoint.guards.map(({ name }) => name).join(", ")}]`;
      return `${method} ${served} -> ${handler ?? "?"} (${certainty})${guards}  ${path}:${startLine}`;
    }),
  triggers: (scope) =>
    findTriggers(scope).map((one) => {
      const topic = one.topic === null ? "" : ` <${one.topic}>`;
      const schedule = one.schedule === null ? "" : ` "${one.schedule}"`;
      return `${one.kind} ${one.name}${topic}${schedule} -> ${one.handler ?? "?"} (${one.framework}, ${one.certainty})  ${one.path}:${one.startLine}`;
    }),
  settings: async (scope) =>
    (await findSettings(scope)).map((one) => {
      const { name, kind, type, isRequired, evidence } = one;
      const shown = shownDefault(one);
      const value = shown === null ? "" : ` =${shown}`;
      const example = shownExample(one);
      const copied = example === null ? "" : ` example=${example}`;
      const certainty = one.certainty === "resolved" ? "" : " (partly)";
      const at = evidence.map((lines) => `${lines.path}:${lines.startLine}`).join(" ");
      return `${name} ${kind} ${type ?? "?"}${value}${isRequired ? " required" : ""}${copied}${certainty}  ${at}`;
    }),
  tables: ({ repository }) =>
    repository.index
      .tables()
      .tables.flatMap(({ name, entity, certainty, columns, sources: [first] }) => [
        `${name} <- ${entity ?? "?"} (${certainty})  ${first?.path ?? ""}:${first?.startLine ?? 0}`,
        ...columns.map((one) => `  ${name}.${one.name} ${one.type ?? "?"}  ${one.path}:${one.line}`),
      ]),
  system: ({ repository }) => showSystem(repository.index.system()),
  modules: showModules,
  publishers: (scope) =>
    findPublishers(scope).map(
      ({ topic, framework, certainty, path, startLine }) =>
        `${topic} (${framework}, ${certainty})  ${path}:${startLine}`,
    ),
};

/** The facts of some kinds, `system,triggers`, a line each, for somebody who compares them with the source. */
export async function listFacts(scope: CodeScope, kinds: string): Promise<string[]> {
  const wanted = kinds.split(",");
  const shown: string[] = [];
  for (const kind of wanted) {
    const list = Object.hasOwn(lists, kind) ? lists[kind] : undefined;
    if (list === undefined) throw new Error(`--show takes ${Object.keys(lists).join(", ")}`);
    if (wanted.length > 1) shown.push(`= ${kind}`);
    shown.push(...(await list(scope)));
  }
  return shown;
}
