/** Cookies are shared between ports: another installation on this host must not sign this one out. */
const cookieName = () => `signed-in${location.port && `-${location.port}`}`;
/** The longest time browsers keep a cookie; a cookie that outlives its session costs one rejected request. */
const maxAgeS = 400 * 86_400;

/**
 * Whether this browser was signed in. Scripts cannot see the refresh token's cookie, so this second cookie saves
 * visitors without a session a request. It is a cookie too, so that browsers clear and block both together.
 */
export function hasSignedInCookie(): boolean {
  return document.cookie.split("; ").includes(`${cookieName()}=yes`);
}

/** Remembers that there is a session, or that there is none any more. */
export function setSignedInCookie(isSignedIn: boolean): void {
  document.cookie = `${cookieName()}=yes; path=/; max-age=${isSignedIn ? maxAgeS : 0}; samesite=lax`;
}
