import type { Need } from "@cairn/contract/needs";

import { href } from "#web/lib/navigation/paths.ts";

interface AttentionItemText {
  /** Distinguishes needs of one list. */
  key: string;
  state: "attention" | "failed";
  /** What is to be done, or what went wrong. */
  title: string;
  text: string;
  /** Where it can be mended. */
  href: string;
}

const setupSteps = {
  repository: "Connect a repository",
  description: "Describe the product",
  finish: "Finish the setup",
} as const;

/** A need in words, with the place that mends it. */
export function describeAttentionItem(need: Need): AttentionItemText {
  const product = { organizationId: need.organization, projectId: need.project };
  const { projectId, name } = need.project;
  switch (need.kind) {
    case "setup":
      return {
        key: `setup-${projectId}`,
        state: "attention",
        title: `Set up ${name}`,
        text: setupSteps[need.step],
        href: href(need.step === "description" ? "projectSettings" : "project", product),
      };
    case "index-failed":
      return {
        key: `index-${need.service.serviceId}`,
        state: "failed",
        title: `Index of ${need.service.name} failed`,
        text: need.error,
        href: href("service", { ...product, serviceId: need.service.serviceId }),
      };
    case "page-failed":
      return {
        key: `page-${need.artifact.artifactId}`,
        state: "failed",
        title: `${need.artifact.title} is incomplete`,
        text: "Some sections could not be written",
        href: href("artifact", { ...product, artifactId: need.artifact.artifactId }),
      };
  }
}
