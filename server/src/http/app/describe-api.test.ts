import { refreshTokens } from "@cairn/contract/auth";
import { createApiKey, deleteApiKey, listApiKeys } from "@cairn/contract/keys";
import { expect, it } from "vitest";

import { describeApi } from "./describe-api.ts";

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: { format?: string } }[];
  responses: Record<string, { headers?: object; description: string }>;
  security?: object[];
  "x-limit"?: object;
}

const described = describeApi([createApiKey, deleteApiKey, listApiKeys, refreshTokens], {
  name: "Cairn",
  version: "1",
}) as { paths: Record<string, Record<string, Operation>> };

const operation = (path: string, method: string) => described.paths[path]?.[method] as Operation;

it("says which calls may be repeated with a key, and how often one may be made", () => {
  const create = operation("/v1/auth/user/api-keys", "post");
  expect(create.parameters).toMatchObject([{ name: "Idempotency-Key", in: "header", required: false }]);
  expect(create["x-limit"]).toEqual({ points: 60, perS: 3_600 });
  for (const other of [operation("/v1/auth/user/api-keys", "get"), operation("/v1/tokens/refresh", "post")]) {
    expect(other.parameters.filter((parameter) => parameter.in === "header")).toEqual([]);
    expect(other["x-limit"]).toBeUndefined();
  }
});

it("names every refusal a call may answer with", () => {
  expect(Object.keys(operation("/v1/auth/user/api-keys", "post").responses)).toEqual(
    expect.arrayContaining(["200", "400", "401", "403", "404", "409", "413", "415", "422", "429"]),
  );
  const remove = operation("/v1/auth/user/api-keys/{keyId}", "delete");
  expect(Object.keys(remove.responses)).toEqual(expect.arrayContaining(["204", "401", "404", "429"]));
  expect(Object.keys(remove.responses)).not.toContain("415");
  expect(remove.parameters).toMatchObject([{ name: "keyId", in: "path", required: true, schema: { format: "uuid" } }]);
});

it("asks for nobody's token where anybody may call", () => {
  expect(operation("/v1/tokens/refresh", "post").security).toBeUndefined();
  expect(operation("/v1/tokens/refresh", "post").responses).not.toHaveProperty("401");
  expect(operation("/v1/auth/user/api-keys", "get").security).toEqual([{ bearer: [] }]);
});
