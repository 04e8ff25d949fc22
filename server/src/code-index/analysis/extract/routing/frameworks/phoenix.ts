import type { BlockRule, BlockRules } from "#server/code-index/analysis/extract/routing/block-rules.ts";
import type { ResourceStyle } from "#server/code-index/analysis/extract/routing/expand-resources.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const style: ResourceStyle = {
  actions: [
    { name: "index", methods: ["GET"], path: "" },
    { name: "edit", methods: ["GET"], path: "/{}/edit" },
    { name: "new", methods: ["GET"], path: "/new" },
    { name: "show", methods: ["GET"], path: "/{}" },
    { name: "create", methods: ["POST"], path: "" },
    { name: "update", methods: ["PATCH", "PUT"], path: "/{}" },
    { name: "delete", methods: ["DELETE"], path: "/{}" },
  ],
  manyOnly: ["index"],
  written: ":{}",
  parameter: "id",
  nestedParameter: "prefixed",
};

const verb = (...methods: string[]): BlockRule => ({ kind: "route", methods, path: 0, handler: [1, "to"], action: 2 });
const page = (isPartly: boolean): BlockRule => ({
  kind: "route",
  methods: ["GET"],
  path: 0,
  handler: 1,
  action: 2,
  ...(isPartly && { isPartly: true }),
});

const blocks: BlockRules = {
  handlers: "Module.action",
  openings: [
    { of: "class", when: /^Phoenix\.Router$|^[\w.]+, :router$|^Plug\.Router$|^Phoenix\.Router,/, serves: "itself" },
    { of: "class", when: /^Phoenix\.Endpoint\b/, serves: "itself" },
  ],
  words: {
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
    head: verb("HEAD"),
    options: verb("OPTIONS"),
    match: [
      { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: 2, action: 3 },
      { kind: "route", methods: ["ANY"], methodsIn: "via", path: 0, handler: "to" },
    ],
    live: page(false),
    resources: { kind: "resources", style, path: 0 },
    scope: { kind: "scope", path: [0, "path"], module: [1, "alias"] },
    live_session: { kind: "scope" },
    pipe_through: { kind: "guard" },
    forward: { kind: "mount", path: 0, child: [1, "to"], isRoute: true },
    socket: { kind: "route", methods: ["WEBSOCKET"], path: 0, handler: 1, suffix: "websocket" },
    live_dashboard: page(true),
    oban_dashboard: page(true),
  },
};

/** Phoenix and Plug: routers with scopes, pages that are alive, sockets, and what is forwarded to other routers. */
export const phoenix: WebFramework = {
  name: "Phoenix",
  languages: ["elixir"],
  blocks,
  examples: [
    {
      files: {
        "lib/harbour_web/router.ex": `
defmodule HarbourWeb.Router do
  use HarbourWeb, :router
  alias HarbourWeb.Admin
  @api "/api"

  pipeline :api do
    plug :accepts, ["json"]
  end

  scope "/", HarbourWeb do
    pipe_through [:browser, :require_user]
    get "/", PageController, :index
    live_session :default, on_mount: [Auth] do
      live "/docks/:id", DockLive.Show, :show
    end
    resources "/boats", BoatController, only: [:index, :show], param: "name" do
      post "/sail", BoatController, :sail
      resources "/crew", CrewMemberController, only: [:delete]
    end
    resources "/profile", ProfileController, singleton: true, only: [:show, :update]
  end

  scope @api, alias: HarbourWeb.API do
    pipe_through :api
    match :*, "/echo", EchoController, :echo
    forward "/tides", Tides.Router
  end
end
`,
        "lib/tides/router.ex": `
defmodule HarbourWeb.API.Tides.Router do
  use Plug.Router
  plug :match
  get "/today", do: send_resp(conn, 200, "high")
  match "/any", via: [:get, :post] do
    send_resp(conn, 200, "")
  end
  match _ do
    send_resp(conn, 404, "")
  end
end
`,
        "lib/harbour_web/endpoint.ex": `
defmodule HarbourWeb.Endpoint do
  use Phoenix.Endpoint, otp_app: :harbour
  socket "/socket", HarbourWeb.UserSocket, websocket: true
  plug HarbourWeb.Router
end
`,
      },
      endpoints: [
        "GET /",
        "GET /docks/:id",
        "GET /boats",
        "GET /boats/:name",
        "POST /boats/:boat_name/sail",
        "DELETE /boats/:boat_name/crew/:id",
        "GET /profile",
        "PATCH /profile",
        "PUT /profile",
        "ANY /api/echo",
        "GET /api/tides/today",
        "GET /api/tides/any",
        "POST /api/tides/any",
        "WEBSOCKET /socket/websocket",
      ],
    },
  ],
};
