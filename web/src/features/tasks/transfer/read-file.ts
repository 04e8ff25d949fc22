import { maxImportBytes } from "@cairn/contract/task-imports";

/** The bytes of a file in base64, as the API takes them. Throws what a person can read where it is too large. */
export async function readFile(file: File): Promise<string> {
  if (file.size > maxImportBytes) throw new Error("The file is larger than 20 MB. Split it, and import its parts.");
  const reader = new FileReader();
  const loaded = Promise.withResolvers<string>();
  reader.addEventListener("load", () => loaded.resolve(reader.result as string));
  reader.addEventListener("error", () => loaded.reject(new Error("The file could not be read. Choose it once more.")));
  reader.readAsDataURL(file);
  const address = await loaded.promise;
  return address.slice(address.indexOf(",") + 1);
}
