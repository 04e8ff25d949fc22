import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { taskReferenceSchema } from "./tasks.ts";

/** Of each kind; the totals count all. */
export const maxTaskMentions = 50;

const total = z.number().int();

export const getTaskMentions = endpoint(
  "GET",
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/mentions",
  {
    summary: "Which tasks, pages and chats of the caller mention a task, and which tasks its description mentions",
    params: projectParams.extend({ taskId: z.uuid() }),
    response: z.object({
      /** Those that the description of this task mentions, in the order of their numbers. */
      mentions: z.array(taskReferenceSchema),
      /** Those whose descriptions mention it, the last changed first. */
      tasks: z.object({ content: z.array(taskReferenceSchema), total }),
      /** Of the product and of the organization, the last changed first. */
      pages: z.object({ content: z.array(z.object({ artifactId: z.uuid(), title: z.string() })), total }),
      /** The caller's own about the product that name it or were asked from its page, the last used first; none for agents. */
      chats: z.object({ content: z.array(z.object({ sessionId: z.uuid(), title: z.string() })), total }),
    }),
  },
);
