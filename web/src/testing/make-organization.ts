import { getOrganization } from "@cairn/contract/organizations";
import type { Organization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";

import { sampleId, sampleOf } from "./sample.ts";

/** The n-th organization of a list, from 0. The sampled one is the first. */
export function makeOrganization(number: number, change: Partial<Organization> = {}): Organization {
  return {
    ...(sampleOf(getOrganization.response, "usual") as Organization),
    organizationId: sampleId(number),
    slug: number === 0 ? "payments" : `organization-${number}`,
    role: "owner",
    ...change,
  };
}

/** The n-th product of a list, from 0. The sampled one is the first. */
export function makeProject(number: number, change: Partial<Project> = {}): Project {
  return {
    ...(sampleOf(getProject.response, "usual") as Project),
    projectId: sampleId(number),
    slug: number === 0 ? "payments" : `product-${number}`,
    setupComplete: true,
    ...change,
  };
}
