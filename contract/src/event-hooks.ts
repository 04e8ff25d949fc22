import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { listOf } from "./lists.ts";
import { projectParams } from "./project-params.ts";

/** What other programs are told of a product. */
export const hookEvents = [
  "implementation.ready",
  "implementation.failed",
  "implementation.paused",
  "implementation.merged",
  "implementation.not-merged",
  "comment.created",
  "architecture.drifted",
] as const;
export type HookEvent = (typeof hookEvents)[number];

export const hookEventNames = {
  "implementation.ready": "A change is ready for review",
  "implementation.failed": "A run failed",
  "implementation.paused": "A run waits for more tokens",
  "implementation.merged": "A change was merged",
  "implementation.not-merged": "A merge came to nothing",
  "comment.created": "Somebody commented",
  "architecture.drifted": "A push connected what nobody allowed",
} as const satisfies Record<HookEvent, string>;

const hookUrlSchema = z
  .string()
  .trim()
  .max(2_000, "An address can't be longer than 2,000 characters")
  .regex(/^https?:\/\/\S+$/i, "Enter an address that begins with https://");
const hookEventsSchema = z
  .array(z.enum(hookEvents, "Choose among the events that a webhook is told"))
  .min(1, "Choose what it is told")
  .max(hookEvents.length);

export const eventHookSchema = z.object({
  hookId: z.uuid(),
  /** Null where this server's key is another one than it was sealed with. */
  url: z.string().nullable(),
  events: z.array(z.enum(hookEvents)),
  isEnabled: z.boolean(),
  /** Since when nothing arrived; null while it does. */
  failingSince: z.iso.datetime().nullable(),
  /** Why this server switched it off, in words for people; null where it did not. */
  disabledReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type EventHook = z.infer<typeof eventHookSchema>;

/** `waiting`: it is tried, again where it was before. `failed`: it is not tried any more. */
export const hookDeliveryStates = ["waiting", "delivered", "failed"] as const;

export const hookDeliverySchema = z.object({
  deliveryId: z.uuid(),
  /** "test" was asked for by a button. */
  type: z.enum([...hookEvents, "test"]),
  state: z.enum(hookDeliveryStates),
  /** How often it was tried. */
  attempts: z.number().int(),
  /** The status that the last try was answered with; null where there was no answer. */
  responseStatus: z.number().int().nullable(),
  /** What went wrong at the last try, in words for people; null where nothing did. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When it is tried again; null unless it waits. */
  dueAt: z.iso.datetime().nullable(),
});
export type HookDelivery = z.infer<typeof hookDeliverySchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/event-hooks";
const one = projectParams.extend({ hookId: z.uuid() });

export const listEventHooks = endpoint("GET", base, {
  summary: "Addresses that are told what happens in a product, the oldest first; for Owners and Admins",
  params: projectParams,
  response: listOf(eventHookSchema),
});

export const createEventHook = endpoint("POST", base, {
  summary:
    "Have an address told what happens in a product; the secret that signs it is in this answer and nowhere else",
  params: projectParams,
  body: z.object({ url: hookUrlSchema, events: hookEventsSchema }),
  response: eventHookSchema.extend({ secret: z.string() }),
  limit: sixtyAnHour,
});

export const updateEventHook = endpoint("PUT", `${base}/:hookId`, {
  summary: "Change what an address is told, or switch it off or on again",
  params: one,
  body: z.object({ events: hookEventsSchema.optional(), isEnabled: z.boolean().optional() }),
  response: eventHookSchema,
});

export const deleteEventHook = endpoint("DELETE", `${base}/:hookId`, {
  summary: "Tell an address nothing any more",
  params: one,
  response: noContent,
});

export const listHookDeliveries = endpoint("GET", `${base}/:hookId/deliveries`, {
  summary: "What an address was told lately, the newest first",
  params: one,
  response: listOf(hookDeliverySchema),
});

export const testEventHook = endpoint("POST", `${base}/:hookId/test`, {
  summary: "Send a test to an address",
  params: one,
  response: hookDeliverySchema,
  limit: sixtyAnHour,
});

export const resendDelivery = endpoint("POST", `${base}/:hookId/deliveries/:deliveryId/resend`, {
  summary: "Send once more what an address was told",
  params: one.extend({ deliveryId: z.uuid() }),
  response: hookDeliverySchema,
  limit: sixtyAnHour,
});
