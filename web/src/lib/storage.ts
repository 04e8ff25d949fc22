/** Stored data of another version is ignored, never migrated: it only holds conveniences. */
const localConfigVersion = "0.0.1";

export interface LastProject {
  organization: string;
  project: string;
}

interface LocalConfig {
  version: typeof localConfigVersion;
  lastProject?: LastProject;
  /** Single-key shortcuts can be switched off, because speech input may trigger them (WCAG 2.1.4). */
  areShortcutsOff?: boolean;
}

export type Theme = "dark" | "light";

/** What remains between leaving for the sign-in page and coming back. */
export interface PendingLogin {
  state: string;
  codeVerifier: string;
  returnTo: string;
  /** No page was asked for. */
  isAgain: boolean;
}

const themeKey = "theme";
const pendingLoginKey = "pending-login";
const panelWidthKey = "panel-width";
const connectingKey = "connecting-organization";
const chatDraftKey = "chat-draft";

function userKey(userId: string): string {
  return `user-config:${userId}`;
}

/** The stored text, or null where the browser blocks storage. */
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Writes or removes; a browser that blocks storage only forgets a convenience. */
function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Private windows and full quotas end here.
  }
}

const local = () => localStorage;
const session = () => sessionStorage;

/** Reads a user's local settings; anything unreadable or of another version counts as empty. */
export function parseLocalConfig(text: string | null): LocalConfig {
  const empty: LocalConfig = { version: localConfigVersion };
  if (!text) return empty;
  try {
    const value = JSON.parse(text) as LocalConfig | null;
    return value?.version === localConfigVersion ? value : empty;
  } catch {
    return empty;
  }
}

function updateLocalConfig(userId: string, change: Partial<LocalConfig>): void {
  const config = { ...parseLocalConfig(read(local, userKey(userId))), ...change };
  write(local, userKey(userId), JSON.stringify(config));
}

/** The product this user opened last on this device. */
export function readLastProject(userId: string): LastProject | undefined {
  return parseLocalConfig(read(local, userKey(userId))).lastProject;
}

/** Remembers the product for "Continue" on the home screen; undefined forgets it. */
export function writeLastProject(userId: string, lastProject: LastProject | undefined): void {
  updateLocalConfig(userId, { lastProject });
}

/** Whether this user switched single-key shortcuts off on this device. */
export function readAreShortcutsOff(userId: string): boolean {
  return parseLocalConfig(read(local, userKey(userId))).areShortcutsOff ?? false;
}

/** Switches single-key shortcuts on this device. */
export function writeAreShortcutsOff(userId: string, areShortcutsOff: boolean): void {
  updateLocalConfig(userId, { areShortcutsOff });
}

/** The chosen theme; dark unless light was chosen. `public/theme.js` reads the same key before the first paint. */
export function readTheme(): Theme {
  return read(local, themeKey) === "light" ? "light" : "dark";
}

/** Remembers the theme on this device. */
export function writeTheme(theme: Theme): void {
  write(local, themeKey, theme);
}

/** The width a panel was given on this device, in px; null where it was left alone. */
export function readPanelWidth(panel: string): number | null {
  const widthPx = Number.parseInt(read(local, `${panelWidthKey}:${panel}`) ?? "", 10);
  return Number.isNaN(widthPx) ? null : widthPx;
}

/** Remembers the width of a panel on this device; null forgets it. */
export function writePanelWidth(panel: string, widthPx: number | null): void {
  write(local, `${panelWidthKey}:${panel}`, widthPx === null ? null : String(widthPx));
}

/** Keeps the sign-in in progress; null ends it. It lives in the tab, so two tabs cannot mix theirs up. */
export function writePendingLogin(pending: PendingLogin | null): void {
  write(session, pendingLoginKey, pending && JSON.stringify(pending));
}

/** The sign-in this tab has started, if any. */
export function readPendingLogin(): PendingLogin | null {
  const text = read(session, pendingLoginKey);
  return text ? (JSON.parse(text) as PendingLogin) : null;
}

/** The organization this tab left for a code host to connect; where that fails, its integrations are the way back. */
export function writeConnectingOrganization(organizationId: string): void {
  write(session, connectingKey, organizationId);
}

/** The organization this tab was connecting last, if any. */
export function readConnectingOrganization(): string | null {
  return read(session, connectingKey);
}

/** What was typed into a chat and not sent, as its draft wrote it; it lives in the tab. */
export function readChatDraft(chat: string): string | null {
  return read(session, `${chatDraftKey}:${chat}`);
}

/** Keeps what is typed into a chat for a reload of the page; null forgets it. */
export function writeChatDraft(chat: string, text: string | null): void {
  write(session, `${chatDraftKey}:${chat}`, text);
}
