import type { ModuleMethod } from "./web-framework.ts";

/** What the whole program knows the groups by that are handed to the classes it finds. */
export const foundName = "found groups";
export const foundGroups = `^#${foundName}`;
/** The same without what stands in front of the classes' names. */
export const foundPlaces = "found places";

/** A method of the class that is being read which gets a router. */
export interface OwnModuleMethod {
  method: RegExp;
  path: string;
  /** Null where the library hands it the program itself. */
  below: { router: string; path: string } | null;
}

/** What such a class says of its routes. */
export function ownModuleMethod({ method, path, finder }: ModuleMethod, name: string, text: string): OwnModuleMethod {
  const own = path?.exec(text)?.[1] ?? "";
  if (finder === undefined) return { method, path: own, below: null };
  const isNamed = finder.namesItself.test(text);
  // A path of its own takes the place of the whole.
  const below = own === "" ? { router: foundGroups, path: `/${name}` } : { router: `^#${foundPlaces}`, path: own };
  return { method, path: "", below: isNamed ? null : below };
}

/** What stands in front of the names of classes that this function looks for; null where it looks for none. */
export function prefixOfFound(
  methods: readonly ModuleMethod[],
  { name, text, file }: { name: string; text: string; file: string },
): string | null {
  for (const { finder } of methods)
    if (finder?.name.test(name.replace(/^.*\./, "")) === true && finder.finds.test(text))
      return finder.prefix.exec(file)?.[1] ?? null;
  return null;
}
