import type { RoutingRules } from "./apply-rules.ts";
import { django } from "./frameworks/django.ts";
import { fastapi } from "./frameworks/fastapi.ts";
import { flask } from "./frameworks/flask.ts";
import { goRouters } from "./frameworks/go-routers.ts";
import type { WebFramework } from "./web-framework.ts";

/** All frameworks whose routes are read by their rules. */
export const webFrameworks: readonly WebFramework[] = [fastapi, flask, django, goRouters];

/** The rules of a language's frameworks together: which one a router is of is often said in another file. */
export function rulesFor(language: WebFramework["language"]): RoutingRules {
  const own = webFrameworks.filter((one) => one.language === language);
  const all = <T>(part: (one: WebFramework) => Readonly<Record<string, T>> | undefined): [string, T][] =>
    own.flatMap((one) => Object.entries(part(one) ?? {}));
  const calls = Map.groupBy(
    all(({ calls: rules }) => rules),
    ([name]) => name,
  );
  return {
    routers: new Map(
      own.flatMap(({ name: framework, routers = {} }) =>
        Object.entries(routers).map(([name, rule]) => [name, { ...rule, framework }] as const),
      ),
    ),
    types: new Map(own.flatMap(({ name, types = [] }) => types.map((type) => [type, name] as const))),
    calls: new Map([...calls].map(([name, rules]) => [name, rules.flatMap(([, rule]) => rule)])),
    items: new Map(all(({ items }) => items)),
    includes: new Map(all(({ includes }) => includes)),
    modules: new Map(own.flatMap(({ name, modules = [] }) => modules.map((one) => [one, name] as const))),
    rootSettings: new Map(all(({ rootSettings }) => rootSettings)),
  };
}
