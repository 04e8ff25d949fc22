import type { Endpoint } from "@cairn/contract/endpoint";

/** Whether the same request sent again may be recognized by its key. Files are too large to be compared. */
export function isRepeatable(endpoint: Endpoint): boolean {
  return endpoint.method === "POST" && endpoint.access === "user" && !endpoint.takesFiles;
}
