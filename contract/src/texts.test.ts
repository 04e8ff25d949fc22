import { describe, expect, it } from "vitest";
import type { ZodType } from "zod";

import { emailSchema, firstNameSchema, lastNameSchema, newPasswordSchema, passwordSchema } from "./auth.ts";
import { keyNameSchema, publicKeySchema } from "./keys.ts";
import { createInvites, rolesSchema } from "./members.ts";
import { productDescriptionSchema } from "./projects.ts";
import { branchNameSchema, newConnectionSchema, workingPathSchema } from "./repository-connection.ts";
import { createService, serviceDescriptionSchema, serviceNameSchema } from "./services.ts";
import { nameSchema, slugSchema } from "./slugs.ts";
import { createTemplate } from "./templates.ts";
import { messages, outcomes, validation } from "./texts.ts";

/** Every message of a schema about an input; none when the input is fine. */
function messagesOf(schema: ZodType, input: unknown): string[] {
  return schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];
}

const words = (length: number) => "x".repeat(length);
const publicKey = `ssh-ed25519 ${"A".repeat(68)} ada@board`;
const template = (change: object) => ({
  title: "Runbook",
  scope: { type: "project" },
  content: { type: "sections", sections: [{ title: "Start", instructions: { prompt: "How it starts" } }] },
  ...change,
});
const sections = (section: object) =>
  template({
    content: { type: "sections", sections: [{ title: "Start", instructions: { prompt: "ok" }, ...section }] },
  });
const service = (type: unknown) => ({ name: "api", description: "Serves departures to the board", type });

/** A schema, what is typed, and the words the specification has for it (section 5). */
const typed: readonly (readonly [string, ZodType, unknown, string])[] = [
  ["name", nameSchema, "x", "Name is too short"],
  ["name of blanks", nameSchema, "  x  ", "Name is too short"],
  ["name", nameSchema, words(51), "Name can't be longer than 50 characters"],
  ["slug", slugSchema, "Ferry Board", "Slug can only contain lowercase letters, numbers, and dashes"],
  ["slug", slugSchema, "f", "Slug is too short"],
  ["slug", slugSchema, words(51), "Slug can't be longer than 50 characters"],
  ["roles", rolesSchema, [], "Select at least one role"],
  ["roles", rolesSchema, ["admin", "editor"], "Select only one role"],
  ["email", emailSchema, "ada@", "Invalid email address"],
  ["email of an invite", createInvites.body, { invites: [{ email: "ada" }] }, "Invalid email address"],
  ["first name", firstNameSchema, "A", "First name is too short"],
  ["first name", firstNameSchema, words(51), "First name is too long"],
  ["last name", lastNameSchema, "L", "Last name is too short"],
  ["last name", lastNameSchema, words(51), "Last name is too long"],
  ["password", passwordSchema, "Short1", "Password must have at least 8 characters"],
  ["password", passwordSchema, `A1${words(127)}`, "Password must have at most 128 characters"],
  ["password", passwordSchema, "Analytical", "Password must have at least one number"],
  ["password", passwordSchema, "analytical1", "Password must have at least one uppercase letter"],
  [
    "password again",
    newPasswordSchema,
    { newPassword: "Analytical1", confirmation: "Analytical2" },
    "Passwords don't match",
  ],
  ["service name", serviceNameSchema, "a", "Name is too short"],
  ["service name", serviceNameSchema, words(65), "Name can't be longer than 64 characters"],
  [
    "service description",
    serviceDescriptionSchema,
    "Too short",
    "Description is too short. Describe the role of this service in your system",
  ],
  ["service type", createService.body, service("daemon"), "Select a value"],
  ["main branch", branchNameSchema, " ", "Main branch is required"],
  ["working path", workingPathSchema, "", "Working Path path is required"],
  [
    "SSH address",
    newConnectionSchema,
    { type: "ssh", url: "https://github.com/a/b" },
    "Invalid Git URL. Must start with git@",
  ],
  ["SSH address", newConnectionSchema, { type: "ssh", url: "git@github.com" }, "Invalid Git URL. Must start with git@"],
  [
    "GitHub repository",
    newConnectionSchema,
    { type: "github", owner: "acme", repo: "" },
    "GitHub Repository is required",
  ],
  ["SSH key name", keyNameSchema, "k", "Name is too short"],
  ["API key name", keyNameSchema, words(65), "Name can't be longer than 64 characters"],
  ["SSH key", publicKeySchema, "ssh-ed25519", "It seems like the key is invalid"],
  ["SSH key", publicKeySchema, `${publicKey}\n${publicKey}`, "It seems like the key is invalid"],
  ["SSH key", publicKeySchema, publicKey.replace("ed25519", "ed448"), "It seems like the key is invalid"],
  [
    "private key",
    publicKeySchema,
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----",
    "Pssst, this is a private key, not a public key. Nothing was sent to our servers yet.",
  ],
  ["template title", createTemplate.body, template({ title: "" }), "Title is required"],
  [
    "template title",
    createTemplate.body,
    template({ title: words(101) }),
    "Title cannot be longer than 100 characters",
  ],
  [
    "template without sections",
    createTemplate.body,
    template({ content: { type: "sections", sections: [] } }),
    "At least one section is required",
  ],
  ["section title", createTemplate.body, sections({ title: "S" }), "Title is too short"],
  ["section title", createTemplate.body, sections({ title: words(129) }), "Title can't be longer than 128 characters"],
  ["prompt", createTemplate.body, sections({ instructions: { prompt: "p" } }), "Instructions are too short"],
  ["product description", productDescriptionSchema, words(99), "Description is too short"],
  ["product description", productDescriptionSchema, words(5001), "Description is too long"],
];

describe("what is typed", () => {
  it.each(typed)("%s: %#", (_field, schema, input, message) => {
    expect(messagesOf(schema, input)).toEqual([message]);
  });

  it.each([
    ["name", nameSchema, ["ab", words(50)]],
    ["slug", slugSchema, ["ab", words(50), "ferry-board-2"]],
    ["first name", firstNameSchema, ["Al", words(50)]],
    ["last name", lastNameSchema, ["Li", words(50)]],
    ["password", passwordSchema, ["Abcdefg1", `A1${words(126)}`, "Ärger1234"]],
    ["service name", serviceNameSchema, ["ab", words(64)]],
    ["service description", serviceDescriptionSchema, [words(16), words(512)]],
    ["key name", keyNameSchema, ["ab", words(64)]],
    [
      "SSH key",
      publicKeySchema,
      [
        publicKey,
        `  ${publicKey}\n`,
        publicKey.replace("ssh-ed25519", "ecdsa-sha2-nistp256"),
        publicKey.replace("ssh-ed25519", "ssh-dss"),
      ],
    ],
    ["product description", productDescriptionSchema, [words(100), words(5000)]],
    ["roles", rolesSchema, [["owner"], ["admin"], ["editor"]]],
  ] satisfies [string, ZodType, unknown[]][])("%s: the limits themselves are fine", (_field, schema, inputs) => {
    for (const input of inputs) expect(messagesOf(schema, input)).toEqual([]);
  });

  it.each([
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN ENCRYPTED PRIVATE KEY-----",
    "ssh-ed25519 AAAA\n-----BEGIN OPENSSH PRIVATE KEY-----",
    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
    "PuTTY-User-Key-File-3: ssh-ed25519",
  ])("knows a private key by its first line: %#", (text) => {
    expect(messagesOf(publicKeySchema, text)).toEqual([validation.sshKeyIsPrivate]);
  });
});

/** The catalogue of the specification (section 8), typed here a second time on purpose. */
const catalogue: readonly [keyof typeof outcomes, string | undefined, string | undefined][] = [
  ["artifactDelete", "Could not delete artifact", undefined],
  ["artifactCreate", "Could not create artifact", undefined],
  ["implementationMerge", "Could not merge implementation", undefined],
  ["implementationRevise", "Failed to start implementation revision", "Implementation revision started"],
  ["implementationStart", "Could not start task implementation", "Task implementation started"],
  ["implementationStop", "Could not stop implementation", "Implementation stopped"],
  ["branchNameCopy", undefined, "Branch name copied to clipboard"],
  ["productName", "Could not update product name", "Product name updated"],
  ["productSlug", "Could not update product slug", "Product slug updated"],
  ["memberInvite", "Could not invite Organization Member", "Organization Member invited"],
  ["memberRemove", "Could not remove Organization Member", "Organization Member removed"],
  ["inviteRevoke", "Could not revoke Organization Invite", "Organization Invite revoked"],
  ["codeRedeem", "Could not redeem code", "Code redeemed successfully"],
  ["organizationName", "Could not update organization name", "Organization name updated"],
  ["organizationSlug", "Could not update organization slug", "Organization slug updated"],
  ["organizationDelete", "Organization could not be deleted", undefined],
  ["productDelete", "Product could not be deleted", undefined],
  ["taskDelete", "Could not delete task", "Task was deleted"],
  ["serviceDelete", "Could not delete service", undefined],
  ["ruleDelete", "Rule could not be deleted", undefined],
  ["commentAdd", "Could not add comment", undefined],
  ["commentDelete", "Could not delete comment", undefined],
  ["commentResolve", "Could not resolve comment", undefined],
  ["commentUpdate", "Could not update comment", undefined],
  ["keyDelete", "Could not delete key", "Key deleted successfully"],
  ["apiKeyDelete", "Could not delete API key", "API Key deleted successfully"],
  ["chatDelete", "Failed to delete chat", "Chat deleted"],
  ["chatAnswer", "Failed to answer your request", undefined],
  ["templateCreate", "Could not create template", "Template created successfully"],
  ["integrationDelete", "Could not delete integration", undefined],
  ["billingPortal", "Could not connect to billing portal", undefined],
  ["trialStart", "Could not start trial", undefined],
  ["subscriptionCancel", "Could not cancel subscription", "Subscription was successfully canceled"],
  ["subscriptionResume", "Could not resume subscription", "Subscription was successfully resumed"],
  ["subscriptionLoad", "Could not load subscription", undefined],
  ["profileName", "Could not set your name", "Your name has been updated"],
  ["profilePassword", "Could not update your password", "Your password has been updated"],
  ["productDescription", "Could not update project description", undefined],
  ["organizationReset", "Organization context could not be reset", "Organization context has been reset"],
  ["productReset", "Project context could not be reset", "Project context has been reset"],
  ["memberRoles", "Could not update roles", "Organization Member roles updated"],
  ["serviceSave", "Could not save service", undefined],
  ["taskState", "Could not update task state", undefined],
  ["previewGenerate", "Could not generate preview.", undefined],
  ["filesUpload", "Failed to upload files", undefined],
];

describe("what is told afterwards", () => {
  it.each(catalogue)("%s", (event, failure, success) => {
    expect(outcomes[event]).toEqual({ ...(failure && { failure }), ...(success && { success }) });
  });

  it("has no event the specification does not have", () => {
    expect(Object.keys(outcomes).toSorted()).toEqual(catalogue.map(([event]) => event).toSorted());
  });

  it("has the other sentences", () => {
    expect(messages).toEqual({
      plansEmpty: "There are no billing plans available for your organization",
      chatMissing: "Chat not found: The chat you are trying to access does not exist",
      socketDisconnected: "Socket disconnected unexpectedly",
      socketException: "Socket exception",
      socketConnection: "Connection error",
      socketError: "Socket error",
      patchError: "Patch error",
      sessionInvalid: "Session is invalid",
      socketNeedsIds: "Socket endpoints only support UUIDs not slugs",
      tryLater: "Please try again later",
      unknownError: "Unknown error occurred",
      unknownThrown: "An unknown error occurred",
      loadFailed: "Could not fetch data :(",
      projectDenied: "Please ensure this project exists and you have access to it",
      organizationDenied: "Please ensure this organization exists and you have access to it",
    });
  });
});
