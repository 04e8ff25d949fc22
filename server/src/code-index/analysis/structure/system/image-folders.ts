import {
  imageName,
  technologyOfImage,
} from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";

import { generalNames, lastPart, plainName, type CodePlaces } from "./code-places.ts";
import type { LocatedUnit } from "./located-unit.ts";

/** What the only Dockerfile below a folder of the image's name builds: "src/cartservice/src/Dockerfile". */
export function builtBelow(image: string, dockerfiles: readonly LocatedUnit[]): string | null {
  const wanted = plainName(imageName(image));
  const found = dockerfiles.filter(
    ({ directory, isOwn, code }) =>
      isOwn && code !== null && code !== "" && directory.split("/").some((part) => plainName(part) === wanted),
  );
  const codes = new Set(found.map(({ code }) => code));
  return codes.size === 1 ? (found[0]?.code ?? null) : null;
}

/** What the only Dockerfile builds whose folder begins with the name of an image that nobody publishes: "users-api" of "users". */
function builtAfter(image: string, dockerfiles: readonly LocatedUnit[]): string | null {
  const wanted = imageName(image);
  if (image.includes("/") || generalNames.has(plainName(wanted))) return null;
  const found = dockerfiles.filter(
    ({ directory, isOwn, isDevelopment, image: base }) =>
      (isOwn || technologyOfImage(base ?? "") === null) &&
      !isDevelopment &&
      lastPart(directory).toLowerCase().startsWith(`${wanted}-`),
  );
  const [only] = found;
  return found.length === 1 && only !== undefined ? only.directory : null;
}

/** The only Dockerfile in a folder of the image's whole name, where it adds to a store or the like of others: "db/accounts-db". */
export function builtOnOthers(image: string, dockerfiles: readonly LocatedUnit[]): LocatedUnit | null {
  const wanted = plainName(imageName(image));
  const found = dockerfiles.filter(
    ({ directory, isDevelopment }) => !isDevelopment && plainName(lastPart(directory)) === wanted,
  );
  const [only] = found;
  const isOfOthers = only !== undefined && technologyOfImage(only.image ?? "")?.kind === "store";
  return found.length === 1 && isOfOthers ? only : null;
}

/** The folder of a Dockerfile that only adds to what others made, by the last word of the image: "docker/chrome". */
export function builtBeside(image: string, dockerfiles: readonly LocatedUnit[], places: CodePlaces): string | null {
  const words = imageName(image).split(/[-_.]/);
  const found = dockerfiles.filter(
    ({ directory, isDevelopment }) =>
      !isDevelopment && words.length > 1 && lastPart(directory).toLowerCase() === words.at(-1),
  );
  const [only] = found;
  if (found.length !== 1 || only === undefined) return builtAfter(image, dockerfiles);
  if (only.code !== null && only.code !== "") return only.code;
  return packageNamed(lastPart(only.directory), places) ?? only.directory;
}

/** The only package of this name. */
export function packageNamed(name: string, { packages }: CodePlaces): string | null {
  const plain = plainName(name);
  const isName = plain.length >= 3 && plain !== "src" && plain !== "app";
  const named = [...packages].filter((folder) => isName && plainName(lastPart(folder)) === plain);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Who publishes an image: "boats" of "docker.io/boats/web:1". */
export function ownerOf(image: string | null): string | null {
  const parts = (image ?? "").split("/");
  const owner = parts.length > 1 ? (parts.at(-2) ?? null) : null;
  return owner === null || /^(?:library|docker\.io|bitnami\w*|[\w.-]+:\d+)$|\$\{/.test(owner) ? null : owner;
}

/** What is built from the address of the repository itself is what lies here. */
export function isOwnAddress(context: string, { productNames }: CodePlaces): boolean {
  const [, name] = /^(?:https?:\/\/|ssh:\/\/|git@|git:\/\/)\S*?([\w.-]+?)(?:\.git)?(?:#\S*)?$/.exec(context) ?? [];
  return name !== undefined && productNames.has(plainName(name));
}
