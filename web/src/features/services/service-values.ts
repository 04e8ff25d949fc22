import {
  branchNameSchema,
  credentialSchema,
  defaultBranch,
  defaultWorkingPath,
  hostedNameSchema,
  sshUrlSchema,
  workingPathSchema,
} from "@cairn/contract/repository-connection";
import type { NewConnection } from "@cairn/contract/repository-connection";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import { serviceDescriptionSchema, serviceNameSchema, serviceTypes } from "@cairn/contract/services";
import type { Service, ServiceType } from "@cairn/contract/services";
import { validation } from "@cairn/contract/texts";
import { z } from "zod";

import type { ServiceChange, ServiceInput } from "./services.api.ts";

/** Where the code of a service comes from. */
export const repositorySources = ["github", "ssh", "url", "new", "existing", "none"] as const;
export type RepositorySource = (typeof repositorySources)[number];

export interface ServiceValues {
  name: string;
  description: string;
  type: ServiceType | null;
  source: RepositorySource;
  /** "owner/repository"; null while none is chosen. */
  github: string | null;
  sshUrl: string;
  url: string;
  /** Of a private repository at `url`; both empty for a public one. */
  username: string;
  password: string;
  /** Name of a repository that is made here. */
  hostedName: string;
  repositoryId: string | null;
  mainBranch: string;
  workingPath: string;
}

export const emptyServiceValues: ServiceValues = {
  name: "",
  description: "",
  type: null,
  source: "url",
  github: null,
  sshUrl: "",
  url: "",
  username: "",
  password: "",
  hostedName: "",
  repositoryId: null,
  mainBranch: defaultBranch,
  workingPath: defaultWorkingPath,
};

/** Initial form values of a service; its repository is one of the product. */
export function toServiceValues({ name, description, type, repository, workingPath }: Service): ServiceValues {
  const own = { ...emptyServiceValues, name, description, type, workingPath };
  if (repository === null) return { ...own, source: "none" };
  return { ...own, source: "existing", repositoryId: repository.repositoryId };
}

/** The schema of the fields; further requirements depend on the source of the code. */
export const serviceValuesSchema = z
  .object({
    name: serviceNameSchema,
    description: serviceDescriptionSchema,
    type: z.enum(serviceTypes, validation.typeRequired).nullable(),
    source: z.enum(repositorySources),
    github: z.string().nullable(),
    sshUrl: z.string(),
    url: z.string(),
    username: z.string(),
    password: z.string(),
    hostedName: z.string(),
    repositoryId: z.string().nullable(),
    mainBranch: z.string(),
    workingPath: z.string(),
  })
  .superRefine((values, ctx) => {
    const problems = { type: values.type === null ? validation.typeRequired : undefined, ...findProblems(values) };
    for (const [path, message] of Object.entries(problems)) {
      if (message) ctx.addIssue({ code: "custom", path: [path], message });
    }
  });

type Problems = Partial<Record<keyof ServiceValues, string>>;

function findProblems(values: ServiceValues): Problems {
  if (values.source === "none") return {};
  const workingPath = findMessage(workingPathSchema, values.workingPath);
  const mainBranch = findMessage(branchNameSchema, values.mainBranch);
  switch (values.source) {
    case "github":
      return { workingPath, mainBranch, github: values.github ? undefined : validation.githubRepositoryRequired };
    case "ssh":
      return { workingPath, mainBranch, sshUrl: findMessage(sshUrlSchema, values.sshUrl) };
    case "url":
      return {
        workingPath,
        mainBranch,
        url: isWebAddress(values.url) ? undefined : validation.urlInvalid,
        password: isPrivate(values) ? findMessage(credentialSchema.shape.password, values.password) : undefined,
      };
    case "new":
      return { workingPath, hostedName: findMessage(hostedNameSchema, values.hostedName) };
    case "existing":
      return { workingPath, repositoryId: values.repositoryId === null ? validation.typeRequired : undefined };
  }
}

/** Converts the form values to the request for a new service. */
export function toServiceInput(values: ServiceValues): ServiceInput {
  const { name, description, type } = values;
  return { name, description, type: type ?? "library", repository: toRepository(values) };
}

/**
 * Converts the form values to the request for an existing service: the repository only if it changed. What the person saw
 * when they began goes along, so that nobody's change is replaced unseen.
 */
export function toServiceChange(values: ServiceValues, service: Service): ServiceChange {
  const { name, description, type, source, workingPath } = values;
  const expected = { name: service.name, description: service.description, type: service.type };
  const change = { name, description, type: type ?? service.type, expected };
  if (source === "none") return service.repository === null ? change : { ...change, repository: null };
  if (source === "existing" && values.repositoryId === service.repository?.repositoryId) {
    return { ...change, workingPath };
  }
  return { ...change, repository: toRepository(values) };
}

/** The connection that the values describe, with its credential; null for a repository that needs none made. */
export function toConnection(
  values: ServiceValues,
): { connection: NewConnection; credential?: { username: string; password: string } } | null {
  const { source, github, sshUrl, url, hostedName, username, password } = values;
  switch (source) {
    case "github": {
      const [owner = "", repo = ""] = (github ?? "").split("/");
      return { connection: { type: "github", owner, repo } };
    }
    case "ssh":
      return { connection: { type: "ssh", url: sshUrl.trim() } };
    case "url":
      return {
        connection: { type: "url", url: url.trim() },
        ...(isPrivate(values) ? { credential: { username, password } } : {}),
      };
    case "new":
      return { connection: { type: "internal", name: hostedName.trim() } };
    case "existing":
    case "none":
      return null;
  }
}

/** Whether the repository is external and already has branches. */
export function isRemote(source: RepositorySource): boolean {
  return source === "github" || source === "ssh" || source === "url";
}

/** Why the connection cannot be tested yet; undefined when it can. */
export function testProblem(values: ServiceValues): string | undefined {
  const { github, sshUrl, url, password } = findProblems(values);
  return github ?? sshUrl ?? url ?? password;
}

/** A name for the service taken from the address of its repository: "acme/ferry-board.git" gives "ferry-board". */
export function nameFromUrl(url: string): string {
  return parseRepositoryUrl(url).path.split("/").at(-1) ?? "";
}

function toRepository(values: ServiceValues): ServiceInput["repository"] {
  const { source, mainBranch, workingPath, repositoryId } = values;
  if (source === "existing" && repositoryId) return { repositoryId, workingPath };
  const connection = toConnection(values);
  return connection ? { ...connection, ...(isRemote(source) ? { mainBranch } : {}), workingPath } : undefined;
}

function isPrivate({ username, password }: ServiceValues): boolean {
  return username !== "" || password !== "";
}

function isWebAddress(url: string): boolean {
  return /^https?:/i.test(url.trim()) && parseRepositoryUrl(url).path !== "";
}

function findMessage(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}
