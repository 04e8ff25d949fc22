import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { projectParams } from "./project-params.ts";
import { inRepository, repositoriesBase } from "./repositories.ts";

/** Certain: the language's rules lead there. Likely: the best guess where they need types we do not compute. */
export const confidences = ["certain", "likely"] as const;

const symbolReference = z.object({ name: z.string(), kind: z.string(), signature: z.string() });

/** Lines of a repository's file that a graph answer points at. */
export const codePlaceSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  commit: z.string(),
  path: z.string(),
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
});
export type CodeLocation = z.infer<typeof codePlaceSchema>;

const onBranch = inRepository.extend({ branchName: z.string().min(1).max(255) });
const position = z.object({
  path: z.string().min(1).max(4096),
  line: z.coerce.number().int().min(1),
  /** Counts from 1, in UTF-16 units, anywhere within the name. */
  column: z.coerce.number().int().min(1),
});
const one = `${repositoriesBase}/:repositoryId`;

export const definitionSchema = codePlaceSchema.extend({
  /** Null for a local variable or a parameter. */
  symbol: symbolReference.nullable(),
  confidence: z.enum(confidences),
  /** The first lines of the declaration. */
  excerpt: z.string(),
});
export type Definition = z.infer<typeof definitionSchema>;

export const getDefinitions = endpoint("GET", `${one}/definitions/:branchName`, {
  summary: "Where the name at a place is declared, best first",
  params: onBranch,
  query: position,
  response: z.object({
    /** Null when there is no name at the position. */
    name: z.string().nullable(),
    definitions: z.array(definitionSchema),
    /** The package from outside that the name comes from; null where it does not. */
    externalPackage: z.string().nullable(),
  }),
});

export const referenceKinds = ["declaration", "import", "call", "type", "write", "read"] as const;

export const referenceSchema = z.object({
  line: z.number().int().min(1),
  /** [from, to) in UTF-16 units of `text`. */
  range: z.tuple([z.number().int(), z.number().int()]),
  text: z.string(),
  kind: z.enum(referenceKinds),
  confidence: z.enum(confidences),
});
export type Reference = z.infer<typeof referenceSchema>;

export const listReferences = endpoint("GET", `${one}/references/:branchName`, {
  summary: "Where the declaration behind a name is used in its repository, by file",
  params: onBranch,
  query: position,
  response: z.object({
    name: z.string().nullable(),
    definition: definitionSchema.nullable(),
    files: z.array(z.object({ path: z.string(), references: z.array(referenceSchema) })),
    total: z.number().int(),
    commit: z.string(),
    /** Not every file that mentions the name was looked at. */
    isCutOff: z.boolean(),
  }),
});
export type References = z.infer<typeof listReferences.response>;

export const outlineSymbolSchema = symbolReference.extend({
  parent: z.string().nullable(),
  startLine: z.number().int(),
  endLine: z.number().int(),
  isExported: z.boolean(),
});

export const getOutline = endpoint("GET", `${one}/outline/:branchName`, {
  summary: "Declarations of a file, in their order, with the files it imports and those that import it",
  params: onBranch,
  query: z.object({ path: z.string().min(1).max(4096) }),
  response: z.object({
    symbols: z.array(outlineSymbolSchema),
    imports: z.array(z.object({ path: z.string(), line: z.number().int() })),
    importers: z.array(z.object({ path: z.string(), line: z.number().int() })),
  }),
});
export type Outline = z.infer<typeof getOutline.response>;

export const codeEndpointSchema = z.object({
  /** How it is called. */
  protocol: z.enum(["http", "graphql", "grpc", "trpc", "websocket"]),
  /** Of HTTP; "QUERY", "MUTATION" and "SUBSCRIPTION" of GraphQL and tRPC, "RPC" of gRPC. */
  method: z.string(),
  /** Of HTTP from its slash on; else the name of the operation: `boats`, `boats.list`, `/ferry.v1.Boats/Get`. */
  path: z.string(),
  handler: z.string().nullable(),
  /**
   * "resolved": the whole path, up to the program that serves it. "partly": a part in braces is put in while it runs.
   * "local": as its own file says it.
   */
  certainty: z.enum(["resolved", "partly", "local"]),
  place: codePlaceSchema,
  /** Services whose folder contains the position. */
  serviceIds: z.array(z.uuid()),
  callers: z.array(z.object({ place: codePlaceSchema, text: z.string(), confidence: z.enum(confidences) })),
});
export type CodeEndpoint = z.infer<typeof codeEndpointSchema>;

export const codeModelSchema = z.object({
  name: z.string(),
  kind: z.string(),
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
  references: z.array(z.string()),
  place: codePlaceSchema,
  serviceIds: z.array(z.uuid()),
});
export type CodeModel = z.infer<typeof codeModelSchema>;

/** What starts work beside a request. */
export const triggerKinds = ["schedule", "consumer", "job", "event-listener", "command"] as const;

export const codeTriggerSchema = z.object({
  kind: z.enum(triggerKinds),
  name: z.string(),
  /** Cron text, or words such as "every 5 minutes"; null where nothing is said. */
  schedule: z.string().nullable(),
  /** Topic, queue or type of event; null where nothing is said. */
  topic: z.string().nullable(),
  handler: z.string().nullable(),
  framework: z.string(),
  /** "partly": what stands in braces is put in while it runs, or what it starts is not in the repository. */
  certainty: z.enum(["resolved", "partly"]),
  place: codePlaceSchema,
  serviceIds: z.array(z.uuid()),
});
export type CodeTrigger = z.infer<typeof codeTriggerSchema>;

export const codePartSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  name: z.string(),
  /** Folder; "" for the root. */
  path: z.string(),
  files: z.number().int(),
  serviceIds: z.array(z.uuid()),
});

export const getCodeMap = endpoint("GET", "/v1/organizations/:organizationId/projects/:projectId/code-map", {
  summary: "Parts of a project's code and who imports whom, its endpoints with their callers, its data models and jobs",
  params: projectParams,
  query: z.object({ serviceId: z.uuid().optional() }),
  response: z.object({
    parts: z.array(codePartSchema),
    edges: z.array(
      z.object({
        repositoryId: z.uuid(),
        from: z.string(),
        to: z.string(),
        count: z.number().int(),
        examples: z.array(codePlaceSchema),
      }),
    ),
    endpoints: z.array(codeEndpointSchema),
    /** Routes that are in no list, because the addresses that they are served at could not be read; first of a file. */
    unresolvedRoutes: z.object({ count: z.number().int(), places: z.array(codePlaceSchema) }),
    models: z.array(codeModelSchema),
    triggers: z.array(codeTriggerSchema),
    /** Lists above are cut to a readable length; this says so. */
    isCutOff: z.boolean(),
  }),
});
export type CodeMap = z.infer<typeof getCodeMap.response>;
