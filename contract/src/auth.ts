import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";

export const authScope = "profile api:read api:write";

export const passwordLimits = { min: 8, max: 128 } as const;
export const passwordHint = "At least 8 characters, with 1 number and 1 uppercase letter";

export const passwordSchema = z
  .string()
  .min(passwordLimits.min, "Password must have at least 8 characters")
  .max(passwordLimits.max, "Password must have at most 128 characters")
  .regex(/\d/, "Password must have at least one number")
  .regex(/\p{Lu}/u, "Password must have at least one uppercase letter");

const personName = (which: string) => z.string().trim().min(2, `${which} is too short`).max(50, `${which} is too long`);

export const firstNameSchema = personName("First name");
export const lastNameSchema = personName("Last name");
export const emailSchema = z.email("Invalid email address").max(254, "Invalid email address").toLowerCase();

export const userSchema = z.object({
  userId: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  avatar: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

/** What the interface calls somebody; people may have no name yet. */
export function displayName(user: { firstName: string | null; lastName: string | null }): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return name || "Unnamed User";
}

const accessToken = z.object({ accessToken: z.string() });

export const getSession = endpoint("GET", "/v1/auth/session", {
  summary: "The signed-in user",
  response: userSchema,
});

export const updateUserData = endpoint("PUT", "/v1/auth/user/data", {
  summary: "Change the signed-in user's name",
  body: z.object({ firstName: firstNameSchema, lastName: lastNameSchema }),
  response: userSchema,
});

export const exchangeCode = endpoint("POST", "/v1/tokens/exchange", {
  summary: "Exchange an authorization code for an access token; the refresh token is set as a cookie",
  access: "public",
  body: z.object({ code: z.string().min(1).max(2048), codeVerifier: z.string().min(43).max(128) }),
  response: accessToken,
});

export const refreshTokens = endpoint("POST", "/v1/tokens/refresh", {
  summary: "A new access token for the refresh cookie, which is rotated",
  access: "public",
  response: accessToken,
});

export const verifyToken = endpoint("POST", "/v1/tokens/verify", {
  summary: "Whether an access token is valid here and now",
  access: "public",
  body: z.object({ accessToken: z.string().max(8192) }),
  response: z.object({ valid: z.boolean() }),
});

export const revokeTokens = endpoint("POST", "/v1/tokens/revoke", {
  summary: "End the session of the refresh cookie",
  access: "public",
  response: noContent,
});
