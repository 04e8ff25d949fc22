import { organizationParams } from "./organizations.ts";
import { slugOrId } from "./slugs.ts";

/** Path parameters of everything inside a project; both take a slug or an id. */
export const projectParams = organizationParams.extend({ projectId: slugOrId });
