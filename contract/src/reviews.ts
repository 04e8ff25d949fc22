import { endpoint } from "./endpoint.ts";
import { implementationSchema } from "./implementations.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";

export const listReviews = endpoint("GET", "/v1/organizations/:organizationId/projects/:projectId/reviews", {
  summary: "Implementations of a product's tasks that wait for a decision, the longest waiting first",
  params: projectParams,
  query: listQuery,
  response: listOf(implementationSchema),
});
