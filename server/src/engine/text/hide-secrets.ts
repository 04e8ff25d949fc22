/** Words in the names of variables and settings that hold secrets. */
const secretName = "(?:secret|passwd|password|passphrase|token|api[-_]?key|private[-_]?key|access[-_]?key|credential)";

const hidden = "…";

/** Replaces secrets in the text of code; the names of settings stay. */
export function hideSecrets(text: string): string {
  return text
    .replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden)
    .replace(knownTokenFormats, hidden)
    .replace(quotedValue, (whole, name: string, quote: string, value: string) =>
      isPlaceholder(value) || isWording(name, value) ? whole : `${name}${quote}${hidden}${quote}`,
    )
    .replace(defaultValue, (whole: string, ...[name, quote, value, at, all]: Groups) => {
      const before = all.slice(Math.max(0, at - longestCall), at);
      return isPlaceholder(value) || isMessage(value, before) ? whole : `${name}${quote}${hidden}${quote}`;
    })
    .replace(bareValue, (whole, name: string, value: string) =>
      isPlaceholder(value) || isAddress(name, value) ? whole : `${name}${hidden}`,
    )
    .replace(inlineValue, (whole, name: string, value: string) =>
      isPlaceholder(value) || isNoValue.test(value) || isPassedOn(name, value) || isAddress(name, value)
        ? whole
        : `${name}${hidden}`,
    )
    .replace(settingOfEnvironment, (whole, name: string, value: string) =>
      isPlaceholder(value) || isNoValue.test(value) ? whole : `${name}${hidden}`,
    )
    .replace(unquotedSetting, (whole, name: string, value: string) =>
      isPlaceholder(value) || isCall(value) ? whole : `${name}${hidden}`,
    )
    .replace(/(\w:\/\/[^\s:/@`"']*:)[^\s@/`"']+@/g, `$1${hidden}@`);
}

/** Tokens of well-known formats, which are hidden whatever the name of the variable. */
const knownTokenFormats =
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abeoprs]-[\w-]{10,}|\b(?:sk|rk|pk)[-_](?:live|test|proj|ant)[-_][\w-]{8,}|\bsk-[A-Za-z0-9]{20,}|\bAIza[\w-]{30,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bnpm_[A-Za-z0-9]{30,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/g;

/** `api_key: "…"`, `"password" => '…'`, `const token = "…"`; up to 20 letters may follow the secret word, as in `passwordHash`. */
const quotedValue = new RegExp(
  `(\\b\\w*${secretName}\\w{0,20}["']?\\s{0,8}(?::=|=>|[:=])\\s{0,8})(["'])([^"'\\n]{4,400})\\2`,
  "gi",
);

/** `process.env.JWT_SECRET || "…"`, `os.environ.get("SECRET_KEY", "…")`: the default for a variable that is not set. */
const defaultValue = new RegExp(
  `(${secretName}\\w{0,20}["'\\])]{0,3}\\s{0,8}(?:\\|\\||\\?\\?|\\bor\\b|\\?:|,\\s{0,8}default\\s{0,4}=|(?<=["']\\s{0,8}),)\\s{0,8})(["'])([^"'\\n]{4,400})\\2`,
  "gi",
);

/** In the names of environment variables, beside the words above: `SMTP_PASS`, `MAILGUN_API`. */
const secretVariable =
  "[A-Z0-9_]{0,60}(?:SECRET|PASSW|PASSPHRASE|TOKEN|KEY|CREDENTIAL|_PASS(?==)|_PWD(?==)|_API(?==))[A-Z0-9_]{0,60}";

/** Lines of environment files, also behind `export` or a comment's mark; the value goes on to the next blank. */
const bareValue = new RegExp(
  `^([ \\t]{0,20}(?:#[ \\t]{0,4})?(?:export\\s+)?${secretVariable}=)((?!["'])\\S{4,})`,
  "gm",
);

/** Variables that a command is given, as `--env JWT_SECRET=…`, also in quotes. */
const inlineValue = new RegExp(`((?<=[\\s"'=,\`])${secretVariable}=)((?!["'=])[^\\s"'\`,;]{4,})`, "g");

/** `POSTGRES_PASSWORD: fider_pw`: what a file of settings gives a variable, where its name ends with the secret word. */
const settingOfEnvironment =
  /^([ \t]{0,40}(?:[-*][ \t]{1,4})?[A-Z0-9_]{0,60}(?:SECRET|PASSWORD|PASSWD|PASSPHRASE|TOKEN|KEY|CREDENTIALS?|_PASS|_PWD)(?:_BASE)?:[ \t]{1,8})([^\s"'#&*|>[{,;]{4,}?)[ \t]*(?=#|$)/gm;

/** Where something answers, which a name that ends with API means as well. */
const isAddress = (name: string, value: string) => name.endsWith("_API=") && /^(?:https?:\/\/|\/)/.test(value);

/** `HTTP_X_API_KEY=api_key)` hands a variable of the same name on. */
const isPassedOn = (name: string, value: string) =>
  /^[a-z_]\w*\)+(?:$|[.:])/i.test(value) || name.slice(0, -1).endsWith(value.toUpperCase());

/** Types, truth values and numbers of few digits are nobody's secret, nor is a file that holds one. */
const isNoValue =
  /^(?:str|int|bool|bytes|float|double|number|boolean|any|unknown|never|object|null|true|false|none|nil|undefined|required|optional|[A-Z][A-Za-z]*|[A-Z]\w*[[<(|].*|\d{1,5}|\.{0,2}\/.*|\w+\.\w+\(?.*|\w+\(.*|[\w./-]+\.(?:key|pem|crt|cert|json|txt))$/;

/** `password: hunter2`, `- password: hunter2` or `db.password=hunter2` on a line of its own, only where the value holds a digit. */
const unquotedSetting = new RegExp(
  `^(\\s{0,40}(?:[-*]\\s{1,4})?[\\w.-]*${secretName}[\\w.-]{0,20}(?::\\s+|\\s{0,4}=\\s{0,4}))((?=\\S*\\d)[^\\s"';,]{6,})$`,
  "gim",
);

/** `resetPasswordHelp = "Link by which …"` is what people read about a secret. */
function isWording(name: string, value: string): boolean {
  const names =
    /(?:help|hint|label|title|text|message|description|placeholder|error|prompt|usage|heading|caption|tooltip|warning|note|question|info)s?["']?\s*(?::=|=>|[:=])\s*$/i;
  return names.test(name) && /^\p{L}[\p{L}'’-]*(?:[\s,.;:!?]|$)/u.test(value);
}

/** `AddFieldFailure("token", "Please identify yourself first.")`: sentences are no secrets unless something is set by them. */
function isMessage(value: string, before: string): boolean {
  const isProse = /^\p{L}[\p{L}'’-]*(?:[\s,.:;]+[\p{L}\d'’"()-]+){2,}[.!?]?$/u.test(value);
  const callee = /([\w$]+)\(\s*["'][\w.-]*$/.exec(before)?.[1] ?? "";
  return (
    isProse &&
    callee !== "" &&
    !/get|env|default|config|setting|lookup|fetch|option|param|var|string|set|put/i.test(callee)
  );
}

const longestCall = 120;
type Groups = [name: string, quote: string, value: string, at: number, all: string];

/** `secrets.token_urlsafe(32)`, where nothing quotes it. A single word with digits may as well begin a password: `aZ9(kk38Fj2lPq)`. */
const isCall = (value: string): boolean =>
  /^(?=[^(]*\w(?:\.|::)[A-Za-z_]|[^(\d]*\()[A-Za-z_][\w.:]{0,80}\([^"']{0,80}\)$/.test(value);

/** References to variables, placeholders and names of types are no secrets. */
function isPlaceholder(value: string): boolean {
  return /^(?:\$[\w{(]|<|\{\{?|%\w|process\.|env\.|os\.|string$|text$|password$|hidden$|bearer$|…)/i.test(value);
}
