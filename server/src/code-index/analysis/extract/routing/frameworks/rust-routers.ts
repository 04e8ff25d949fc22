import type { RequestGuardRules } from "#server/code-index/analysis/extract/routing/read-request-guards.ts";
import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const verbs = ["get", "post", "put", "patch", "delete", "head", "options"];
const chained: CallRule = { kind: "route", methods: [], path: 0, handler: 1, hasMethodChain: true };
const nested: CallRule = { kind: "mount", path: 0, child: 1 };
const merged: CallRule = { kind: "mount", child: 0 };

/** axum, with utoipa's and aide's routers. */
export const axum: WebFramework = {
  name: "axum",
  languages: ["rust"],
  routers: {
    "Router::new": {},
    "OpenApiRouter::new": {},
    "OpenApiRouter::with_openapi": {},
    "ApiRouter::new": {},
    "axum::serve": { isRoot: true, routes: 1 },
    routes: { isMacro: true },
  },
  serves: /\baxum(?:_server)?::(?:serve|bind|Server)|\binto_make_service/,
  types: ["Router", "OpenApiRouter", "ApiRouter"],
  calls: {
    // With one argument it is a resource of actix-web.
    route: [chained, { kind: "route", methods: [], path: 9, isPathOptional: true, handler: 0, hasMethodChain: true }],
    api_route: chained,
    api_route_with: chained,
    route_service: { kind: "route", methods: ["ANY"], path: 0, handler: 1 },
    nest: nested,
    nest_api_service: nested,
    nest_service: nested,
    merge: merged,
    routes: merged,
  },
  attributes: { path: { path: "path" } },
  examples: [
    {
      files: {
        "Cargo.toml": `[package]\nname = "harbour"\n`,
        "src/main.rs": `
mod boats;
mod tides;
use axum::{routing::{get, post}, Router};
use utoipa_axum::router::OpenApiRouter;
const API: &str = "/api";
#[tokio::main]
async fn main() {
    let (docks, _) = docks_router().split_for_parts();
    let app = Router::new()
        .route("/", get(|| async { "home" }))
        .nest(API, boats::router(state.clone()).layer(Cors::new()))
        .merge(docks)
        .with_state(state);
    axum::serve(listener, app.into_make_service()).await.unwrap();
}
fn docks_router() -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(tides::today, open_dock))
}
#[utoipa::path(post, path = "/docks/{id}", responses((status = 200)))]
async fn open_dock() {}
#[cfg(test)]
mod tests {
    fn never() { axum::serve(l, Router::new().route("/never", get(x))) }
}
`,
        "src/boats/mod.rs": `
use axum::routing;
pub mod crew;
pub fn router(state: State) -> axum::Router<State> {
    let routes = axum::Router::new().route("/boats", routing::get(list).post(add));
    routes.nest("/boats/{id}", crew::crew_router())
}
`,
        "src/boats/crew.rs": `
use super::*;
pub(super) fn crew_router() -> axum::Router {
    axum::Router::new().route("/crew", axum::routing::delete(remove))
}
`,
        "src/tides.rs": `
#[utoipa::path(get, path = "/tides/today")]
pub async fn today() {}
`,
      },
      endpoints: [
        "GET /",
        "GET /api/boats",
        "POST /api/boats",
        "DELETE /api/boats/{id}/crew",
        "POST /docks/{id}",
        "GET /tides/today",
      ],
    },
    {
      files: {
        "Cargo.toml": `[package]\nname = "harbour"\n`,
        "src/bin/server.rs": `
fn main() {
    let router = harbour::build(app);
    let router = axum::middleware::from_fn(normalize).layer(router);
    axum::serve(listener, router.into_make_service()).await
}
`,
        "src/lib.rs": `
mod api;
mod layers;
mod router;
use crate::router::build_router;
pub fn build(app: App) -> axum::Router {
    let router = build_router(app);
    layers::apply(app, router)
}
`,
        "src/layers.rs": `
pub fn apply(app: App, router: Router<()>) -> Router {
    router.layer(Logs::new()).layer(Limits::new())
}
`,
        "src/api.rs": `
pub struct BaseApi;
impl BaseApi {
    pub fn router<S>() -> OpenApiRouter<S> { OpenApiRouter::with_openapi(Self::document()) }
}
`,
        "src/router.rs": `
use crate::api::BaseApi;
pub fn build_router(app: App) -> Router<()> {
    let (router, document) = BaseApi::router().routes(routes!(tides)).split_for_parts();
    router
        .route("/docks", get(docks))
        .with_state(app)
}
#[utoipa::path(get, path = "/tides")]
async fn tides() {}
`,
      },
      endpoints: ["GET /tides", "GET /docks"],
    },
  ],
};

const attributes = Object.fromEntries(verbs.map((verb) => [verb, { methods: [verb.toUpperCase()], path: 0 } as const]));

/** actix-web: scopes, resources, functions that configure, and attributes of handlers. */
export const actix: WebFramework = {
  name: "actix-web",
  languages: ["rust"],
  routers: {
    "App::new": { isRoot: true },
    scope: { path: 0 },
    resource: { path: 0 },
  },
  types: ["ServiceConfig", "Scope"],
  calls: {
    service: { kind: "mount", child: 0 },
    configure: { kind: "mount", child: 0, isPlugin: true },
  },
  attributes: { ...attributes, route: { methods: ["ANY"], methodsIn: "method", path: 0 } },
  examples: [
    {
      files: {
        "Cargo.toml": `[package]\nname = "harbour"\n`,
        "src/main.rs": `
use actix_web::{web, App, HttpServer, get};
mod boats;
#[get("/health")]
async fn health() -> String { String::new() }
#[actix_web::main]
async fn main() {
    HttpServer::new(move || {
        App::new()
            .wrap(Logger::default())
            .service(health)
            .service(web::scope("/api").configure(boats::configure))
            .route("/old", web::get().to(old))
    })
    .bind("0.0.0.0:80")
}
`,
        "src/boats.rs": `
use actix_web::web::{delete, get, post, resource, scope, ServiceConfig};
pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(
        scope("/boats")
            .route("", get().to(list))
            .service(resource("/{id}").wrap(limit()).route(post().to(sail)).route(delete().to(sink))),
    );
}
`,
      },
      endpoints: ["GET /health", "GET /old", "GET /api/boats", "POST /api/boats/{id}", "DELETE /api/boats/{id}"],
    },
  ],
};

const requestGuards: RequestGuardRules = {
  text: /\bFromRequest(?:Parts)?\b|\b(?:actix_web|axum|rocket)::|^\s*#\[(?:\w+::)*(?:get|post|put|patch|delete)\(/m,
  made: /^impl(?:<[^>\n]{0,80}>)?\s+(?:\w+::)*FromRequest(?:Parts)?(?:<[^{\n]{0,80}>)?\s+for\s+(\w+)/gm,
  refuses:
    /\bErr\(|\bOutcome::(?:Error|Failure|Forward)\b|\berr_handler!|\bUnauthorized\b|\bForbidden\b|\?;|\bReject|\btry_outcome!/,
  uses: /\b(\w+)::from_request(?:_parts)?\(/g,
  asks: /authoriz|unauth|forbidden|access.?token|bearer|jwt|logged.?in|log.?in\b|api.?key|session|cookie|\badmin/i,
};

/** Rocket: attributes of handlers, mounted as lists. */
export const rocket: WebFramework = {
  name: "Rocket",
  languages: ["rust"],
  routers: {
    "rocket::build": { isRoot: true },
    "rocket::custom": { isRoot: true },
    "rocket::ignite": { isRoot: true },
  },
  types: ["Route"],
  requestGuards,
  calls: { mount: nested, append: merged, extend: merged },
  examples: [
    {
      files: {
        "Cargo.toml": `[package]\nname = "harbour"\n`,
        "src/main.rs": `
mod boats;
#[launch]
fn rocket() -> _ {
    rocket::build().mount("/", routes![home]).mount("/api", boats::routes())
}
#[get("/?<page>")]
fn home(page: u32) {}
`,
        "src/boats.rs": `
pub fn routes() -> Vec<Route> {
    let mut own = routes![list];
    own.append(&mut routes![show]);
    own.append(&mut sockets());
    own
}
fn sockets() -> Vec<Route> {
    if CONFIG.sockets() {
        routes![signals]
    } else {
        info!("none");
        routes![]
    }
}
#[get("/signals")]
fn signals(_captain: Captain) {}
#[post("/boats", data = "<boat>")]
fn list(boat: Json<Boat>, _crew: auth::Crew, _ip: Ip) {}
#[get("/boats/<id>?<deep>")]
fn show(id: u32, deep: bool, crew: Option<Crew>) {}
`,
        "src/auth.rs": `
impl<'r> FromRequest<'r> for Crew {
    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Self::Error> {
        match request.headers().get_one("Authorization") {
            Some(token) => Outcome::Success(Crew::of(token)),
            None => Outcome::Error((Status::Unauthorized, "")),
        }
    }
}
impl<'r> FromRequest<'r> for Captain {
    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Self::Error> {
        let crew = try_outcome!(Crew::from_request(request).await);
        Outcome::Success(Captain(crew))
    }
}
impl<'r> FromRequest<'r> for Ip {
    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Self::Error> {
        Outcome::Success(Ip(request.client_ip()))
    }
}
`,
      },
      endpoints: ["GET /", "POST /api/boats", "GET /api/boats/<id>", "GET /api/signals"],
      guards: { "POST /api/boats": ["Crew"], "GET /api/signals": ["Captain"] },
    },
  ],
};
