import type { Organization } from "@cairn/contract/organizations";

/** Each of these costs a request for its products. */
const maxOpen = 3;
const maxListed = 10;

/**
 * Which organizations stand open with their products on the home screen and in its sidebar, and which are rows below:
 * the one used last comes first. The rest is found under "All organizations".
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
