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

/** State kept between leaving for the sign-in page and coming back. */
export interface PendingLogin {
  state: string;
  codeVerifier: string;
  returnTo: string;
  /** The sign-in was started silently, without showing a page. */
  isSilent: boolean;
}

const themeKey = "theme";
const pendingLoginKey = "pending-login";
const panelWidthKey = "panel-width";
const connectingKey = "connecting-organization";
const chatDraftKey = "chat-draft";
const taskDraftKey = "task-draft";
const planDraftKey = "plan-draft";
const commentDraftsKey = "comment-drafts";
const conflictDraftKey = "conflict-draft";
const shownProgressKey = "shown-progress";
const architectureDraftKey = "architecture-draft";

function userKey(userId: string): string {
  return `user-config:${userId}`;
}

/** The stored text, or null where the browser blocks storage. */
function readItem(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Writes the text, or removes it for null. A browser that blocks storage only loses a convenience. */
function writeItem(storage: () => Storage, key: string, value: string | null): void {
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
  const config = { ...parseLocalConfig(readItem(local, userKey(userId))), ...change };
  writeItem(local, userKey(userId), JSON.stringify(config));
}

/** The product this user opened last on this device. */
export function loadLastProject(userId: string): LastProject | undefined {
  return parseLocalConfig(readItem(local, userKey(userId))).lastProject;
}

/** Remembers the product for "Continue" on the home screen; undefined forgets it. */
export function saveLastProject(userId: string, lastProject: LastProject | undefined): void {
  updateLocalConfig(userId, { lastProject });
}

/** Whether this user switched single-key shortcuts off on this device. */
export function loadAreShortcutsOff(userId: string): boolean {
  return parseLocalConfig(readItem(local, userKey(userId))).areShortcutsOff ?? false;
}

/** Switches single-key shortcuts on this device. */
export function saveAreShortcutsOff(userId: string, areShortcutsOff: boolean): void {
  updateLocalConfig(userId, { areShortcutsOff });
}

/** The chosen theme; dark unless light was chosen. `public/theme.js` reads the same key before the first paint. */
export function loadTheme(): Theme {
  return readItem(local, themeKey) === "light" ? "light" : "dark";
}

/** Remembers the theme on this device. */
export function saveTheme(theme: Theme): void {
  writeItem(local, themeKey, theme);
}

/** The width in px that the user gave a panel on this device; null when it was never changed. */
export function loadPanelWidth(panel: string): number | null {
  const widthPx = Number.parseInt(readItem(local, `${panelWidthKey}:${panel}`) ?? "", 10);
  return Number.isNaN(widthPx) ? null : widthPx;
}

/** Remembers the width of a panel on this device; null forgets it. */
export function savePanelWidth(panel: string, widthPx: number | null): void {
  writeItem(local, `${panelWidthKey}:${panel}`, widthPx === null ? null : String(widthPx));
}

/**
 * Stores the sign-in in progress; null ends it. It is stored per tab, so that two tabs cannot mix up their sign-ins.
 */
export function savePendingLogin(pending: PendingLogin | null): void {
  writeItem(session, pendingLoginKey, pending && JSON.stringify(pending));
}

/** The sign-in this tab has started, if any. */
export function loadPendingLogin(): PendingLogin | null {
  const text = readItem(session, pendingLoginKey);
  return text ? (JSON.parse(text) as PendingLogin) : null;
}

/**
 * Remembers for which organization this tab went to a code host; if connecting fails, the user returns to its
 * integrations.
 */
export function saveConnectingOrganization(organizationId: string): void {
  writeItem(session, connectingKey, organizationId);
}

/** The organization this tab was connecting last, if any. */
export function loadConnectingOrganization(): string | null {
  return readItem(session, connectingKey);
}

/** Text typed into a chat and not sent, as its draft serialized it; stored per tab. */
export function loadChatDraft(chat: string): string | null {
  return readItem(session, `${chatDraftKey}:${chat}`);
}

/** Stores text typed into a chat, so that it survives a page reload; null removes it. */
export function saveChatDraft(chat: string, text: string | null): void {
  writeItem(session, `${chatDraftKey}:${chat}`, text);
}

/** The task being written in a product, as its form serialized it; stored per tab. */
export function loadTaskDraft(project: string): string | null {
  return readItem(session, `${taskDraftKey}:${project}`);
}

/** Stores the task being written, so that it survives a page reload; null removes it. */
export function saveTaskDraft(project: string, text: string | null): void {
  writeItem(session, `${taskDraftKey}:${project}`, text);
}

/** The goal being written under this key, `planDraftName`; stored per tab. */
export function loadPlanDraft(name: string): string | null {
  return readItem(session, `${planDraftKey}:${name}`);
}

/** Stores a goal being written, so that it survives a page reload; null removes it. */
export function savePlanDraft(name: string, goal: string | null): void {
  writeItem(session, `${planDraftKey}:${name}`, goal);
}

/** Comments on an implementation that were begun and not sent, as `comment-drafts.ts` serialized them; stored per tab. */
export function loadCommentDrafts(implementationId: string): string | null {
  return readItem(session, `${commentDraftsKey}:${implementationId}`);
}

/** Stores comments that were begun, so that they survive a page reload; null removes them. */
export function saveCommentDrafts(implementationId: string, text: string | null): void {
  writeItem(session, `${commentDraftsKey}:${implementationId}`, text);
}

/** How somebody began to resolve conflicts, as `conflict-draft.ts` serialized it; stored per tab. */
export function loadConflictDraft(implementationId: string): string | null {
  return readItem(session, `${conflictDraftKey}:${implementationId}`);
}

/** Stores how conflicts are resolved so far, so that it survives a reload; null removes it. */
export function saveConflictDraft(implementationId: string, text: string | null): void {
  writeItem(session, `${conflictDraftKey}:${implementationId}`, text);
}

/** What somebody changed in the architecture of a product and has not saved, as `kept-draft.ts` serialized it. */
export function loadArchitectureDraft(userId: string, projectId: string): string | null {
  return readItem(local, `${architectureDraftKey}:${userId}:${projectId}`);
}

/** Stores changes of an architecture in this browser, so that leaving loses nothing; null removes them. */
export function saveArchitectureDraft(userId: string, projectId: string, text: string | null): void {
  writeItem(local, `${architectureDraftKey}:${userId}:${projectId}`, text);
}

/** The percentage that was last shown of the run of that name; 0 where another one was shown. */
export function loadShownPercent(run: string): number {
  const [name, percent] = (readItem(session, shownProgressKey) ?? "").split("\n");
  const shown = Number(percent);
  return name === run && shown >= 0 && shown <= 100 ? shown : 0;
}

export function saveShownPercent(run: string, percent: number): void {
  writeItem(session, shownProgressKey, `${run}\n${percent}`);
}
