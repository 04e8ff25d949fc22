import * as contract from "@cairn/contract/organizations";

import { defineRoute } from "#server/edge.ts";

import { createOrganization } from "./create-organization.ts";
import { deleteOrganization } from "./delete-organization.ts";
import { getOrganization } from "./get-organization.ts";
import { listOrganizations } from "./list-organizations.ts";
import { organizationExists } from "./organization-exists.ts";
import { updateOrganization } from "./update-organization.ts";

export const organizationRoutes = [
  defineRoute(contract.listOrganizations, listOrganizations),
  defineRoute(contract.createOrganization, createOrganization),
  defineRoute(contract.organizationExists, organizationExists),
  defineRoute(contract.getOrganization, getOrganization),
  defineRoute(contract.updateOrganization, updateOrganization),
  defineRoute(contract.deleteOrganization, deleteOrganization),
];
