import { endpoint } from "@cairn/contract/endpoint";
import { expect, it } from "vitest";
import { z } from "zod";

import { callPath } from "./send.ts";

const getFile = endpoint("GET", "/v1/o/:organizationId/file/:branchName", {
  summary: "One file",
  params: z.object({ organizationId: z.string(), branchName: z.string() }),
  query: z.object({ path: z.string(), page: z.number().optional() }),
  response: z.string(),
});

it("encodes parameters and query, and leaves out what is undefined", () => {
  const input = {
    params: { organizationId: "acme", branchName: "feature/x y" },
    query: { path: "a&b.ts", page: undefined },
  };
  expect(callPath(getFile, input)).toBe("/v1/o/acme/file/feature%2Fx%20y?path=a%26b.ts");
});
