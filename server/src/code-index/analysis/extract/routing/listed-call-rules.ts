/** How a function is told routes with all that belongs to them: WordPress's `register_rest_route`. */
export interface ListedCallRules {
  call: string;
  /** In front of all paths. */
  prefix: string;
  /** Arguments that are the path together. */
  path: readonly number[];
  /** The argument with one map, or a list of them, by methods. */
  routes: number;
  /** Keys of these maps. */
  keys: { methods: string; handler: string; guard: string };
  /** Guards that let everybody through. */
  open: RegExp;
  /** What constants that stand for methods mean. */
  constants: Readonly<Record<string, readonly string[]>>;
  /** Where nothing is said. */
  otherwise: string;
}
