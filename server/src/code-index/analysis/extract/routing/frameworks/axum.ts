import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

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
  attributes: { path: { path: "path", isDescription: true } },
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
    {
      files: {
        "Cargo.toml": `[workspace]\nmembers = ["paths", "harbour"]\n`,
        "paths/Cargo.toml": `[package]\nname = "paths"\n`,
        "paths/src/lib.rs": `pub const TIDES: &str = "/tides";\n`,
        "harbour/Cargo.toml": `[package]\nname = "harbour"\n`,
        "harbour/src/main.rs": `
#[cfg(feature = "crew")]
mod crew;
mod docks;
#[cfg(feature = "crew")]
use crate::crew;
async fn main() {
    let pages = match config.role {
        Role::Writer => {
            let inner = Router::new().route("/home", get(home));
            Router::new().nest("/ui", inner)
            // Nothing else.
        }
        Role::Reader => Router::new(),
    };
    let app = make(settings).await?.merge(pages).merge(crew::routes());
    axum_server::bind_rustls(address, tls).serve(app.into_make_service()).await
}
async fn make(settings: Settings) -> Result<Router, Error> {
    let path = settings.path.as_str();
    let docks = docks::routes();
    let routes = if path.is_empty() {
        docks
    } else {
        Router::new().nest(path, docks)
    };
    Ok(routes)
}
`,
        "harbour/src/crew.rs": `
pub fn routes() -> Router {
    Router::new().route("/crew", get(list)) // all of them
}
`,
        "harbour/src/docks.rs": `
use paths::TIDES;
pub fn routes() -> Router { Router::new().route(TIDES, get(tides)).counted(counter) }
`,
      },
      endpoints: ["GET /ui/home", "GET /crew", "GET /tides"],
    },
  ],
};
