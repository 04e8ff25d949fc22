import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const verbs = ["get", "post", "put", "patch", "delete", "head", "options"];
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
#[utoipa::path(get, path = "/health/never", responses((status = 200)))]
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
    {
      files: {
        "Cargo.toml": `[package]\nname = "harbour"\n`,
        "src/main.rs": `
use actix_web::{App, HttpServer, web};
#[cfg(feature = "tides")]
mod tides;
fn main() {
    HttpServer::new(|| App::new().configure(|c| routes(c, &config)))
}
fn routes(c: &mut web::ServiceConfig, config: &Config) {
    if let Some(prefix) = &config.prefix {
        c.service(web::scope(prefix).configure(|c| all(c)));
    } else {
        all(c);
    }
}
fn all(c: &mut web::ServiceConfig) {
    #[cfg(feature = "tides")]
    c.service(tides::today);
}
`,
        "src/tides.rs": `
#[route("/tides", method = "GET", method = "HEAD", wrap = "Compress::default()")]
pub async fn today() {}
`,
      },
      endpoints: ["GET /tides", "HEAD /tides"],
    },
  ],
};
