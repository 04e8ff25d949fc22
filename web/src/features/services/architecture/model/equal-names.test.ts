import { expect, it } from "vitest";

import { listOtherServices, nameApart } from "./equal-names.ts";

const registry = { nodeId: "1", name: "registry", form: "api", detail: "/registry · shop" } as const;
const config = { nodeId: "2", name: "Registry", form: "api", detail: null } as const;
const redis = { nodeId: "3", name: "redis", form: "store", detail: "Redis" } as const;
const nodes = [registry, config, redis];

it("tells nodes of one name apart by where their code is, and leaves others as they are called", () => {
  expect(nodes.map((one) => nameApart(one, nodes))).toEqual([
    "registry (/registry · shop)",
    "Registry (Api without code)",
    "redis",
  ]);
});

it("lists services alone, and not the one that is asked for", () => {
  expect(listOtherServices(nodes, "2")).toEqual([{ name: "registry", place: "/registry · shop" }]);
});
