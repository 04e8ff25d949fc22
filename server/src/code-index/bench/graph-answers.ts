/** A name in a file: line and column count from 1, columns in UTF-16 units. */
export interface SourcePosition {
  path: string;
  line: number;
  column: number;
}

/** A compiler or its language server, looking at a checkout. */
export interface Compiler {
  /** Whether a name of the code stands at the place: no keyword, no word of a text, no element of a page. */
  isName(location: SourcePosition): boolean;
  /**
   * Where the name at the place is declared: places of the repository, and whether there are others outside. Null where
   * the compiler itself knows nothing.
   */
  definitions(location: SourcePosition): Promise<{ inside: SourcePosition[]; isOutside: boolean } | null>;
  /** All places that mean the declaration at the place, itself included. */
  references(location: SourcePosition): Promise<SourcePosition[]>;
  close(): void;
}
