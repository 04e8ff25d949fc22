/** `"GET:List;POST,PUT:Save"`: which methods of a controller answer which methods of HTTP. */
export function readMapping(mapping: string): { method: string; name: string }[] {
  return [...mapping.matchAll(/([A-Za-z*][A-Za-z*,\s]*):\s*(\w+)/g)].flatMap(([, methods = "", name = ""]) =>
    methods.split(/\s*,\s*/).map((method) => ({ method: method === "*" ? "ANY" : method.toUpperCase(), name })),
  );
}
