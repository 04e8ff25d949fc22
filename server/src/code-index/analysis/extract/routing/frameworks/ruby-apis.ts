import type { BlockRule, BlockRules } from "#server/code-index/analysis/extract/routing/block-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const verbs = ["get", "post", "put", "patch", "delete", "head", "options"];
const route = (method: string): BlockRule => ({
  kind: "route",
  methods: [method.toUpperCase()],
  path: 0,
  needsBlock: true,
});
const blockRoutes = Object.fromEntries(verbs.map((verb) => [verb, route(verb)]));
const scope: BlockRule = { kind: "scope", path: 0 };
const run: BlockRule = { kind: "mount", child: 0 };

const grapeBlocks: BlockRules = {
  handlers: "none",
  openings: [
    { of: "class", when: /^(?:::)?Grape::API(?:::Instance)?$/, serves: "mounted" },
    {
      of: "class",
      when: /^(?!Sinatra::|Hanami::|Roda$)(?:::)?[A-Z]/,
      text: /^\s*(?:route_param|namespace|resources?|version|desc)\b/m,
      serves: "perhaps",
    },
  ],
  words: {
    ...blockRoutes,
    route: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, needsBlock: true },
    namespace: scope,
    resource: scope,
    resources: scope,
    group: scope,
    segment: scope,
    route_param: { kind: "scope", path: 0, written: ":{}" },
    mount: run,
    version: { kind: "version" },
    prefix: { kind: "prefix" },
  },
};

/** Grape's classes of endpoints, mounted in each other, in Rails or in `config.ru`. */
export const grape: WebFramework = {
  name: "Grape",
  languages: ["ruby"],
  blocks: grapeBlocks,
  examples: [
    {
      files: {
        "config.ru": `
require_relative "app"
map "/harbour" do
  run API::Root
end
`,
        "api/root.rb": `
module API
  class Root < Grape::API
    version "v1", using: :path
    prefix :api
    mount API::Boats
    mount Tides => "/sea"
  end
end
`,
        "api/boats.rb": `
class API::Boats < API::Base
  resource :boats do
    desc "Lists boats"
    params { optional :page, type: Integer }
    get do
      present Boat.all
    end
    route_param :id do
      get "log" do
        get_log
      end
      route [:put, :patch], "/" do
      end
    end
  end
end
`,
        "api/tides.rb": `
module API
  class Tides < Grape::API
    version "v2", using: :header
    namespace :tides do
      delete ":day" do
      end
    end
  end
end
`,
      },
      endpoints: [
        "GET /harbour/api/v1/boats",
        "GET /harbour/api/v1/boats/:id/log",
        "PUT /harbour/api/v1/boats/:id",
        "PATCH /harbour/api/v1/boats/:id",
        "DELETE /harbour/api/v1/sea/tides/:day",
      ],
    },
  ],
};

const sinatraBlocks: BlockRules = {
  handlers: "none",
  openings: [
    { of: "class", when: /^(?:::)?Sinatra::(?:Base|Application)$/, serves: "mounted" },
    { of: "class", when: /^(?!Hanami::|Roda$)(?:::)?[A-Z]/, serves: "perhaps" },
    { of: "file", when: /^require ["']sinatra["']/m, serves: "itself" },
    { of: "file", when: /^(?:run|map)\s/m, serves: "itself" },
  ],
  words: { ...blockRoutes, namespace: scope, map: scope, run, use: run },
};

/** Sinatra, alone in a file or in classes, and the `config.ru` that serves them. */
export const sinatra: WebFramework = {
  name: "Sinatra",
  languages: ["ruby"],
  blocks: sinatraBlocks,
  examples: [
    {
      files: {
        "config.ru": `
require "./app"
map("/boats") { run Harbour::Boats.new }
use Harbour::Docks
run Harbour::Home
`,
        "app.rb": `
require "sinatra/base"
require "sinatra/namespace"
module Harbour
  class Base < Sinatra::Base
  end
  class Boats < Base
    get "/:id" do
      erb :boat
    end
  end
  class Docks < Base
    register Sinatra::Namespace
    namespace "/docks" do
      post "/open" do
        redirect "/"
      end
    end
  end
  class Home < Sinatra::Base
    get("/") { "home" }
  end
end
`,
      },
      endpoints: ["GET /boats/:id", "POST /docks/open", "GET /"],
    },
    {
      files: {
        "app.rb": `
require "sinatra"
get "/hello/:name" do
  "hello"
end
delete "/session" do
end
get "/never"
`,
      },
      endpoints: ["GET /hello/:name", "DELETE /session"],
    },
  ],
};

const to = (method: string): BlockRule => ({ kind: "route", methods: [method.toUpperCase()], path: 0 });

/** Hanami's routes with their slices. */
export const hanami: WebFramework = {
  name: "Hanami",
  languages: ["ruby"],
  blocks: {
    handlers: "none",
    openings: [{ of: "class", when: /^Hanami::Routes$/, serves: "itself" }],
    words: {
      ...Object.fromEntries(verbs.map((verb) => [verb, to(verb)])),
      root: { kind: "route", methods: ["GET"], isRoot: true },
      scope,
      slice: { kind: "scope", path: "at" },
    },
  },
  examples: [
    {
      files: {
        "config/routes.rb": `
module Harbour
  class Routes < Hanami::Routes
    root to: "home.show"
    get "/boats", to: "boats.index"
    scope "docks" do
      post "/:id", to: "docks.open"
    end
    slice :admin, at: "/admin" do
      get "/crew", to: "crew.index"
    end
  end
end
`,
      },
      endpoints: ["GET /", "GET /boats", "POST /docks/:id", "GET /admin/crew"],
    },
  ],
};
