/** A part of a path that is put in while the program runs, by an expression that has no name. */
export const unknownPart = "\u0001\u0001";
