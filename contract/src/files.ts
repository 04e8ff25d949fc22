import { z } from "zod";

import { endpoint, fileAnswer } from "./endpoint.ts";
import { organizationParams } from "./organizations.ts";

/** What may be uploaded, by a file's first bytes and never by its name. */
export const uploadTypes = ["image/jpeg", "image/png", "image/webp", "image/gif", "application/pdf"] as const;
export type UploadType = (typeof uploadTypes)[number];

export const maxUploadFiles = 10;

export const uploadedFileSchema = z.object({
  /** Under which it is stored and fetched: random, with the type's ending. */
  filename: z.string(),
  /** As it was called where it came from. */
  name: z.string(),
  contentType: z.enum(uploadTypes),
  /** Bytes as stored. */
  size: z.number().int(),
  /** Pages of a PDF; null for images. */
  pageCount: z.number().int().nullable(),
  /**
   * Why the text of a PDF cannot be used (it is scanned or protected), or only a part of it (it is very long); null
   * where all of it can, and for images.
   */
  textProblem: z.string().nullable(),
});
export type UploadedFile = z.infer<typeof uploadedFileSchema>;

const base = "/v1/organizations/:organizationId/files";

export const uploadFiles = endpoint("POST", base, {
  summary: "Store images and PDFs, sent as multipart/form-data in parts named `files`",
  params: organizationParams,
  takesFiles: "attachments",
  response: z.object({ filenames: z.array(z.string()), files: z.array(uploadedFileSchema) }),
  limit: { points: 120, perS: 3_600 },
});

export const getFile = endpoint("GET", `${base}/:filename`, {
  summary: "A stored file, as an attachment",
  params: organizationParams.extend({ filename: z.string().max(100) }),
  response: fileAnswer,
});
