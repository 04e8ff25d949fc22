import { z } from "zod";

import { maxServiceProposals } from "./architecture.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { serviceTypes } from "./services.ts";

/** Of one product; of more, those that were changed last are kept. */
export const maxProposalCorrections = 5 * maxServiceProposals;

const foundPathSchema = z.string().min(1).max(1_024);

/** What is typed may be wrong for a while, so that it is bounded and nothing more. */
const typed = (characters: number) =>
  z.string().max(characters, `A text of a proposed service can't be longer than ${characters} characters`).optional();

/** What somebody changed of a proposed service; what is absent is as it was found. */
export const proposalCorrectionSchema = z.object({
  repositoryId: z.uuid(),
  /** The folder it was found in. */
  foundPath: foundPathSchema,
  isLeftOut: z.boolean().optional(),
  name: typed(512),
  type: z.enum(serviceTypes).optional(),
  description: typed(4_096),
  workingPath: typed(2_048),
  /** Of the proposal that it is a part of, in the same repository. */
  mergedInto: foundPathSchema.optional(),
  /** The service that was made of it. */
  serviceId: z.uuid().optional(),
});
export type ProposalCorrection = z.infer<typeof proposalCorrectionSchema>;

const path = "/v1/organizations/:organizationId/projects/:projectId/architecture/import/corrections";

export const listProposalCorrections = endpoint("GET", path, {
  summary: "How people corrected the services found in the connected repositories",
  params: projectParams,
  response: z.object({ content: z.array(proposalCorrectionSchema) }),
});

export const saveProposalCorrections = endpoint("PUT", path, {
  summary: "Keep corrections of proposed services, each as a whole; a service once said to be made of one stays so",
  params: projectParams,
  body: z.object({ corrections: z.array(proposalCorrectionSchema).min(1).max(maxServiceProposals) }),
  response: noContent,
});
