/**
 * How a framework says routes by what is written above classes and their methods: annotations of Java and Kotlin,
 * attributes of C# and PHP, decorators of TypeScript and Python. All of them are called marks here.
 *
 * A mark of the program's own means what the marks above it, or the one it extends, mean.
 */
export interface ControllerRules {
  /** By the last part of the mark's name. A name may have several rules, of which the first that fits counts. */
  marks: Readonly<Record<string, MarkRule | readonly MarkRule[]>>;
  /** Marks of the program's own that protect what is below them, by their names. */
  guardNames?: RegExp;
  /** Classes that are controllers without a mark: by their name. */
  classNames?: RegExp;
  /** Classes that are controllers without a mark: by the last part of the name of what they extend. */
  bases?: RegExp;
  /** Paths of methods that take the place of the class's path instead of going on from it. */
  absolutePath?: RegExp;
  /** What marks extend that work out a path themselves: they mean `mark`, with a path that is not known. */
  computedPaths?: { base: RegExp; mark: string };
  /** Whether a path may lack its beginning where no program says one, unless the repository imports from one of these. */
  servesAtRoot?: RegExp;
  /** The method that a class with a path is called by, where it has no path of its own. */
  invoked?: string;
  /** Whether a route without any path is one of conventions that are told elsewhere. */
  needsPath?: true;
  /** Parts of paths that stand for settings: the first group is the name, the second what is meant without one. */
  placeholders?: RegExp;
  resources?: ResourceRules;
  /** Parts of paths that stand for the names of classes and methods. */
  tokens?: readonly PathToken[];
}

export interface MarkRule {
  /** What the file must import from, where marks of several frameworks have the name. */
  from?: RegExp;
  /**
   * A controller: its methods are served. A program: its path is in front of all. None: calls of a client, or hidden.
   * Resource: endpoints that follow from conventions.
   */
  makes?: "controller" | "program" | "none" | "resource";
  /** Whether the class of a method with the mark is a controller without more. */
  makesClass?: true;
  /** Whether classes that extend or implement the one with the mark have it as well. */
  isInherited?: true;
  /** HTTP methods that it means. */
  methods?: readonly string[];
  /** Arguments that list the methods. */
  methodsIn?: readonly string[];
  /** Arguments with paths: those of all controllers below a class, that of the route above a method. */
  paths?: readonly string[];
  /** Names of methods that answer at the path of the class, with what they answer. */
  methodNames?: Readonly<Record<string, string>>;
  /** Arguments with versions of the API, which programs may put in front of paths. */
  versions?: readonly string[];
  /** The method where no mark says one; without it a path alone is no route. */
  otherwise?: string;
  /** What a path alone means above a method: that the class it hands back is served below. */
  locates?: true;
  /** Whether it protects what is below it. */
  isGuard?: true;
  /** Whether it lets everybody through, whatever else stands above the class, its bases or the method. */
  liftsAll?: true;
}

/** Classes whose endpoints follow from their names and from what their marks list. */
export interface ResourceRules {
  /** Argument that lists the operations; marks of their names above the class are operations as well. */
  operations: string;
  /** Arguments of which nothing is read, so that nothing of the class is. */
  unread: readonly string[];
  /** By name: the method, and whether the path goes on with the key of one. */
  known: Readonly<Record<string, { method: string; isOne: boolean }>>;
  /** Where nothing is listed. */
  otherwise: readonly string[];
  /** Arguments with the whole path, what is in front of it, what the resource is called, and who may call it. */
  path: string;
  prefix: string;
  name: string;
  guard: string;
  /** At the end of whole paths. */
  ending: RegExp;
  key: string;
}

export interface PathToken {
  /** With the flag "g". */
  pattern: RegExp;
  /** The class's name, or the method's. */
  of: "class" | "method";
  /** What the path leaves off at the end of the name. */
  without?: RegExp;
}
