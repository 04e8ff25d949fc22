import { zip } from "fflate";

/** A zip archive of these files; the same files at the same moment give the same archive. */
export async function packFiles(
  files: readonly { path: string; content: string }[],
  mtime: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const entries = Object.fromEntries(files.map(({ path, content }) => [path, encoder.encode(content)]));
  return await new Promise((resolve, reject) => {
    zip(entries, { mtime }, (error, archive) => (error ? reject(error) : resolve(new Uint8Array(archive))));
  });
}
