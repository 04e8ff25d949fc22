import { maxServiceProposals } from "@cairn/contract/architecture";
import { listProposalCorrections, saveProposalCorrections } from "@cairn/contract/proposal-corrections";
import type { ProposalCorrection } from "@cairn/contract/proposal-corrections";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { proposalKey } from "./proposal-corrections.ts";
import type { Correction, Corrections } from "./proposal-corrections.ts";

/** After the last change: typing is one save. */
const saveDelayMs = 500;

/** Changes that the server does not have yet, over what it keeps. */
interface Unsaved {
  readonly corrections: Corrections;
  /** Why the last save went wrong; the next change, or a retry, sends everything again. */
  readonly error: Error | null;
}

const nothing: Unsaved = { corrections: {}, error: null };
const unsaved = new Map<string, Unsaved>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const saving = new Set<string>();
const listeners = new Set<() => void>();

const nameOf = ({ organizationId, projectId }: ProjectKey) => `${organizationId} ${projectId}`;

export function correctionsQuery(key: ProjectKey) {
  return endpointQuery(listProposalCorrections, { params: key });
}

export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function unsavedCorrections(key: ProjectKey): Unsaved {
  return unsaved.get(nameOf(key)) ?? nothing;
}

function setUnsaved(key: ProjectKey, value: Unsaved): void {
  unsaved.set(nameOf(key), value);
  for (const listener of listeners) listener();
}

/** What somebody who signs out, or a window that is opened anew, has no more. */
export function forgetUnsavedCorrections(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  unsaved.clear();
  saving.clear();
}

/** Changes corrections at once for whoever looks at them, and soon on the server, also when the screen is left meanwhile. */
export function changeCorrections(key: ProjectKey, change: (shown: Corrections) => Corrections): void {
  const before = shownCorrections(key);
  const after = change(before);
  const changed = Object.entries(after).filter(([name, correction]) => before[name] !== correction);
  if (changed.length === 0) return;
  const { corrections, error } = unsavedCorrections(key);
  setUnsaved(key, { corrections: { ...corrections, ...Object.fromEntries(changed) }, error });
  saveSoon(key);
}

function shownCorrections(key: ProjectKey): Corrections {
  return { ...keptCorrections(key), ...unsavedCorrections(key).corrections };
}

function keptCorrections(key: ProjectKey): Corrections {
  return toCorrections(queryClient.getQueryData(correctionsQuery(key).queryKey)?.content ?? []);
}

function saveSoon(key: ProjectKey): void {
  clearTimeout(timers.get(nameOf(key)));
  timers.set(
    nameOf(key),
    setTimeout(() => void saveUnsaved(key), saveDelayMs),
  );
}

/** Sends all that is not saved; what is typed meanwhile is sent after it. */
export async function saveUnsaved(key: ProjectKey, isLast = false): Promise<void> {
  const name = nameOf(key);
  const entries = Object.entries(unsavedCorrections(key).corrections).slice(0, maxServiceProposals);
  if (saving.has(name) || entries.length === 0) return;
  const sent = Object.fromEntries(entries);
  clearTimeout(timers.get(name));
  saving.add(name);
  const content = toContent(sent, keptCorrections(key));
  try {
    await call(saveProposalCorrections, { params: key, body: { corrections: content } }, { isLast });
    await keep(key, sent);
    const left = Object.entries(unsavedCorrections(key).corrections).filter(([one, now]) => sent[one] !== now);
    setUnsaved(key, { corrections: Object.fromEntries(left), error: null });
    saving.delete(name);
    if (left.length > 0) saveSoon(key);
  } catch (error) {
    saving.delete(name);
    setUnsaved(key, { ...unsavedCorrections(key), error: error instanceof Error ? error : new Error(String(error)) });
    // Where nobody looks at them any more, they are told of by themselves.
    if (listeners.size === 0) {
      showToast({ kind: "error", title: "Could not save your corrections", description: errorMessage(error) });
    }
  }
}

/** Takes what was saved into what was loaded; what was on its way meanwhile may be older. */
async function keep(key: ProjectKey, sent: Corrections): Promise<void> {
  const { queryKey } = correctionsQuery(key);
  await queryClient.cancelQueries({ queryKey });
  if (queryClient.getQueryData(queryKey) === undefined) {
    await queryClient.invalidateQueries({ queryKey: endpointKey(listProposalCorrections) });
    return;
  }
  queryClient.setQueryData(queryKey, { content: toContent({ ...keptCorrections(key), ...sent }, {}) });
}

/** Corrections by the keys of their proposals. */
export function toCorrections(content: readonly ProposalCorrection[]): Corrections {
  return Object.fromEntries(
    content.map(({ repositoryId, foundPath, mergedInto, serviceId, ...correction }) => [
      proposalKey({ repositoryId, workingPath: foundPath }),
      {
        ...correction,
        ...(mergedInto !== undefined && { mergedInto: proposalKey({ repositoryId, workingPath: mergedInto }) }),
        ...(serviceId !== undefined && { addedAs: serviceId }),
      } satisfies Correction,
    ]),
  );
}

/** As the server takes them, with the services that it does not know of yet. */
function toContent(corrections: Corrections, kept: Corrections): ProposalCorrection[] {
  return Object.entries(corrections).map(([key, { mergedInto, addedAs, ...correction }]) => {
    const [repositoryId, foundPath] = splitKey(key);
    return {
      repositoryId,
      foundPath,
      ...correction,
      ...(mergedInto !== undefined && { mergedInto: splitKey(mergedInto)[1] }),
      ...(addedAs !== undefined && addedAs !== kept[key]?.addedAs && { serviceId: addedAs }),
    };
  });
}

function splitKey(key: string): [repositoryId: string, foundPath: string] {
  const at = key.indexOf(" ");
  return [key.slice(0, at), key.slice(at + 1)];
}
