/** A part of a path that is put in while the program runs, by an expression that has no name. */
export const unknownPart = "\u0001\u0001";
/** In front of what a part is where nothing else is set: `process.env.BASE ?? "/"`. */
export const orElse = "||";
