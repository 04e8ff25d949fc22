import { plainPattern } from "#server/code-index/analysis/extract/routing/plain-pattern.ts";
import type { ViewRules } from "#server/code-index/analysis/extract/routing/view-rules.ts";
import type { ClassFact, MarkFact, MethodFact, RouteFact } from "#server/code-index/ports/facts.ts";

import type { ClassIndex, DeclaredClass } from "./class-index.ts";

/** A route with the file that its lines are of. */
export interface PlacedRoute extends RouteFact {
  file: string;
}

interface ViewContext {
  classes: ClassIndex;
  rulesOf(file: string): ViewRules | null;
  /** Files and names that a name of a file may stand for. */
  namesOf(file: string, name: string): readonly { file: string; name: string }[];
}

type RoutedView = NonNullable<RouteFact["view"]>;

interface ViewAction {
  method: string;
  /** Behind the prefix of the set. */
  path: string;
  /** Null where the library has it. */
  place: { file: string; fact: MethodFact } | null;
  name: string;
}

const verbs = ["get", "post", "put", "patch", "delete", "options", "head"];
/** These answer wherever another one does. */
const implied = new Set(["options", "head"]);

/** The routes of classes and functions that say themselves which methods they answer. */
export class ViewExpander {
  private readonly context: ViewContext;

  constructor(context: ViewContext) {
    this.context = context;
  }

  /** The route itself where nothing is known of what it leads to. */
  expand(file: string, route: RouteFact): PlacedRoute[] {
    const { view } = route;
    const rules = view === undefined ? null : this.context.rulesOf(file);
    if (view === undefined || rules === null) return [{ ...route, file }];
    const place = this.find(file, view.ref);
    if (view.isSet === true) return place === null ? [] : this.expandSet(file, route, { view, place, rules });
    if (view.actions !== undefined)
      return Object.entries(view.actions).map(([verb, action]) => {
        return { ...route, file, method: verb.toUpperCase(), handler: `${route.handler ?? ""}.${action}` };
      });
    const methods =
      place === null ? this.otherMethods(file, view, rules) : this.classMethods(place, rules, view.suffix);
    return (methods.length === 0 ? [route.method] : methods).map((method) => ({ ...route, file, method }));
  }

  private find(file: string, ref: string): DeclaredClass | null {
    const found = this.context
      .namesOf(file, ref)
      .flatMap((one) => this.context.classes.inFile(one.name, one.file) ?? []);
    if (found.length > 0) return found[0] ?? null;
    const name = /(\w+)(?:\(\))?$/.exec(ref)?.[1] ?? "";
    return /^[A-Z]/.test(name) ? this.context.classes.find(name, file) : null;
  }

  /** Of a class of the library, or of what stands above the function: `@api_view(["GET"])`. */
  private otherMethods(file: string, { ref, suffix }: RoutedView, rules: ViewRules): string[] {
    const { functions, bases } = rules;
    const name = /(\w+)$/.exec(ref)?.[1] ?? "";
    if (Object.hasOwn(bases, name)) return (bases[name] ?? []).map((verb) => verb.toUpperCase());
    for (const one of this.context.namesOf(file, ref)) {
      const own = this.context.classes.inFile("", one.file)?.fact.methods ?? [];
      const answering =
        one.name === "default"
          ? namedMethods(
              own.map(({ name: known }) => known),
              rules,
              suffix,
            )
          : [];
      if (answering.length > 0) return answering.map((verb) => verb.toUpperCase());
      const fact = own.find(({ name }) => name === one.name);
      for (const { name, args } of fact?.marks ?? []) {
        const meant = Object.hasOwn(functions, name) ? functions[name] : undefined;
        if (meant !== undefined) return [...(meant ?? args["0"] ?? ["GET"])].map((method) => method.toUpperCase());
      }
    }
    return [];
  }

  private classMethods(place: DeclaredClass, rules: ViewRules, suffix?: string): string[] {
    const names = this.methodNames(place, rules);
    const allowed = this.allowedIn(place, rules);
    const answering = namedMethods([...names.keys()], rules, suffix);
    const has = (verb: string): boolean => names.has(verb) || answering.includes(verb);
    const answered = verbs.filter((verb) => has(verb) && !implied.has(verb) && (allowed?.has(verb) ?? true));
    return answered.map((verb) => verb.toUpperCase());
  }

  /** Own ones and those of what it extends, which libraries may have. */
  private methodNames(place: DeclaredClass, { bases }: ViewRules): Map<string, ViewAction["place"]> {
    const names = new Map<string, ViewAction["place"]>();
    const chain = this.context.classes.chainOf(place);
    for (const { file, fact } of chain)
      for (const method of fact.methods) if (!names.has(method.name)) names.set(method.name, { file, fact: method });
    const own = new Set(chain.map(({ fact }) => fact.name));
    for (const base of chain.flatMap(({ fact }) => fact.bases))
      if (!own.has(base) && Object.hasOwn(bases, base))
        for (const name of bases[base] ?? []) if (!names.has(name)) names.set(name, null);
    return names;
  }

  /** Null where all are. */
  private allowedIn(place: DeclaredClass, { fields }: ViewRules): Set<string> | null {
    const listed = this.fieldOf(place, fields.methods);
    return listed === null ? null : new Set(listed.map((one) => one.toLowerCase()));
  }

  private fieldOf(place: DeclaredClass, name: string): string[] | null {
    for (const { fact } of this.context.classes.chainOf(place)) {
      const fields: ClassFact["fields"] = fact.fields ?? {};
      if (Object.hasOwn(fields, name)) return fields[name] ?? null;
    }
    return null;
  }

  private expandSet(
    file: string,
    route: RouteFact,
    { view, place, rules }: { view: RoutedView; place: DeclaredClass; rules: ViewRules },
  ): PlacedRoute[] {
    const allowed = this.allowedIn(place, rules);
    const lookup = rules.fields.lookup.flatMap((name) => this.fieldOf(place, name)?.[0] ?? [])[0] ?? "pk";
    return this.actionsOf(place, rules)
      .filter(({ method }) => allowed?.has(method.toLowerCase()) ?? true)
      .map(({ method, path, place: at, name }) => {
        const below = path.replace("{}", `{${lookup}}`);
        const whole = [route.path.replace(/\/+$/, ""), below].filter((part) => part !== "").join("/");
        return {
          ...route,
          method,
          path: whole === "" ? "" : `${whole}${view.slash ?? ""}`,
          handler: `${place.fact.name}.${name}`,
          file: at?.file ?? file,
          startLine: at?.fact.startLine ?? route.startLine,
          endLine: at?.fact.endLine ?? route.endLine,
        };
      });
  }

  private actionsOf(place: DeclaredClass, rules: ViewRules): ViewAction[] {
    return [...this.methodNames(place, rules)].flatMap(([name, at]) => {
      const known = Object.hasOwn(rules.actions, name) ? rules.actions[name] : undefined;
      if (known !== undefined)
        return [{ method: known.method, path: known.isDetail === true ? "{}" : "", place: at, name }];
      const own = (at?.fact.marks ?? []).flatMap((mark) => extraMethods(mark, rules, name));
      return own.flatMap(({ methods, path }) => methods.map((method) => ({ method, path, place: at, name })));
    });
  }
}

/** What methods answer by their names alone. */
function namedMethods(names: readonly string[], { methods }: ViewRules, suffix: string | undefined): string[] {
  return names.flatMap((name) => {
    const [, verb, ending] = methods.exec(name) ?? [];
    return verb !== undefined && ending === suffix ? [verb] : [];
  });
}

/** `@action(detail=True, methods=["post"], url_path="log")`. */
function extraMethods(
  { name: mark, args, text }: MarkFact,
  { extraAction }: ViewRules,
  name: string,
): { methods: string[]; path: string }[] {
  if (mark !== extraAction) return [];
  const isDetail = /^true$/i.test((args["detail"] ?? args["1"])?.[0] ?? "") || /\bdetail\s*=\s*True\b/.test(text);
  const path = plainPattern(args["url_path"]?.[0] ?? name);
  const methods = (args["methods"] ?? args["0"] ?? ["GET"]).map((one) => one.toUpperCase());
  return [{ methods: methods.filter((one) => !implied.has(one.toLowerCase())), path: isDetail ? `{}/${path}` : path }];
}
