import { getFile as getFileEndpoint, uploadFiles as uploadFilesEndpoint } from "@cairn/contract/files";

import { defineFilesRoute, defineRoute } from "#server/edge.ts";

import { getFile } from "./get-file.ts";
import { uploadFiles } from "./upload-files.ts";

export const fileRoutes = [defineFilesRoute(uploadFilesEndpoint, uploadFiles), defineRoute(getFileEndpoint, getFile)];
