import { listServices } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";

import { makeRepository } from "./open-repository.ts";
import { sampleId, sampleOf } from "./sample.ts";

const [sampled] = (sampleOf(listServices.response, "usual") as { content: [Service] }).content;

/** A service by number, whose repository is indexed. */
export function makeService(number: number, change: Partial<Service> = {}): Service {
  return {
    ...sampled,
    serviceId: sampleId(number),
    name: "board",
    description: "Shows the departures of the ferries",
    type: "frontend",
    repository: makeRepository(),
    workingPath: "/",
    ...change,
  };
}

/** A service whose repository is indexed so far. */
export function makeIndexedService(
  number: number,
  indexing: Partial<NonNullable<Service["repository"]>["indexing"]>,
): Service {
  const repository = makeRepository();
  return makeService(number, { repository: { ...repository, indexing: { ...repository.indexing, ...indexing } } });
}
