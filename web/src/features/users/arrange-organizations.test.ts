import type { Organization } from "@cairn/contract/organizations";
import { describe, expect, it } from "vitest";

import { arrangeOrganizations } from "./arrange-organizations.ts";

function organizations(count: number): Organization[] {
  return Array.from({ length: count }, (_unused, index) => ({
    organizationId: `id-${index}`,
    slug: `slug-${index}`,
    name: `Organization ${index}`,
    credits: 0,
    role: "editor" as const,
    isDemo: false,
  }));
}

function slugs(list: readonly Organization[]): string[] {
  return list.map(({ slug }) => slug);
}

describe("arrangeOrganizations", () => {
  it("opens all of a few, in their order", () => {
    const { open, listed } = arrangeOrganizations(organizations(2), undefined);
    expect(slugs(open)).toEqual(["slug-0", "slug-1"]);
    expect(listed).toEqual([]);
  });

  it.each(["slug-7", "id-7"])("puts the one used last (%s) first and loses none of the others", (lastUsed) => {
    const { open, listed } = arrangeOrganizations(organizations(9), lastUsed);
    expect(slugs(open)).toEqual(["slug-7", "slug-0", "slug-1"]);
    expect(slugs(listed)).toEqual(["slug-2", "slug-3", "slug-4", "slug-5", "slug-6", "slug-8"]);
  });

  it("opens three and lists ten of two hundred", () => {
    const { open, listed } = arrangeOrganizations(organizations(200), "gone");
    expect([open.length, listed.length]).toEqual([3, 10]);
  });
});
