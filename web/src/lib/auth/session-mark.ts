/** Cookies do not tell ports apart: another installation on this host must not sign this one out. */
const cookieName = () => `signed-in${location.port && `-${location.port}`}`;
/** As long as browsers keep a cookie; a mark that outlives its session costs one refused request. */
const maxAgeS = 400 * 86_400;

/**
 * Whether this browser was signed in: the refresh token is a cookie no script sees, and a visitor without one need not
 * ask the server for a session. Kept as a cookie too, so that both are cleared and blocked together.
 */
export function isMarkedSignedIn(): boolean {
  return document.cookie.split("; ").includes(`${cookieName()}=yes`);
}

/** Remembers that there is a session, or that there is none any more. */
export function markSignedIn(isSignedIn: boolean): void {
  document.cookie = `${cookieName()}=yes; path=/; max-age=${isSignedIn ? maxAgeS : 0}; samesite=lax`;
}
