import type { OutputOf } from "@cairn/contract/endpoint";
import type { getOrganizationTaskBoard } from "@cairn/contract/organization-tasks";
import type { Organization } from "@cairn/contract/organizations";

import { useLiveChanges } from "./use-live-changes.ts";

type Product = OutputOf<typeof getOrganizationTaskBoard>["products"][number];

/** Each takes a connection of its own; the products after these are only asked for with the others. */
const maxFollowed = 20;

/** Follows the changes of several products of the organization while it is shown. */
export function FollowProducts({
  organization,
  products,
}: {
  organization: Organization;
  products: readonly Product[];
}) {
  return products
    .slice(0, maxFollowed)
    .map((product) => <FollowProduct key={product.projectId} organization={organization} product={product} />);
}

function FollowProduct({ organization, product }: { organization: Organization; product: Product }) {
  useLiveChanges(organization, product);
  return null;
}
