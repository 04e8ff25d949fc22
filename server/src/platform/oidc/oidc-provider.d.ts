/** The part of oidc-provider 9 that is used here; the package ships no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface OidcClient {
    clientId: string;
    /** What a registered client calls itself. */
    clientName?: string;
    grantTypeAllowed(grantType: string): boolean;
  }

  export interface OidcGrant {
    accountId?: string;
    clientId?: string;
    /** Seconds since 1970. */
    exp?: number;
    /** Scopes by resource. */
    resources?: Record<string, string>;
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    /** Writes the record and returns its id. */
    save(): Promise<string>;
  }

  export interface OidcSession {
    accountId?: string;
    /** Grants by client id. */
    authorizations?: Record<string, { grantId?: string }>;
    grantIdFor(clientId: string): string | undefined;
    destroy(): Promise<void>;
  }

  export interface OidcToken {
    accountId: string;
    clientId: string;
    grantId?: string;
    sessionUid?: string;
    /** Seconds until it ends. */
    remainingTTL: number;
  }

  /** A token that is about to be issued. */
  export interface OidcNewToken {
    /** Writes what has to be kept and returns the token as its bearer sees it. */
    save(): Promise<string>;
  }

  export interface OidcContext {
    route: string;
    client: OidcClient;
    account: { accountId: string };
    session: OidcSession;
    /** The parameters of the request that the provider knows. */
    params: { scope?: string; resource?: string | string[] };
    /** What the pages answered; absent when there was nothing to ask. */
    result?: { consent?: { grantId?: string } };
    requestParamScopes: Set<string>;
    requestParamOIDCScopes: Set<string>;
    resourceServers: Record<string, { scopes: Set<string> }>;
    entities: {
      Client?: OidcClient;
      Grant?: OidcGrant;
      AccessToken?: OidcToken;
      RefreshToken?: OidcToken;
      RotatedRefreshToken?: OidcToken;
    };
    provider: Provider;
  }

  /** A Koa context; `oidc` is absent on paths the provider does not know. */
  export interface KoaContext {
    oidc?: OidcContext;
    body: unknown;
    type: string;
    status: number;
    readonly req: IncomingMessage;
    readonly response: { get(name: string): string };
    set(headers: Record<string, string>): void;
    /** Takes a header of the answer away. */
    remove(name: string): void;
  }

  export interface Interaction {
    uid: string;
    prompt: { name: string; reasons: string[] };
    params: Record<string, string | undefined>;
    /** The browser session it belongs to; without an account before somebody signed in. */
    session?: { accountId?: string };
  }

  export interface OidcAdapter {
    upsert(id: string, payload: Record<string, unknown>, expiresInS: number | undefined): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(userCode: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly issuer: string;
    /** Whether X-Forwarded-* headers are believed. */
    proxy: boolean;
    readonly Grant: {
      new (properties: { accountId: string; clientId: string }): OidcGrant;
      find(id: string): Promise<OidcGrant | undefined>;
    };
    readonly Session: {
      find(id: string): Promise<OidcSession | undefined>;
      findByUid(uid: string): Promise<OidcSession | undefined>;
    };
    readonly Client: {
      find(clientId: string): Promise<OidcClient | undefined>;
      /** Throws errors.InvalidClientMetadata. */
      validate(metadata: Record<string, unknown>): Promise<void>;
    };
    readonly ResourceServer: new (identifier: string, description: Record<string, unknown>) => object;
    readonly AccessToken: new (properties: Record<string, unknown>) => OidcNewToken;
    readonly RefreshToken: new (properties: Record<string, unknown>) => OidcNewToken;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    use(middleware: (ctx: KoaContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: "server_error", listener: (ctx: KoaContext, error: Error) => void): this;
    /** A code is about to be sent to the client; the session was not saved yet. */
    on(event: "authorization.success", listener: (ctx: Required<KoaContext>) => void): this;
    /** What no handler of the provider caught. */
    on(event: "error", listener: (error: Error) => void): this;
    /** Throws errors.SessionNotFound when the browser has no such interaction, or it is over. */
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
    /** Stores the outcome; returns the address to redirect the browser to. */
    interactionResult(req: IncomingMessage, res: ServerResponse, result: Record<string, unknown>): Promise<string>;
  }

  export const errors: {
    InvalidGrant: new (detail: string) => Error;
    InvalidTarget: new () => Error;
    InvalidClientMetadata: new (description: string) => Error & { error_description: string };
    SessionNotFound: new (description: string) => Error;
  };

  export interface InteractionPolicy {
    add(prompt: object, at?: number): void;
    remove(name: string): void;
  }

  export const interactionPolicy: {
    base(): InteractionPolicy;
    Prompt: new (options: { name: string; requestable: boolean }, ...checks: object[]) => object;
    Check: new (
      reason: string,
      description: string,
      error: string,
      isDue: (ctx: Required<KoaContext>) => boolean,
    ) => object;
  };
}
