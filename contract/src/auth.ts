import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { nameText } from "./name-text.ts";
import { validation } from "./texts.ts";

export const authScope = "profile api:read api:write";

export const passwordLimits = { min: 8, max: 128 } as const;

export const passwordSchema = z
  .string()
  .min(passwordLimits.min, validation.passwordTooShort)
  .max(passwordLimits.max, validation.passwordTooLong)
  .regex(/\d/, validation.passwordDigit)
  .regex(/\p{Lu}/u, validation.passwordUppercase);

/** A new password typed twice, as forms send it. */
export const newPasswordSchema = z
  .object({ newPassword: passwordSchema, confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ["confirmation"],
    error: validation.passwordsDiffer,
  });

const personName = (tooShort: string, tooLong: string) => nameText.min(2, tooShort).max(50, tooLong);

export const firstNameSchema = personName(validation.firstNameTooShort, validation.firstNameTooLong);
export const lastNameSchema = personName(validation.lastNameTooShort, validation.lastNameTooLong);
export const emailSchema = z.email(validation.emailInvalid).max(254, validation.emailInvalid).toLowerCase();

export const userSchema = z.object({
  userId: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  avatar: z.string().nullable(),
  /** False for people who sign in at another provider: their password is not ours to change. */
  hasPassword: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** What the interface calls somebody; people may have no name yet. */
export function displayName(user: { firstName: string | null; lastName: string | null }): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return name || "Unnamed User";
}

/** A sign-in of one browser, or of an application that somebody let in. */
export const signInSchema = z.object({
  sessionId: z.uuid(),
  /** What the application calls itself, which nobody checked; null for a browser. */
  application: z.string().nullable(),
  /** What the browser calls itself; null when it did not say. */
  userAgent: z.string().nullable(),
  /** The network address it came from last; null when unknown. */
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When its access token was renewed last. */
  lastUsedAt: z.iso.datetime(),
  /** The one this call came with. */
  isCurrent: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;

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

export const updatePassword = endpoint("PUT", "/v1/auth/user/password", {
  summary: "Change the signed-in user's password; every other sign-in ends",
  body: z.object({ oldPassword: z.string().min(1).max(1024), newPassword: passwordSchema }),
  response: noContent,
});

export const deleteUser = endpoint("DELETE", "/v1/auth/user", {
  summary:
    "Delete the signed-in user with everything that is theirs alone; refused to the last Owner of an organization",
  body: z.object({
    /** Required of those who have one. */
    password: z.string().max(1024).optional(),
  }),
  response: noContent,
});

export const listSignIns = endpoint("GET", "/v1/auth/user/sessions", {
  summary: "Browsers the signed-in user is signed in with and applications they let in, last used first",
  query: listQuery,
  response: listOf(signInSchema),
});

export const endSignIn = endpoint("DELETE", "/v1/auth/user/sessions/:sessionId", {
  summary: "Sign one browser or application out; its tokens stop working at once",
  params: z.object({ sessionId: z.uuid() }),
  response: noContent,
});

export const endOtherSignIns = endpoint("DELETE", "/v1/auth/user/sessions", {
  summary: "Sign every browser and application out but the calling one",
  response: noContent,
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
