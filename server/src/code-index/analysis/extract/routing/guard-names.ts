/** Names of functions that let only some through: `requireLogin`, `jwt_required`, `AuthMiddleware`, `get_current_user`. */
const guards =
  /auth(?!or(?!i))|guard|protect|permission|permit|require|ensure|verif|jwt|bearer|is_?admin|admin_?only|logged_?in|restrict|_?acl_?|api_?key|current_?(?:\w+_)?user|CurrentUser|superuser/i;
/** What holds routes, or answers itself, whatever else it is called. */
const others =
  /rout|controller|handler|callback|(?:^|[._])login$|logout|register|config|options|^require$|service|optional|anonymous/i;
/** Names that no module of routes has. */
const certain =
  /require|ensure|guard|verif|authenticat(?:e|ed|ion)|authori[sz]|is_?auth|is_?admin|protect|permission|jwt|middleware/i;

export function isGuardName(name: string): boolean {
  return guards.test(name) && !others.test(name);
}

/** Also where it stands in a place that a router may have: `app.use(auth)` may be the routes of signing in. */
export function isCertainGuardName(name: string): boolean {
  return isGuardName(name) && certain.test(name);
}
