import type { ChainRule } from "#server/code-index/analysis/extract/routing/chain-rules.ts";
import type { ResourceStyle } from "#server/code-index/analysis/extract/routing/expand-resources.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (...methods: string[]): ChainRule => ({ kind: "route", methods, path: 0, handler: 1 });
const option: ChainRule = { kind: "option" };
const written = { written: "{{}}", parameter: "id", nestedParameter: "same", manyOnly: ["index"] } as const;
const resource: ResourceStyle = {
  ...written,
  actions: [
    { name: "index", methods: ["GET"], path: "" },
    { name: "new", methods: ["GET"], path: "/new" },
    { name: "create", methods: ["POST"], path: "" },
    { name: "show", methods: ["GET"], path: "/{}" },
    { name: "edit", methods: ["GET"], path: "/{}/edit" },
    { name: "update", methods: ["PUT", "PATCH"], path: "/{}" },
    { name: "delete", methods: ["DELETE"], path: "/{}" },
  ],
};
const presenter: ResourceStyle = {
  ...written,
  actions: [
    { name: "index", methods: ["GET"], path: "" },
    { name: "show", methods: ["GET"], path: "/show/{}" },
    { name: "new", methods: ["GET"], path: "/new" },
    { name: "create", methods: ["POST"], path: "/create" },
    { name: "edit", methods: ["GET"], path: "/edit/{}" },
    { name: "update", methods: ["POST"], path: "/update/{}" },
    { name: "remove", methods: ["GET"], path: "/remove/{}" },
    { name: "delete", methods: ["POST"], path: "/delete/{}" },
  ],
};

/** CodeIgniter 4: the collection of routes that its file of settings fills. */
export const codeIgniter: WebFramework = {
  name: "CodeIgniter",
  languages: ["php"],
  chains: {
    text: /\bCodeIgniter\\|\bServices::routes\(/,
    roots: /^\$routes$/,
    from: /^$/,
    serves: /./,
    guards: /auth|login|session|group|permission|admin|role|token|jwt|guard/i,
    placeholders: /\(:(\w+)\)/g,
    words: {
      get: route("GET"),
      post: route("POST"),
      put: route("PUT"),
      patch: route("PATCH"),
      delete: route("DELETE"),
      options: route("OPTIONS"),
      head: route("HEAD"),
      add: route("ANY"),
      match: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: 2 },
      view: { kind: "route", methods: ["GET"], path: 0 },
      addRedirect: { kind: "route", methods: ["ANY"], path: 0 },
      resource: { kind: "resources", style: resource },
      presenter: { kind: "resources", style: presenter },
      group: { kind: "group", path: 0 },
      environment: { kind: "group", without: /^(?:development|testing)$/ },
      filter: { kind: "guard" },
      only: option,
      except: option,
    },
  },
  examples: [
    {
      files: {
        "app/Config/Routes.php": `<?php
use CodeIgniter\\Router\\RouteCollection;
/** @var RouteCollection $routes */
$routes->environment('development', static function ($routes) {
    $routes->get('debug', 'Debug::index');
});
$routes->get('/', 'Home::index');
$routes->get('boats/(:num)', 'Boats::show/$1');
$routes->match(['get', 'post'], 'search', 'Search::index', ['filter' => 'session']);
$routes->group('admin', ['filter' => 'auth'], static function ($routes) {
    $routes->group('tides', static function ($routes) {
        $routes->delete('(:segment)/(:any)', [Tides::class, 'remove']);
    });
    $routes->resource('docks', ['controller' => 'DockController', 'except' => ['new', 'edit']]);
});
$routes->presenter('crews', ['only' => ['index', 'delete']]);
$list->get('never', 'a');
`,
      },
      endpoints: [
        "GET /",
        "GET /boats/{num}",
        "GET /search",
        "POST /search",
        "DELETE /admin/tides/{segment}/{any}",
        "GET /admin/docks",
        "POST /admin/docks",
        "GET /admin/docks/{id}",
        "PUT /admin/docks/{id}",
        "PATCH /admin/docks/{id}",
        "DELETE /admin/docks/{id}",
        "GET /crews",
        "POST /crews/delete/{id}",
      ],
      guards: {
        "GET /search": ["session"],
        "POST /search": ["session"],
        "DELETE /admin/tides/{segment}/{any}": ["auth"],
        "GET /admin/docks": ["auth"],
        "POST /admin/docks": ["auth"],
        "GET /admin/docks/{id}": ["auth"],
        "PUT /admin/docks/{id}": ["auth"],
        "PATCH /admin/docks/{id}": ["auth"],
        "DELETE /admin/docks/{id}": ["auth"],
      },
    },
  ],
};
