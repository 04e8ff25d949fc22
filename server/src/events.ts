/**
 * What happened, in the past tense. A lower layer publishes; a higher layer listens with `onEvent`, within the same
 * transaction. Payloads carry ids, never objects.
 */
export interface DomainEvents {
  /** A repository's index is at a new commit, or was rebuilt at the same one. */
  "repository.indexed": { organizationId: string; projectId: string; repositoryId: string };
  /** A repository is gone, with its index. */
  "repository.deleted": { organizationId: string; projectId: string; repositoryId: string };
  /** A service appeared, changed or moved to another repository: its pages no longer fit. */
  "service.changed": { organizationId: string; projectId: string; serviceId: string };
  /** Somebody is no member any more, and their chats there are gone. Their account may be gone as well. */
  "member.gone": { organizationId: string; userId: string };
}

export type EventName = keyof DomainEvents;
