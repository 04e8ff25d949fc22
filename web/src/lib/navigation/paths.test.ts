import { describe, expect, it } from "vitest";

import { href, isActivePath, matchPath } from "./paths.ts";

describe("href", () => {
  it("uses the slug, otherwise the id", () => {
    const organization = { slug: "northquay", organizationId: "o-1" };
    const project = { slug: "", projectId: "p-1" };
    expect(href("project", { organizationId: organization, projectId: project })).toBe("/o/northquay/p/p-1");
  });

  it("encodes every parameter", () => {
    expect(href("service", { organizationId: "a/b", projectId: "ü", serviceId: "x y#1?" })).toBe(
      "/o/a%2Fb/p/%C3%BC/services/x%20y%231%3F",
    );
  });

  it("encodes a file path part by part", () => {
    const params = {
      organizationId: "a",
      projectId: "b",
      repositorySlug: "r",
      branchName: "feature/x",
      _splat: "src/a b/c%d.ts",
    };
    const address = href("repositoryFile", params);
    expect(address).toBe("/o/a/p/b/repositories/r/b/feature%2Fx/src/a%20b/c%25d.ts");
    expect(matchPath("repositoryFile", address)).toEqual(params);
  });

  it.each(["nowhere", "toString", "__proto__"])("returns '#' for the unknown name %s", (name) => {
    expect(href(name)).toBe("#");
  });
});

describe("isActivePath", () => {
  it("matches the screen and its children", () => {
    expect(isActivePath("services", "/o/a/p/b/services")).toBe(true);
    expect(isActivePath("services", "/o/a/p/b/services/s-1")).toBe(true);
    expect(isActivePath("services", "/o/a/p/b/settings")).toBe(false);
    expect(isActivePath("services", "/o/a/p/b")).toBe(false);
  });

  it("can ask for the screen alone", () => {
    expect(isActivePath("project", "/o/a/p/b", { isExact: true })).toBe(true);
    expect(isActivePath("project", "/o/a/p/b/services", { isExact: true })).toBe(false);
  });

  it("compares chosen parameters, decoded", () => {
    expect(isActivePath("project", "/o/a/p/b%2Fc", { params: { projectId: "b/c" } })).toBe(true);
    expect(isActivePath("project", "/o/a/p/b", { params: { projectId: "c" } })).toBe(false);
  });

  it("survives a broken escape in the address", () => {
    expect(matchPath("organization", "/o/%E0%A4%A")).toEqual({ organizationId: "%E0%A4%A" });
  });
});
