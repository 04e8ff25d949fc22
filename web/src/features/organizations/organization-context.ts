import { AppError } from "@cairn/contract/errors";
import type { Organization } from "@cairn/contract/organizations";
import { createContext, useContext } from "react";

export const OrganizationContext = createContext<Organization | null>(null);

/** The organization of the address; throws outside of an organization's screens. */
export function useOrganization(): Organization {
  const organization = useContext(OrganizationContext);
  if (!organization) throw new AppError("internal", { message: "This screen is not inside an organization" });
  return organization;
}
