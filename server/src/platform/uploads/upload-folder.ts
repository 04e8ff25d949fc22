import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";

/** All uploads of this server, a folder an organization. */
export function uploadsDirectory(dataDirectory: string): string {
  return path.join(dataDirectory, "uploads");
}

export function organizationUploads(dataDirectory: string, organizationId: string): string {
  return path.join(uploadsDirectory(dataDirectory), organizationId);
}

/** Where the bytes of a file lie. Both names come from the database and never from a request. */
export function uploadPath(
  dataDirectory: string,
  { organizationId, filename }: { organizationId: string; filename: string },
): string {
  return path.join(organizationUploads(dataDirectory, organizationId), filename);
}

/** Makes the folder of an organization's uploads, which no other account of the machine may read. */
export async function makeUploadFolder(dataDirectory: string, organizationId: string): Promise<string> {
  const folder = organizationUploads(dataDirectory, organizationId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const made of [uploadsDirectory(dataDirectory), folder]) await chmod(made, 0o700);
  return folder;
}
