/** How lines begin, or what they hold, that import something, in the languages that Cairn knows. */
const statement =
  /^(?:(?:pub\s+|global\s+|static\s+)?(?:import|from|use|using|require(?:_once|_relative)?|include(?:_once)?|alias)\b|#\s*include\b|@(?:import|use)\b|export\b.*\bfrom\b|\}\s*from\b)|\b(?:import|require)\s*\(/;
/** A line of a list in parentheses, as Go has them: it may have a name of its own. */
const listed = /^(?:[\w.]+\s+)?"[^"\s]+"$/;

const before = new Set(["", '"', "'", "`", " ", "\t", "<", "(", "{", ",", "\\", "=", "@", "#"]);
const after = new Set(["", '"', "'", "`", " ", "\t", ">", ")", "}", ",", "\\", ";", "/", ".", ":"]);

/** Whether a line of this file imports a module or a part of it: `lodash` and `lodash/get`, but not `lodash-es`. */
export function importsModule(path: string, line: string, module: string): boolean {
  const text = line.trim();
  if (!statement.test(text) && !(path.endsWith(".go") && listed.test(text))) return false;
  // A folder may be named from anywhere.
  const isFolder = module.includes("/");
  const name = module.endsWith("/") ? module.slice(0, -1) : module;
  // Slashes alone name nothing, and would be found everywhere.
  if (name === "") return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const [former, next] = [text.charAt(at - 1), text.charAt(at + name.length)];
    if ((before.has(former) || (isFolder && former === "/")) && after.has(next)) return true;
  }
  return false;
}
