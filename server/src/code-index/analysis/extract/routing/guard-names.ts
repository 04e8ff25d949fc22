/** Names of functions that let only some through: `requireLogin`, `jwt_required`, `AuthMiddleware`, `get_current_user`. */
const guards =
  /auth(?!or(?!i))|guard|protect|permission|permit|require|ensure|verif|jwt|bearer|is_?admin|admin_?only|logged_?in|restrict|_?acl_?|api_?key|current_?(?:\w+_)?user|CurrentUser|superuser|\breq_?\w{0,40}?(?:sign_?in|log_?in|token|admin|auth|owner|writer|reader|access|member|role)|sign_?in_?(?:required|only)|needs?_?(?:sign_?in|log_?in)|admin\w*middleware|must_?can|(?:project|owner|member|role|tenant|organi[sz]ation|workspace)_?middleware/i;
/** What holds routes, or answers itself, whatever else it is called. */
const others =
  /rout|controller|handler|callback|(?:^|[._])login$|logout|register|config|options|^require$|service|optional|anonymous/i;
/** What asks how a request was made, or how often, and not by whom. */
const unasked =
  /thrott|rate_?limit|csrf|xsrf|authenticity|forgery|locale|compress|require_?https|ensure_?https|logg(?:er|ing)|multipart|content_?type|json_?body/i;
/** Names that no module of routes has. */
const certain =
  /require|ensure|guard|verif|authenticat(?:e|ed|ion)|authori[sz]|is_?auth|is_?admin|protect|permission|jwt|middleware/i;

export function isGuardName(name: string): boolean {
  return guards.test(name) && !others.test(name) && !asksForNobody(name);
}

/** Throttling, tokens of forms, languages: they stand where guards do. */
function asksForNobody(name: string): boolean {
  return unasked.test(name);
}

/** Whether all that a mark names asks for nobody: `UseGuards(ThrottlerGuard)`. */
export function marksNoGuard(text: string): boolean {
  const [, ...given] = text.match(/\w+/g) ?? [];
  return given.length > 0 && given.every(asksForNobody);
}

/** Also where it stands in a place that a router may have: `app.use(auth)` may be the routes of signing in. */
export function isCertainGuardName(name: string): boolean {
  return isGuardName(name) && certain.test(name);
}

const asking =
  "(?:require|requires|required|ensure|enforce|verify|check|only|must|needs?|assert|validate|protect|restrict|redirect_to|deny|forbid)";
const somebody =
  "(?:auth|user|admin|log_?in|logged_?in|sign_?in|signed_?in|member|staff|moderator|owner|permission|role|scope|access|token|api_?key|session|account|mfa|otp|two_?factor|sudo|password|jwt|signature)";
/** Names of what runs before an action and asks who it is: `require_admin`, `authenticate_user!`, `Plugs.EnsureOwner`. */
const actionGuards = new RegExp(
  `(?:^|[._:])(?:re)?${asking}_?\\w{0,60}?${somebody}|(?:^|[_.:])authenticate|authori[sz]e|login_required|admin_?only|basic_?auth|(?:Admin|Dashboard)Auth\\w*$|(?:^|[.:])sudo$`,
  "i",
);
/** What asks that nobody is signed in, or asks for no person at all. */
const actionOthers =
  /_no_|(?:^|_)(?:no|not|un)_?(?:user|logged|signed|authenticated)|unauthenticated|if_(?:user_)?(?:is_)?(?:authenticated|signed|logged)|guest|anonymous|optional|maybe|disabled|params?$|captcha|setup/i;

/** Whether what runs before an action lets only some through. */
export function isActionGuard(name: string): boolean {
  return actionGuards.test(name) && !actionOthers.test(name) && !asksForNobody(name);
}

/** A word of the program's own that takes the sign-in back: `skip_authentication`, `allow_unauthenticated_access`. */
export function letsEverybodyIn(word: string): boolean {
  return /^(?:skip_(?:\w+_)?(?:authentication|login|sign_?in)|allow_(?:unauthenticated|anonymous|guests?)(?:_\w+)?)$/.test(
    word,
  );
}
