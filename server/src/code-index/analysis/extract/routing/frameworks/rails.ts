import type { BlockRule, BlockRules } from "#server/code-index/analysis/extract/routing/block-rules.ts";
import type { ResourceStyle } from "#server/code-index/analysis/extract/routing/expand-resources.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { railsFilters, railsFiltersExample } from "./rails-filters.ts";
import { devise, doorkeeper } from "./rails-libraries.ts";

const style: ResourceStyle = {
  actions: [
    { name: "index", methods: ["GET"], path: "" },
    { name: "create", methods: ["POST"], path: "" },
    { name: "new", methods: ["GET"], path: "/new" },
    { name: "edit", methods: ["GET"], path: "/{}/edit" },
    { name: "show", methods: ["GET"], path: "/{}" },
    { name: "update", methods: ["PATCH", "PUT"], path: "/{}" },
    { name: "destroy", methods: ["DELETE"], path: "/{}" },
  ],
  manyOnly: ["index"],
  written: ":{}",
  parameter: "id",
  nestedParameter: "prefixed",
};

const verb = (...methods: string[]): BlockRule => ({ kind: "route", methods, handler: "to" });
const around: BlockRule = { kind: "scope" };
const guarded: BlockRule = { kind: "scope", isGuard: true };

const blocks: BlockRules = {
  handlers: "controller#action",
  openings: [
    { of: "call", when: /\b[aA]pplication\.routes\.(?:draw|append|prepend)$/, serves: "itself" },
    { of: "call", when: /\.routes\.(?:draw|append|prepend)$|\.add_routes$/, serves: "mounted" },
    {
      of: "file",
      when: /^(?:namespace|scope|resources?|constraints|authenticate|get|post|concern)\b/m,
      serves: "perhaps",
    },
  ],
  words: {
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
    match: { kind: "route", methods: ["ANY"], methodsIn: "via", handler: "to" },
    root: { kind: "route", methods: ["GET"], isRoot: true, handler: [0, "to"] },
    resources: { kind: "resources", style },
    resource: { kind: "resources", style, isSingle: true },
    namespace: { kind: "scope", path: [0, "path"], module: [0, "module"] },
    scope: { kind: "scope", path: [0, "path"], module: "module", controller: "controller" },
    controller: { kind: "scope", controller: 0 },
    member: { kind: "within", of: "member" },
    collection: { kind: "within", of: "collection" },
    new: { kind: "within", of: "new" },
    nested: { kind: "within", of: "nested" },
    shallow: { kind: "within", of: "shallow" },
    concern: { kind: "concern" },
    concerns: { kind: "concerns" },
    draw: { kind: "draw" },
    mount: { kind: "mount", child: 0, path: "at", isRoute: true },
    with_options: { kind: "options" },
    constraints: around,
    defaults: around,
    format: around,
    devise_scope: around,
    authenticate: guarded,
    authenticated: guarded,
    unauthenticated: around,
    devise_for: devise,
    use_doorkeeper: doorkeeper,
  },
};

/** Rails' `routes.draw` with engines, files that are drawn in, and the routes of Devise and Doorkeeper. */
export const rails: WebFramework = {
  name: "Rails",
  languages: ["ruby"],
  blocks,
  filters: railsFilters,
  examples: [
    railsFiltersExample,
    {
      files: {
        "config/routes.rb": `
Rails.application.routes.draw do
  root to: "home#index"
  get "about", to: "pages#about"
  get "/old" => "pages#old", as: :old
  match "search", to: "search#index", via: %i[get post]
  resources :boats, only: %i[index show], param: :slug do
    get :log, on: :member
    collection { get "nearby" }
    member do
      post :sail
    end
    resources :crew, except: [:new, :edit, :update], path: "hands"
    get "weather"
  end
  resource :profile, only: [:show, :update]
  namespace :api, defaults: { format: :json } do
    scope "v1", module: "v1" do
      resources :tides, only: :index
    end
  end
end
`,
      },
      endpoints: [
        "GET /",
        "GET /about",
        "GET /old",
        "GET /search",
        "POST /search",
        "GET /boats",
        "GET /boats/:slug",
        "GET /boats/:slug/log",
        "GET /boats/nearby",
        "POST /boats/:slug/sail",
        "GET /boats/:boat_slug/hands",
        "POST /boats/:boat_slug/hands",
        "GET /boats/:boat_slug/hands/:id",
        "DELETE /boats/:boat_slug/hands/:id",
        "GET /boats/:boat_slug/weather",
        "GET /profile",
        "PATCH /profile",
        "PUT /profile",
        "GET /api/v1/tides",
      ],
    },
    {
      files: {
        "config/routes.rb": `
Harbour::Application.routes.draw do
  concern :logged do
    resources :entries, only: :create
    get :history, on: :member
  end
  resources :ships, only: [], concerns: :logged
  resources :docks, only: [:index, :destroy], shallow: true do
    resources :berths, only: [:index, :show]
  end
  %w[north south].each do |side|
    get "quay/#{side}", to: "quays#show"
  end
  with_options only: [:index] do |only|
    only.resources :flags
  end
  draw :admin
  mount Tides::Engine => "/tides"
  resources :logs, path_names: { new: "write" }, only: :new
  direct(:home) { "https://example.com" }
end
`,
        "config/routes/admin.rb": `
namespace :admin, path: "backstage" do
  resources :users, only: :index
end
`,
        "engines/tides/config/routes.rb": `
Tides::Engine.routes.draw do
  get "today" => "tides#today"
end
`,
      },
      endpoints: [
        "POST /ships/:ship_id/entries",
        "GET /ships/:id/history",
        "GET /docks",
        "DELETE /docks/:id",
        "GET /docks/:dock_id/berths",
        "GET /berths/:id",
        "GET /quay/north",
        "GET /quay/south",
        "GET /flags",
        "GET /backstage/users",
        "GET /tides/today",
        "GET /logs/write",
      ],
    },
    {
      files: {
        "config/routes.rb": `
Rails.application.routes.draw do
  use_doorkeeper
  get "up" => "health#show"
end
`,
      },
      endpoints: [
        "GET /oauth/authorize",
        "POST /oauth/authorize",
        "DELETE /oauth/authorize",
        "GET /oauth/authorize/native",
        "POST /oauth/token",
        "POST /oauth/revoke",
        "POST /oauth/introspect",
        "GET /oauth/applications",
        "POST /oauth/applications",
        "GET /oauth/applications/new",
        "GET /oauth/applications/:id/edit",
        "GET /oauth/applications/:id",
        "PATCH /oauth/applications/:id",
        "PUT /oauth/applications/:id",
        "DELETE /oauth/applications/:id",
        "GET /oauth/authorized_applications",
        "DELETE /oauth/authorized_applications/:id",
        "GET /oauth/token/info",
        "GET /up",
      ],
    },
    {
      files: {
        "config/routes.rb": `
Rails.application.routes.draw do
  devise_for :users, path: "accounts", path_names: { sign_in: "login" }, skip: [:passwords]
  authenticate :user do
    get "inbox" => "inbox#index"
  end
  use_doorkeeper { skip_controllers :applications, :authorized_applications, :token_info }
end
`,
        "app/models/user.rb": `
class User < ApplicationRecord
  devise :database_authenticatable, :recoverable, :confirmable
end
`,
      },
      endpoints: [
        "GET /accounts/login",
        "POST /accounts/login",
        "DELETE /accounts/sign_out",
        "GET /accounts/confirmation/new",
        "GET /accounts/confirmation",
        "POST /accounts/confirmation",
        "GET /inbox",
        "GET /oauth/authorize",
        "POST /oauth/authorize",
        "DELETE /oauth/authorize",
        "GET /oauth/authorize/native",
        "POST /oauth/token",
        "POST /oauth/revoke",
        "POST /oauth/introspect",
      ],
    },
  ],
};
