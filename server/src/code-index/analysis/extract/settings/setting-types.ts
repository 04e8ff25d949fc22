/** Types of settings in plain words, by what languages and libraries call them. */
const words: readonly [RegExp, string][] = [
  [/^(?:(?:\w+\.)?(?:int|integer|long|short|byte)\d*|uint\d*|[iu](?:8|16|32|64|128|size)|parseInt|to_integer|Integer|Int|Int\d+|Uint\d*|Long|UInt\d*|Atoi|port|Port|positiveint|PositiveInt|NonNegativeInt|bigint|non_neg_integer)$/, "integer"],
  [/^(?:bool|boolean|Bool|Boolean|strtobool|parseBoolean|ParseBool|toggle)$/, "boolean"],
  [/^(?:float|double|decimal|number|num|Number|Float\d*|Double|parseFloat|f32|f64|float\d+|BigDecimal|natural)$/, "number"],
  [/^(?:str|string|String|text|&?(?:'static )?str|Str|CharSequence|char\*)$/, "string"],
  [/^(?:SecretStr|Secret|SecretString|SecretBytes)$/, "secret"],
  [/^(?:url|URL|URI|uri|AnyUrl|AnyHttpUrl|HttpUrl|Url|Uri|db|db_url|cache_url|email_url|search_url|PostgresDsn|RedisDsn|urlString)$/, "address"],
  [/^(?:json|JSON|loads|dict|Dict|map|Map|HashMap|Json|object|StringMap\w*|StringToString)$/, "map"],
  [/^(?:list|List|array|Array|tuple|set|Set|Vec|CommaSeparatedStrings|Csv|csv|Strings|Ints|StringSlice|IntSlice|StringArray|strlist)$/, "list"],
  [/^(?:time\.)?(?:Duration|duration|timedelta|TimeSpan|ParseDuration)$/, "duration"],
  [/^(?:email|Email|EmailStr)$/, "email address"],
  [/^(?:host|hostname|ipaddr)$/, "host"],
  [/^(?:path|Path|PathBuf|DirectoryPath|FilePath|FileInfo)$/, "path"],
]; // prettier-ignore

const around = /^(?:Optional|Option|Maybe|Nullable|Annotated|Final|Arc|Box|Rc|Cow)\s*[[<](.*)[\]>]$/s;
const lists =
  /^(?:list|List|Vec|Set|set|IList|ICollection|IEnumerable|Collection|Sequence|tuple|HashSet|\w*Array|frozenset)\s*[[<]|\[\]$|^\[\]/;
const maps = /^(?:dict|Dict|map|Map|HashMap|Dictionary|IDictionary|BTreeMap|Record)\s*[[<]/;

/** A type in plain words where it is a common one, else as written; null for what says nothing. */
export function plainType(written: string): string | null {
  let text = written.trim().slice(0, 200);
  for (let inner = around.exec(text); inner !== null; inner = around.exec(text))
    text = (inner[1] ?? "").split(/,(?![^[<]*[\]>])/)[0]?.trim() ?? "";
  text = text
    .replace(/\s*\|\s*(?:None|undefined|null)\b|\b(?:None|undefined|null)\s*\|\s*/g, "")
    .replace(/^[?*]|\?$/g, "")
    .trim();
  if (lists.test(text)) return "list";
  if (maps.test(text)) return "map";
  const bare = text.replace(/^(?:new\s+|std::\w+::|\w+\.(?=[A-Z]))/, "").replace(/^.*\.(?=\w+$)/, "");
  for (const [pattern, word] of words) if (pattern.test(bare) || pattern.test(text)) return word;
  return /^[A-Z]\w{1,60}$/.test(bare) ? bare : null;
}

/** Whether a type says that the value may be missing. */
export function isOptionalType(type: string): boolean {
  return /^(?:Optional|Option|Maybe|Nullable)\b|\|\s*(?:None|undefined|null)\b|\b(?:None|undefined|null)\s*\||\?$|^\*/.test(
    type.trim(),
  );
}

/** The class that a type is about, without what is around it; null for types of the language. */
export function classIn(type: string): string | null {
  let text = type.trim().slice(0, 200);
  for (let inner = around.exec(text); inner !== null; inner = around.exec(text)) text = (inner[1] ?? "").trim();
  const bare = text.replace(/\s*\|\s*None\b/, "").replace(/^[*&?]|\?$/g, "");
  const name = /^(?:[\w]+(?:\.|::))*([A-Za-z_]\w*)$/.exec(bare)?.[1];
  if (name === undefined) return null;
  const isClass = /^[A-Z]/.test(name)
    ? plainType(name) === name
    : /^[a-z]\w*(?:[cC]onfig|[oO]ptions|[sS]ettings)$/.test(name);
  return isClass ? name : null;
}
