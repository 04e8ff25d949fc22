/** A name in a file: line and column count from 1, columns in UTF-16 units. */
export interface SourcePosition {
  path: string;
  line: number;
  column: number;
}

/** A compiler or its language server, looking at a checkout. */
export interface Compiler {
  /** Whether there is a name of the code at the position: no keyword, no word of a string, no HTML element. */
  isName(location: SourcePosition): boolean;
  /**
   * Where the name at the position is declared: positions in the repository, and whether there are others outside. Null
   * where the compiler itself knows nothing.
   */
  definitions(location: SourcePosition): Promise<{ inside: SourcePosition[]; isOutside: boolean } | null>;
  /** All uses of the declaration at the position, itself included. */
  references(location: SourcePosition): Promise<SourcePosition[]>;
  close(): void;
}
