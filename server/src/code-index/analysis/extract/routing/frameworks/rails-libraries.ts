import type { LibraryRoutesRule, ModelRoutesRule } from "#server/code-index/analysis/extract/routing/block-rules.ts";

/** Devise: `devise_for :users` gives what the model's own `devise :confirmable` says. */
export const devise: ModelRoutesRule = {
  kind: "modelRoutes",
  word: "devise",
  parts: {
    database_authenticatable: {
      name: "sessions",
      controller: "devise/sessions",
      routes: ["GET /sign_in new", "POST /sign_in create", "DELETE /sign_out destroy"],
    },
    recoverable: {
      name: "passwords",
      controller: "devise/passwords",
      routes: [
        "GET /password/new new",
        "GET /password/edit edit",
        "PATCH /password update",
        "PUT /password update",
        "POST /password create",
      ],
    },
    registerable: {
      name: "registrations",
      controller: "devise/registrations",
      routes: [
        "GET /cancel cancel",
        "GET /sign_up new",
        "GET /edit edit",
        "PATCH / update",
        "PUT / update",
        "DELETE / destroy",
        "POST / create",
      ],
    },
    confirmable: {
      name: "confirmations",
      controller: "devise/confirmations",
      routes: ["GET /confirmation/new new", "GET /confirmation show", "POST /confirmation create"],
    },
    lockable: {
      name: "unlocks",
      controller: "devise/unlocks",
      routes: ["GET /unlock/new new", "GET /unlock show", "POST /unlock create"],
    },
  },
};

export const doorkeeper: LibraryRoutesRule = {
  kind: "libraryRoutes",
  path: "/oauth",
  skipWord: "skip_controllers",
  parts: {
    authorizations: {
      controller: "doorkeeper/authorizations",
      routes: [
        "GET /authorize new",
        "POST /authorize create",
        "DELETE /authorize destroy",
        "GET /authorize/native show",
      ],
    },
    tokens: {
      controller: "doorkeeper/tokens",
      routes: ["POST /token create", "POST /revoke revoke", "POST /introspect introspect"],
    },
    applications: {
      controller: "doorkeeper/applications",
      routes: [
        "GET /applications index",
        "POST /applications create",
        "GET /applications/new new",
        "GET /applications/:id/edit edit",
        "GET /applications/:id show",
        "PATCH /applications/:id update",
        "PUT /applications/:id update",
        "DELETE /applications/:id destroy",
      ],
    },
    authorized_applications: {
      controller: "doorkeeper/authorized_applications",
      routes: ["GET /authorized_applications index", "DELETE /authorized_applications/:id destroy"],
    },
    token_info: { controller: "doorkeeper/token_info", routes: ["GET /token/info show"] },
  },
};
