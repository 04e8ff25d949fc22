import type { Organization } from "@cairn/contract/organizations";

/** Each of these costs a request for its products. */
const maxOpen = 3;
const maxListed = 10;

/**
 * Splits organizations for the home screen and its sidebar: the first ones are expanded with their products, the next
 * are listed as rows. The last used organization comes first. The rest is on the "All organizations" screen.
 */
export function arrangeOrganizations(
  organizations: readonly Organization[],
  lastUsed: string | undefined,
): { open: readonly Organization[]; listed: readonly Organization[] } {
  const isLastUsed = ({ slug, organizationId }: Organization) => slug === lastUsed || organizationId === lastUsed;
  const ordered = [
    ...organizations.filter(isLastUsed),
    ...organizations.filter((organization) => !isLastUsed(organization)),
  ];
  return { open: ordered.slice(0, maxOpen), listed: ordered.slice(maxOpen, maxOpen + maxListed) };
}
