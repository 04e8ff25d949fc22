import type { OutputOf } from "@cairn/contract/endpoint";
import type { getOrganizationTaskBoard } from "@cairn/contract/organization-tasks";

import { useOrganization } from "#web/features/organizations/organization-context.ts";

import { useLiveChanges } from "./use-live-changes.ts";

type Product = OutputOf<typeof getOrganizationTaskBoard>["products"][number];

/** Each takes a connection of its own; the products after these are only asked for with the others. */
const maxFollowed = 20;

/** Follows the changes of several products of the organization while it is shown. */
export function FollowProducts({ products }: { products: readonly Product[] }) {
  return products.slice(0, maxFollowed).map((product) => <FollowProduct key={product.projectId} product={product} />);
}

function FollowProduct({ product }: { product: Product }) {
  useLiveChanges(useOrganization(), product);
  return null;
}
