import type { ActionFilterRules } from "#server/code-index/analysis/extract/routing/action-filter-rules.ts";
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
    live_session: { kind: "scope", guards: "on_mount" },
    pipeline: { kind: "pipeline", word: "plug" },
    pipe_through: { kind: "guard" },
    forward: { kind: "mount", path: 0, child: [1, "to"], isRoute: true },
    socket: { kind: "route", methods: ["WEBSOCKET"], path: 0, handler: 1, suffix: "websocket" },
    live_dashboard: page(true),
    oban_dashboard: page(true),
  },
};

const filters: ActionFilterRules = {
  text: /^\s*(?:plug|on_mount)[\s(]/m,
  words: { plug: "before", on_mount: "before" },
  blocks: /(?!)/,
  classes: /Controller$/,
  stops:
    /\b(?:halt|redirect\w*|render\w*|raise|send_resp|put_status|error\w*|forbidden|unauthorized|not_found|\w+!|require\w*|authorize\w*|deny\w*|cont)\b/,
};

/** Phoenix and Plug: routers with scopes, pages that are alive, sockets, and what is forwarded to other routers. */
export const phoenix: WebFramework = {
  name: "Phoenix",
  languages: ["elixir"],
  blocks,
  filters,
  examples: [
    {
      files: {
        "lib/harbour_web/router.ex": `
defmodule HarbourWeb.Router do
  use HarbourWeb, :router

  pipeline :browser do
    plug :accepts, ["html"]
    plug :protect_from_forgery
    plug :fetch_current_user
  end

  pipeline :api do
    plug :authenticate
  end

  pipeline :staff do
    plug HarbourWeb.Plugs.EnsureAdmin
  end

  scope "/", HarbourWeb do
    pipe_through [:browser, :redirect_if_user_is_authenticated]
    get "/log-in", SessionController, :new
  end

  scope "/", HarbourWeb do
    pipe_through [:browser, :require_authenticated_user]
    get "/inbox", InboxController, :index
    live_session :crew, on_mount: [{HarbourWeb.UserAuth, :ensure_authenticated}, HarbourWeb.Flash] do
      live "/crew", CrewLive.Index, :index
    end
  end

  for path <- ["/logs", "/api/logs"] do
    scope path, HarbourWeb, assigns: %{type: :log} do
      post("/", LogController, :create)
    end
    scope "#{path}/sea", HarbourWeb do
      post "/", LogController, :sea
    end
  end

  scope "/staff", HarbourWeb do
    pipe_through [:browser, :staff]
    get "/docks", DockController, :index
    live_session :guests, on_mount: {HarbourWeb.UserAuth, :mount_current_user} do
      live "/tides", TideLive, :index
    end
  end

  scope "/api", HarbourWeb.API do
    pipe_through :api
    resources "/boats", BoatController, only: [:index, :create, :delete]
  end

  scope "/" do
    get "/manual", OpenApiSpex.Plug.SwaggerUI, path: "/api/openapi"
  end
end
`,
        "lib/harbour_web/controllers/api/boat_controller.ex": `
defmodule HarbourWeb.API.BoatController do
  use HarbourWeb, :controller
  plug :require_owner when action in [:create, :delete]
  plug :authorize, [domain: "boats"] when action not in [:index]
  plug HarbourWeb.Plugs.Sudo when action == :delete
  plug :ensure_user when action in @open
  plug :rate_limit_user
end
`,
      },
      endpoints: [
        "POST /logs",
        "POST /logs/sea",
        "POST /api/logs",
        "POST /api/logs/sea",
        "GET /log-in",
        "GET /inbox",
        "GET /manual",
        "GET /crew",
        "GET /staff/docks",
        "GET /staff/tides",
        "GET /api/boats",
        "POST /api/boats",
        "DELETE /api/boats/:id",
      ],
      guards: {
        "GET /inbox": ["require_authenticated_user"],
        "GET /crew": ["require_authenticated_user", "ensure_authenticated"],
        "GET /staff/docks": ["staff"],
        "GET /staff/tides": ["staff"],
        "POST /api/boats": ["require_owner", "authorize"],
        "DELETE /api/boats/:id": ["require_owner", "authorize", "HarbourWeb.Plugs.Sudo"],
      },
    },
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
