import { slugSchema, toSlug } from "@cairn/contract/slugs";

/**
 * A free slug made from a name: the plain one, then with -2, -3 …; at last with random letters. `isTaken` may be called
 * several times.
 */
export async function chooseSlug(
  name: string,
  isTaken: (slug: string) => Promise<boolean>,
  newId: () => string,
): Promise<string> {
  const plain = toSlug(name);
  const stem = slugSchema.safeParse(plain).success ? plain : `${plain || "space"}-${newId().slice(0, 4)}`;
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const slug = attempt === 1 ? stem : `${stem.slice(0, 46)}-${attempt}`;
    if (!(await isTaken(slug))) return slug;
  }
  return `${stem.slice(0, 40)}-${newId().slice(0, 8)}`;
}
