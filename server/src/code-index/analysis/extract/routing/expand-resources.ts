import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { singular } from "#server/code-index/analysis/text/word-numbers.ts";

/** What one framework's `resources` stands for. */
export interface ResourceStyle {
  /** `{}` stands for the parameter that tells one from the others. */
  actions: readonly ResourceAction[];
  /** Actions that a single resource has none of. */
  manyOnly: readonly string[];
  /** How a parameter is written in a path: `:{}` or `{{}}`. */
  written: string;
  /** What the parameter is called: a word, or the singular of the resource. */
  parameter: "id" | "singular";
  /** Whether other resources below it see the parameter with the singular in front (`:boat_id`), or alike. */
  nestedParameter: "prefixed" | "same";
}

interface ResourceAction {
  name: string;
  methods: readonly string[];
  path: string;
}

export interface ResourceOptions {
  /** As the framework names it: "boats". */
  name: string;
  /** Of all of them, below what is around: "/boats". */
  path: string;
  /** Whether there is one alone, without a parameter. */
  isSingle: boolean;
  /** Null where all actions are wanted. */
  only: readonly string[] | null;
  except: readonly string[];
  /** Null where it has the usual name. */
  parameter: string | null;
  /** Null where it is the singular of the name. */
  singularName: string | null;
  /** Words of paths by the usual ones: "edit" to "change". */
  pathNames: ReadonlyMap<string, string>;
  /** Path that those of single ones begin with instead of the path of all; null where it is the same. */
  shallowPath: string | null;
}

export interface ExpandedResources {
  routes: { action: string; method: string; path: string }[];
  /** Path of all of them. */
  collection: string;
  /** Path of one. */
  member: string;
  /** Path in front of what is nested. */
  nested: string;
}

/** The routes of `resources`, in the order of the style. */
export function expandResources(style: ResourceStyle, options: ResourceOptions): ExpandedResources {
  const { name, path, isSingle, only, except, parameter, pathNames } = options;
  const one = options.singularName ?? singular(name);
  const own = parameter ?? (style.parameter === "id" ? "id" : one.replaceAll("-", "_"));
  const nestedName = style.nestedParameter === "prefixed" ? `${one.replaceAll("-", "_")}_${own}` : own;
  const written = (of: string): string => style.written.replace("{}", of);
  const single = options.shallowPath ?? path;
  const member = isSingle ? path : joinPaths(single, `/${written(own)}`);
  const routes = style.actions
    .filter((action) => !(isSingle && style.manyOnly.includes(action.name)))
    .filter((action) => (only === null || only.includes(action.name)) && !except.includes(action.name))
    .flatMap((action) => {
      const isOfOne = action.path.startsWith("/{}");
      const rest = action.path
        .replace(/^\/\{\}/, "")
        .replace(/\w+/, (word) => pathNames.get(word) ?? word)
        .replace("{}", written(own));
      const whole = joinPaths(isOfOne ? member : path, rest);
      return action.methods.map((method) => ({ action: action.name, method, path: whole }));
    });
  return {
    routes,
    collection: path,
    member,
    nested: isSingle ? path : joinPaths(single, `/${written(nestedName)}`),
  };
}
