import { z } from "zod";

import { defineJob, type Job, type Route } from "#server/edge.ts";

import { fillDemoCopy } from "./fill-demo-copy.ts";
import { workInDemoCopy } from "./work-in-demo-copy.ts";

/** `routes` are the calls that a copy is filled by. */
export function createDemoJobs(routes: readonly Route[]): Job[] {
  return [
    defineJob({
      name: "fill-demo-copy",
      payload: z.object({ organizationId: z.uuid(), userId: z.uuid() }),
      concurrency: 2,
      retryLimit: 3,
      run: (ctx, copy, { isLastTry }) => fillDemoCopy(ctx, copy, { routes, isLastTry }),
    }),
    defineJob({
      name: "work-in-demo-copy",
      payload: z.object({ organizationId: z.uuid(), userId: z.uuid() }),
      concurrency: 2,
      retryLimit: 3,
      run: (ctx, copy) => workInDemoCopy(ctx, copy, routes),
    }),
  ];
}
