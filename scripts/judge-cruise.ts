/** The parts of dependency-cruiser's JSON result that are judged. */
export interface Cruise {
  modules: { source: string }[];
  summary: { violations: CruiseViolation[] };
}

interface CruiseViolation {
  from: string;
  to: string;
  rule: { name: string };
  cycle?: { name: string }[];
}

/** Folders whose every source file must have been read. */
export const cruisedFolders = ["contract/src", "server/src", "web/src", "scripts"] as const;

/**
 * What is wrong with a cruise, line by line; empty when nothing is. A cruiser that cannot read the files of a folder
 * reports no violation there, so each folder's files on disk (paths from the checkout) are compared with those it read.
 */
export function judgeCruise(cruise: Cruise, filesOnDisk: readonly string[]): string[] {
  const read = new Set(cruise.modules.map(({ source }) => source));
  const emptyFolders = cruisedFolders.filter((folder) => !filesOnDisk.some((file) => file.startsWith(`${folder}/`)));
  return [
    ...cruise.summary.violations.map(describeViolation),
    ...emptyFolders.map((folder) => `${folder} has no source file`),
    ...listUnreadRooms(filesOnDisk, read),
  ];
}

function listUnreadRooms(filesOnDisk: readonly string[], read: ReadonlySet<string>): string[] {
  return [...Map.groupBy(filesOnDisk, roomOf)].flatMap(([room, files]) => {
    const unread = files.filter((file) => !read.has(file));
    if (unread.length === 0) return [];
    return [`${room}: ${unread.length} of ${files.length} files were not read, ${unread[0]} first`];
  });
}

/** `server/src/domain` for all files below it. */
function roomOf(file: string): string {
  const folder = cruisedFolders.find((one) => file.startsWith(`${one}/`)) ?? "";
  const [top = "", ...rest] = file.slice(folder.length + 1).split("/");
  return rest.length === 0 ? folder : `${folder}/${top}`;
}

function describeViolation({ rule, from, to, cycle }: CruiseViolation): string {
  const steps = cycle === undefined ? [to] : cycle.map(({ name }) => name);
  return `${rule.name}: ${[from, ...steps].join(" → ")}`;
}
