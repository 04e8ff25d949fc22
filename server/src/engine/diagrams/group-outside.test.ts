import { describe, expect, it } from "vitest";

import type { SystemEdge, SystemNode } from "#server/code-index/ports/system.ts";

import { groupOutside } from "./group-outside.ts";

const node = (id: string, kind: SystemNode["kind"] = "outside"): SystemNode => ({
  id,
  kind,
  name: id,
  technology: null,
  ports: [],
  sources: [],
  certainty: "resolved",
  folder: null,
});
const edge = (from: string, to: string, how: SystemEdge["how"] = "client"): SystemEdge => ({
  from,
  to,
  how,
  sources: [{ path: `${to}.ts`, startLine: 1, endLine: 1 }],
  certainty: "resolved",
});

describe("outside services", () => {
  const mail = ["smtp", "ses", "postmark", "mailgun"];
  const nodes = [node("web", "process"), node("worker", "process"), node("db", "store"), ...mail.map((id) => node(id))];
  const all = (id: string): SystemEdge[] => [edge("web", id), edge("worker", id)];

  it("that the same processes reach are one box, which each process reaches by one arrow", () => {
    const { groups, nodes: alone, edges } = groupOutside(nodes, [edge("web", "db"), ...mail.flatMap(all)]);
    expect(groups.map(({ members }) => members.map(({ id }) => id))).toEqual([mail]);
    expect(alone.map(({ id }) => id)).toEqual(["web", "worker", "db"]);
    const group = groups[0]?.id ?? "";
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual(["web db", `web ${group}`, `worker ${group}`]);
    expect(edges[1]?.sources.map(({ path }) => path)).toEqual(mail.map((id) => `${id}.ts`));
  });

  it("reached in ways that are drawn alike are one box, and one arrow each", () => {
    const ways = mail.flatMap((id, at) => [
      edge("web", id, at < 2 ? "client" : "http-call"),
      edge("web", id, "client"),
    ]);
    const { groups, edges } = groupOutside(nodes, ways);
    expect(groups.map(({ members }) => members.length)).toEqual([mail.length]);
    expect(edges).toHaveLength(1);
  });

  it.each<[string, SystemEdge[]]>([
    ["reached by other processes", [...mail.slice(1).flatMap(all), edge("web", "smtp")]],
    ["reached in another way", [...mail.slice(1).flatMap(all), edge("web", "smtp", "message"), edge("worker", "smtp")]],
    ["calling back", [...mail.flatMap(all), edge("smtp", "web")]],
    ["reached by nobody", mail.slice(1).flatMap(all)],
  ])("stand alone where there are few alike: one of four is %s", (_name, edges) => {
    const grouped = groupOutside(nodes, edges);
    expect(grouped.groups).toEqual([]);
    expect(grouped.nodes).toEqual(nodes);
    expect(grouped.edges).toEqual(edges);
  });
});
