import type { ServiceProposal } from "@cairn/contract/architecture";
import { describe, expect, it } from "vitest";

import {
  correctProposals,
  mergeInto,
  parseCorrections,
  proposalKey,
  serializeCorrections,
  takeApart,
} from "./proposal-corrections.ts";

const repositoryId = "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009";
const found = (workingPath: string): ServiceProposal => ({
  repositoryId,
  repositorySlug: "shop",
  workingPath,
  name: workingPath.slice(1),
  type: "api",
  description: `Serves ${workingPath} to the shop`,
  evidence: [
    { repositoryId, repositorySlug: "shop", branch: "main", commit: "c", path: workingPath, startLine: 1, endLine: 1 },
  ],
  isExample: false,
  serviceId: null,
});
const [web, admin, orders] = [found("/apps/web"), found("/apps/admin"), found("/services/orders")];
const all = [web, admin, orders];
const keyOf = proposalKey;
const pathsOf = (corrections: Parameters<typeof correctProposals>[1]) =>
  correctProposals(all, corrections).map(({ proposal }) => proposal.workingPath);

describe("corrected proposals", () => {
  it("are one with joined lines and the folder that has both, and apart again as they were", () => {
    const merged = mergeInto({ [keyOf(web)]: { name: "Storefront" } }, keyOf(admin), keyOf(web));
    const [first, ...others] = correctProposals(all, merged);
    expect(first).toMatchObject({ proposal: { name: "Storefront", workingPath: "/apps" }, parts: [admin] });
    expect(first?.proposal.evidence).toEqual([...web.evidence, ...admin.evidence]);
    expect(others).toHaveLength(1);
    expect(pathsOf(takeApart(merged, keyOf(web)))).toEqual(["/apps/web", "/apps/admin", "/services/orders"]);
  });

  it("take along what was merged into them", () => {
    const twice = mergeInto(mergeInto({}, keyOf(admin), keyOf(web)), keyOf(web), keyOf(orders));
    expect(correctProposals(all, twice)).toMatchObject([{ proposal: { workingPath: "/" }, parts: [web, admin] }]);
  });

  it("keep a folder that was typed, and are the same when they are read again", () => {
    const typed = mergeInto({ [keyOf(web)]: { workingPath: "/apps/web" } }, keyOf(admin), keyOf(web));
    expect(pathsOf(parseCorrections(serializeCorrections(typed)))).toEqual(["/apps/web", "/services/orders"]);
    expect(parseCorrections("{")).toEqual({});
    expect(parseCorrections('{"a":1}')).toEqual({});
    expect(serializeCorrections({})).toBeNull();
  });
});
