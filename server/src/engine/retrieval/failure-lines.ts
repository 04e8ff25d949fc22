import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { humanName } from "#server/engine/text/quoting.ts";

/** Where the lines of a file are looked up; null where there is no such text. */
interface LineSource {
  lines: (path: string) => Promise<readonly string[] | null>;
  /** Lets others work, where many lines are read. */
  rest?: () => Promise<void>;
}

/** A place that ends the work early, with what whoever asked is told. */
export interface Refusal {
  path: string;
  /** The line of the condition where it stands right above, else the first of the refusal. */
  startLine: number;
  line: number;
  endLine: number;
  /** A number or the name of a status; null where none is said. */
  status: string | null;
  /** Null where only a status is given. */
  text: string | null;
  /** As written; null where nothing decides right above it. */
  condition: string | null;
}

const quoted = String.raw`(?<quote>["'\`])(?<text>(?:(?!\k<quote>).){4,200})\k<quote>`;

/** First match wins. `status` and `text` are what is told; over up to four lines, joined by a blank. */
const refusals: readonly RegExp[] = [
  // Go: gRPC, Connect, echo, gin, the standard library.
  new RegExp(String.raw`\bstatus\.(?:Errorf?|New)\(\s*codes\.(?<status>\w+),\s*${quoted}`),
  new RegExp(String.raw`\bconnect\.NewError\(\s*connect\.Code(?<status>\w+),\s*(?:errors\.New|fmt\.Errorf)\(${quoted}`),
  new RegExp(String.raw`\bhttp\.Error\(\w+,\s*${quoted},\s*http\.Status(?<status>\w+)`),
  new RegExp(String.raw`\b(?:NewHTTPError|AbortWithStatusJSON|JSON|Error|String)\(\s*http\.Status(?<status>(?:Bad|Unauth|Forbid|Not|Conflict|Unprocess|TooMany|Gone|Request|Payload|Precond|Service)\w+)(?:,[^"\`]{0,60}${quoted})?`),
  /\b(?:WriteHeader|AbortWithStatus|NoContent)\(\s*http\.Status(?<status>(?:Bad|Unauth|Forbid|Not(?!Modified)|Conflict|Unprocess|TooMany|Gone)\w+)\)/,
  // An error made by its kind, with a text or the name of a reason.
  new RegExp(String.raw`\b\w*[eE]rr(?:or)?s?\.(?<status>BadRequest|Unauthorized|Forbidden|NotFound|Conflict|TooManyRequests|PermissionDenied|InvalidArgument)\w*\(\s*(?:${quoted}|(?<reason>[A-Za-z_][\w.]*)\s*[,)])?`),
  // Ruby on Rails.
  new RegExp(String.raw`\brender\b.{0,40}\berror:\s*${quoted}.{0,60}\bstatus:\s*:?(?<status>\w+)`),
  /\bhead[ (]:?(?<status>not_found|unauthorized|forbidden|bad_request|unprocessable_\w+|conflict|gone|too_many_requests)\b/,
  new RegExp(String.raw`\bredirect_to\b.{0,80}\balert:\s*${quoted}`),
  // Python: FastAPI, Django, Flask.
  new RegExp(String.raw`\bHTTPException\(.{0,60}?(?<status>\b[45]\d\d|HTTP_[45]\d\d\w*).{0,40}?${quoted}`),
  /\b(?:HttpResponse|JsonResponse|Response|jsonify)\(.{0,90}\bstatus(?:_code)?=(?:status\.)?(?<status>[45]\d\d|HTTP_[45]\d\d\w*)/,
  /\bHttpResponse(?<status>BadRequest|Forbidden|NotFound|NotAllowed)\(/,
  new RegExp(String.raw`\b(?:raise|throw)\s+(?:new\s+)?(?:[\w.]*\b)?(?<status>Http404|NotFound\w*|PermissionDenied|Forbidden\w*|Unauthorized\w*|BadRequest\w*|Conflict\w*|TooManyRequests\w*)(?:\(\s*(?:${quoted})?|$|;)`),
  // JavaScript: Express, Fastify, Koa, tRPC, Fetch.
  new RegExp(String.raw`\.(?:status|code)\(\s*(?<status>[45]\d\d)\s*\)\s*\.?\s*(?:json|send|end)\(.{0,50}?${quoted}`),
  /\.(?:status|code|sendStatus)\(\s*(?<status>[45]\d\d)\s*\)/,
  new RegExp(String.raw`\bTRPCError\(\{\s*code:\s*["'](?<status>\w+)["'](?:,\s*message:\s*${quoted})?`),
  new RegExp(String.raw`\b(?:Response\.json|NextResponse\.json|new Response)\(.{0,90}?(?:${quoted}.{0,40}?)?\bstatus:\s*(?<status>[45]\d\d)`),
  new RegExp(String.raw`\breturn\s*\{.{0,40}?\b(?:response|error|message):\s*${quoted},?\s*status:\s*(?<status>[45]\d\d)`),
  // Java and Kotlin, C#, PHP, Rust, Elixir.
  new RegExp(String.raw`\bResponseStatusException\(\s*HttpStatus\.(?<status>\w+)(?:,\s*${quoted})?`),
  /\bResponseEntity\.(?:status\(HttpStatus\.)?(?<status>badRequest|notFound|BAD_REQUEST|NOT_FOUND|FORBIDDEN|UNAUTHORIZED|CONFLICT)\b/,
  new RegExp(String.raw`\breturn\s+(?:this\.)?(?<status>BadRequest|NotFound|Unauthorized|Forbid|Conflict|UnprocessableEntity)\((?:${quoted})?`),
  new RegExp(String.raw`\babort\(\s*(?<status>[45]\d\d)(?:,\s*${quoted})?`),
  new RegExp(String.raw`\(\s*StatusCode::(?<status>(?:BAD|UNAUTH|FORBID|NOT|CONFLICT|UNPROCESS|TOO)\w+),\s*${quoted}`),
  new RegExp(String.raw`\bErr(?:orResponse)?(?:\(|::)\s*(?:ErrorResponse::new\(\s*ErrorResponseType::(?<status>\w+),\s*)?${quoted}`),
  /\bput_status\(\s*(?:conn,\s*)?:?(?<status>not_found|unauthorized|forbidden|bad_request|unprocessable_entity|[45]\d\d)/,
  // Any other error that has something to say.
  new RegExp(String.raw`\b(?:throw|reject)\b.{0,40}?\b(?:new\s+)?\w*(?:Error|Exception|Problem|Failure)\(\s*(?:[^"'\`]{0,40}?)${quoted}`),
  new RegExp(String.raw`\braise\b\s+(?:[\w.:]+)(?:\(|,\s*)(?:[^"']{0,30}?)[fr]{0,2}${quoted}`),
  new RegExp(String.raw`\breturn\b.{0,40}\b(?:errors\.New|fmt\.Errorf)\(\s*${quoted}`),
]; // prettier-ignore

/** Cheaper than all of them: where none of these words stands, none of them begins. */
const mayRefuse =
  /status|Status|code\(|http|HTTP|rr(?:or)?|render|head|redirect|Response|jsonify|raise|throw|return|abort|Abort|reject|JSON|String\(|NoContent|WriteHeader|connect|Http404/;

/** What only says that something below went wrong says nothing of when. */
const passedOn = /^(?:Internal\w*|Unknown|500|INTERNAL_SERVER_ERROR|StatusInternal\w*)$/;
const passedOnText =
  /^(?:failed to|error (?:while|when|in)|unable to|could not|couldn't)\b|%w|\b(?:unreachable|should (?:never|not) happen|not implemented)\b/i;
const maxJoined = 4;
/** Lines that are read in one go. */
const atOnce = 100;

/** The refusals between two lines of a file, in their order. */
export async function findRefusals(
  scope: LineSource,
  { path, startLine, endLine }: { path: string; startLine: number; endLine: number },
): Promise<Refusal[]> {
  const lines = codeLines((await scope.lines(path)) ?? []);
  const found: Refusal[] = [];
  for (let line = startLine; line <= Math.min(endLine, lines.length); line += 1) {
    if (line % atOnce === 0) await scope.rest?.();
    const refusal = refusalAt(lines, line, endLine);
    if (refusal === null) continue;
    found.push({ path, ...refusal });
    line = refusal.endLine;
  }
  return found;
}

function refusalAt(lines: readonly string[], line: number, last: number): Omit<Refusal, "path"> | null {
  const own = lines[line - 1] ?? "";
  if (own.length > 400 || !mayRefuse.test(own) || /^\s*(?:\/\/|#|\*)/.test(own)) return null;
  for (let endLine = line; endLine < line + maxJoined && endLine <= Math.min(last, lines.length); endLine += 1) {
    const text = lines
      .slice(line - 1, endLine)
      .map((one) => one.trim())
      .join(" ");
    const found = refusals.map((pattern) => pattern.exec(text)).find((one) => one !== null);
    // It has to begin on the first of the lines, and to be open where it ends on another one.
    if (found && found.index < own.trim().length) {
      const more = endLine < Math.min(last, lines.length) && !/[;}\])]\s*$/.test(lines[endLine - 1] ?? "") ? 1 : 0;
      return toRefusal(
        lines,
        { line, endLine: more === 1 && found.groups?.["text"] === undefined ? endLine + 1 : endLine },
        found.groups ?? {},
      );
    }
    if (!/[([{,]\s*$/.test(lines[endLine - 1] ?? "")) return null;
  }
  return null;
}

function toRefusal(
  lines: readonly string[],
  { line, endLine }: { line: number; endLine: number },
  groups: Record<string, string | undefined>,
): Omit<Refusal, "path"> | null {
  // What wraps the error of something below says nothing of when.
  if (groups["text"] !== undefined && /%w/.test(groups["text"])) return null;
  const status = statusWords(groups["status"]);
  const told = groups["text"] ?? reasonWords(groups["reason"]);
  const text = told === undefined ? null : messageOf(told);
  if (status !== null && passedOn.test(status)) return null;
  if (text !== null && passedOnText.test(text)) return null;
  if (text === null && status === null) return null;
  const condition = conditionAbove(lines, line);
  if (text === null && condition === null) return null;
  return { startLine: condition?.line ?? line, line, endLine, status, text, condition: condition?.text ?? null };
}

/** "HTTP_404_NOT_FOUND" and "NotFoundException" as people say them. */
function statusWords(status: string | undefined): string | null {
  if (status === undefined) return null;
  return status
    .replace(/^HTTP_(\d+)_.*$/, "$1")
    .replace(/(?:Http)?(?:Exception|Error)$/, "")
    .replace(/^Http404$/, "404");
}

/** The name of a reason, as words: "reason.RankTooLow". */
function reasonWords(reason: string | undefined): string | undefined {
  const name = reason?.split(".").at(-1);
  return name === undefined || /^(?:err|error|msg|message|ctx|e)$/i.test(name) ? undefined : humanName(name);
}

/** Null where nothing is left but what is put in while it runs. */
function messageOf(text: string): string | null {
  const clean = cleanProse(
    text
      .replaceAll(/:?\s*%[-+#\w.]*[a-zA-Z]\b/g, " …")
      .replaceAll(/\$\{[^}]*\}|#\{[^}]*\}/g, "…")
      .replaceAll(/\\[nt]/g, " "),
  );
  const words = clean.match(/\p{L}{2,}/gu) ?? [];
  return words.length < 2 || /^[\w.-]+$/.test(clean) ? null : clean.replace(/[\s:…]+$/, "");
}

/** Only that something below failed. */
const saysNothing =
  /^!?\(?\s*(?:err(?:or)?|e|ex|!ok|ok)\s*(?:[!=]==?\s*(?:nil|null|undefined|None))?\)?$|^errors\.|^.{0,40};\s*err\s*!=\s*nil$/;

/** What decides right above a line, or on it. */
function conditionAbove(lines: readonly string[], line: number): { text: string; line: number } | null {
  const own = lines[line - 1] ?? "";
  const behind = /\b(?:if|unless)\s+(.{3,90})$/.exec(own);
  if (behind && /^\s*(?:return|raise|render|head|redirect_to|abort)\b/.test(own))
    return shownCondition(`${own.includes(" unless ") ? "not " : ""}${behind[1] ?? ""}`, line);
  const inLine = /^\s*(?:\}\s*)?if\s*\((.{3,90}?)\)\s*(?:\{?\s*)?(?:return|throw|await|res\b|abort)/.exec(own);
  if (inLine) return shownCondition(inLine[1] ?? "", line);
  const depth = indentOf(own);
  for (let above = line - 1; above >= Math.max(1, line - 3); above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= depth) continue;
    const found = /^\s*(?:if|unless)\b\s*\(?(.{3,110}?)\)?\s*(?:\{|:|then)?\s*$/.exec(text);
    return found && !/^\s*\}?\s*else/.test(text)
      ? shownCondition(`${/^\s*unless\b/.test(text) ? "not " : ""}${found[1] ?? ""}`, above)
      : null;
  }
  return null;
}

function shownCondition(text: string, line: number): { text: string; line: number } | null {
  const trimmed = text.trim();
  const opens = (trimmed.match(/\(/g) ?? []).length;
  const closes = (trimmed.match(/\)/g) ?? []).length;
  const whole = opens > closes ? `${trimmed}${")".repeat(opens - closes)}` : trimmed;
  return saysNothing.test(whole) || closes > opens || /(?:\|\||&&|\band|\bor|[,(])$/.test(whole)
    ? null
    : { text: whole, line };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
