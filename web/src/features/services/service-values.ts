import { defaultBranch, defaultWorkingPath } from "@cairn/contract/repositories";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import {
  branchNameSchema,
  serviceDescriptionSchema,
  serviceNameSchema,
  serviceTypes,
  workingPathSchema,
} from "@cairn/contract/services";
import type { ServiceType } from "@cairn/contract/services";
import { z } from "zod";

import type { ServiceInput } from "./services.api.ts";

/** Where the code of a new service comes from. */
export type RepositorySource = "url" | "existing" | "none";

export interface ServiceValues {
  name: string;
  description: string;
  type: ServiceType | null;
  source: RepositorySource;
  url: string;
  repositoryId: string | null;
  mainBranch: string;
  workingPath: string;
}

export const emptyServiceValues: ServiceValues = {
  name: "",
  description: "",
  type: null,
  source: "url",
  url: "",
  repositoryId: null,
  mainBranch: defaultBranch,
  workingPath: defaultWorkingPath,
};

/** The fields themselves; what is asked for besides depends on where the code comes from. */
export const serviceValuesSchema = z
  .object({
    name: serviceNameSchema,
    description: serviceDescriptionSchema,
    type: z.enum(serviceTypes, "Select a value").nullable(),
    source: z.enum(["url", "existing", "none"]),
    url: z.string(),
    repositoryId: z.string().nullable(),
    mainBranch: z.string(),
    workingPath: z.string(),
  })
  .superRefine((values, ctx) => {
    const add = (path: keyof ServiceValues, message: string | undefined) => {
      if (message) ctx.addIssue({ code: "custom", path: [path], message });
    };
    if (values.type === null) add("type", "Select a value");
    if (values.source === "none") return;
    add("workingPath", messageOf(workingPathSchema, values.workingPath));
    if (values.source === "existing") {
      if (values.repositoryId === null) add("repositoryId", "Select a value");
      return;
    }
    if (!/^https?:/i.test(values.url.trim()) || parseRepositoryUrl(values.url).path === "")
      add("url", "Enter a valid URL");
    add("mainBranch", messageOf(branchNameSchema, values.mainBranch));
  });

/** What the form sends. */
export function toServiceInput(values: ServiceValues): ServiceInput {
  const { name, description, type } = values;
  return { name, description, type: type ?? "library", repository: repositoryOf(values) };
}

/** A name for the service taken from the address of its repository: "acme/ferry-board.git" gives "ferry-board". */
export function nameFromUrl(url: string): string {
  return parseRepositoryUrl(url).path.split("/").at(-1) ?? "";
}

function repositoryOf(values: ServiceValues): ServiceInput["repository"] {
  const { source, url, mainBranch, workingPath, repositoryId } = values;
  if (source === "url") return { connection: { type: "url", url: url.trim() }, mainBranch, workingPath };
  if (source === "existing" && repositoryId) return { repositoryId, workingPath };
  return undefined;
}

function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}
