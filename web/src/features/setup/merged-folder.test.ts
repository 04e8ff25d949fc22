import { expect, it } from "vitest";

import { placeFolder } from "./merged-folder.ts";

const at = (workingPath: string, repositoryId = "one") => ({
  repositoryId,
  workingPath,
  name: workingPath.slice(1) || "all",
});
const place = (folders: string[], others: string[], typed?: string) =>
  placeFolder({ folders: folders.map((one) => at(one)), typed, others: others.map((one) => at(one)) });

it("is the one that all parts have in common where nothing else is in it", () => {
  expect(place(["/apps/web", "/apps/admin"], ["/orders"])).toEqual({ workingPath: "/apps", shared: null, outside: [] });
});

it("stays that of the first where the common one has other services too, and says whose code is outside", () => {
  expect(place(["/account", "/auth"], ["/gateway", "/registry"])).toEqual({
    workingPath: "/account",
    shared: { folder: "/", names: ["gateway", "registry"] },
    outside: ["auth"],
  });
});

it("is not kept small by services of another repository", () => {
  const folders = [at("/account"), at("/auth")];
  expect(placeFolder({ folders, typed: undefined, others: [at("/gateway", "other")] }).workingPath).toBe("/");
});

it("is what somebody typed, which is told of when others are in it", () => {
  expect(place(["/account"], ["/gateway"], "/")).toEqual({
    workingPath: "/",
    shared: { folder: "/", names: ["gateway"] },
    outside: [],
  });
  expect(place(["/account", "/auth"], ["/gateway"], "/account").outside).toEqual(["auth"]);
});

it("says nothing of what was found so", () => {
  expect(place(["/"], ["/gateway"])).toEqual({ workingPath: "/", shared: null, outside: [] });
});
