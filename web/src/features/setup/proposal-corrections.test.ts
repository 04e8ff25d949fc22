import type { ServiceProposal } from "@cairn/contract/architecture";
import { provisionalDescription, serviceSchema } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";

import { sampleOf } from "#web/testing/sample.ts";

import {
  correctProposals,
  markAdded,
  mergeInto,
  proposalKey,
  proposalProblems,
  takeApart,
} from "./proposal-corrections.ts";
import type { Corrections } from "./proposal-corrections.ts";

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
  correctProposals(all, corrections, []).map(({ proposal }) => proposal.workingPath);

describe("corrected proposals", () => {
  it("are one with joined lines and the folder that has both, and apart again as they were", () => {
    const merged = mergeInto({ [keyOf(web)]: { name: "Storefront" } }, keyOf(admin), keyOf(web));
    const [first, ...others] = correctProposals(all, merged, []);
    expect(first).toMatchObject({ proposal: { name: "Storefront", workingPath: "/apps" }, parts: [admin] });
    expect(first?.proposal.evidence).toEqual([...web.evidence, ...admin.evidence]);
    expect(others).toHaveLength(1);
    expect(pathsOf(takeApart(merged, keyOf(web)))).toEqual(["/apps/web", "/apps/admin", "/services/orders"]);
  });

  it("keep the type and the name that somebody gave to what stands for the whole repository", () => {
    const whole = found("/");
    const made = serviceSchema.parse(sampleOf(serviceSchema, "usual"));
    const repository = made.repository && { ...made.repository, repositoryId };
    const description = provisionalDescription("shop");
    const standIn: Service = { ...made, name: "shop", type: "library", workingPath: "/", description, repository };
    const proposed = (service: Service) => correctProposals([whole], {}, [service])[0]?.proposal;
    expect(proposed(standIn)).toMatchObject({ name: whole.name, type: "api" });
    expect(proposed({ ...standIn, name: "Till", type: "fullstack" })).toMatchObject({
      name: "Till",
      type: "fullstack",
    });
  });

  it("take along what was merged into them", () => {
    const twice = mergeInto(mergeInto({}, keyOf(admin), keyOf(web)), keyOf(web), keyOf(orders));
    expect(correctProposals(all, twice, [])).toMatchObject([{ proposal: { workingPath: "/" }, parts: [web, admin] }]);
  });

  it("keep a folder that was typed", () => {
    const typed = mergeInto({ [keyOf(web)]: { workingPath: "/apps/web" } }, keyOf(admin), keyOf(web));
    expect(pathsOf(typed)).toEqual(["/apps/web", "/services/orders"]);
  });

  it("leave those of others as they are when some are taken apart", () => {
    const merged = mergeInto({ [keyOf(orders)]: { name: "Sales" } }, keyOf(admin), keyOf(web));
    expect(takeApart(merged, keyOf(web))[keyOf(orders)]).toBe(merged[keyOf(orders)]);
  });
});

describe("what is a service already", () => {
  const made = serviceSchema.parse(sampleOf(serviceSchema, "usual"));
  const at = (workingPath: string): Service => {
    const repository = made.repository && { ...made.repository, repositoryId };
    return { ...made, name: "Shop", description: "Sells", workingPath, repository };
  };
  const pathsWith = (...[services, corrections = {}]: [Service[], Corrections?]) =>
    correctProposals(all, corrections, services).map(({ key }) => key.slice(key.indexOf(" ") + 1));

  it("is not proposed again for its folder, nor for the one it was found in", () => {
    expect(pathsWith([at("/apps/web")])).toEqual(["/apps/admin", "/services/orders"]);
    const moved = { ...at("/elsewhere") };
    expect(pathsWith([moved], markAdded({}, keyOf(web), moved.serviceId))).toEqual(["/apps/admin", "/services/orders"]);
    expect(pathsWith([{ ...at("/apps/web"), description: provisionalDescription("shop") }])).toHaveLength(3);
  });

  it("keeps what was merged into it here, and gives back what was merged into what was made in another way", () => {
    const merged = mergeInto({}, keyOf(admin), keyOf(web));
    const made = at("/apps");
    expect(pathsWith([made], markAdded(merged, keyOf(web), made.serviceId))).toEqual(["/services/orders"]);
    expect(pathsWith([at("/apps/web")], merged)).toEqual(["/apps/admin", "/services/orders"]);
  });

  it("has parts of a target that is left out in its row, and what two windows merged into each other in its own", () => {
    const merged = mergeInto({ [keyOf(web)]: { isLeftOut: true } }, keyOf(admin), keyOf(web));
    expect(correctProposals(all, merged, [])[0]).toMatchObject({ isLeftOut: true, parts: [admin] });
    const each = { [keyOf(web)]: { mergedInto: keyOf(admin) }, [keyOf(admin)]: { mergedInto: keyOf(web) } };
    expect(pathsWith([], each)).toHaveLength(3);
  });

  it("leaves out at first what lies in its folder, unless it was found as such or made here", () => {
    const covered = (services: Service[], corrections = {}) =>
      correctProposals(all, corrections, services).flatMap((one) => (one.isLeftOut ? [one.coveredBy] : []));
    expect(covered([at("/apps")])).toEqual(["Shop", "Shop"]);
    expect(covered([at("/apps")], { [keyOf(web)]: { isLeftOut: false } })).toEqual(["Shop"]);
    expect(covered([at("/")])).toEqual([]);
    const made = at("/apps");
    expect(covered([made], markAdded({}, keyOf(orders), made.serviceId))).toEqual([]);
  });

  it("is a problem of a folder that was typed", () => {
    expect(proposalProblems(web, [at("/apps/web")]).workingPath).toBe("Shop is a service of this folder already");
    expect(proposalProblems(web, [at("/apps")]).workingPath).toBeUndefined();
  });
});
