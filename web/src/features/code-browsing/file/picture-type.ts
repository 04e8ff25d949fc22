/** Pictures a browser draws by itself; an SVG in an `img` element runs no scripts and loads nothing. */
const types: Record<string, string> = {
  avif: "image/avif",
  gif: "image/gif",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** Larger ones are downloaded instead. */
export const maxPictureBytes = 10 * 1024 * 1024;

/** The type of a picture by its file's name; null for everything else. */
export function pictureType(path: string): string | null {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(types, extension) ? (types[extension] ?? null) : null;
}
