import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const verb = (method: string): CallRule => ({
  kind: "route",
  methods: [method],
  path: 9,
  isPathOptional: true,
  handler: 0,
});
const pushed: CallRule = { kind: "mount", child: 0 };

/** Salvo: routers within routers, each with a path of its own. */
export const salvo: WebFramework = {
  name: "Salvo",
  languages: ["rust"],
  routers: { "Router::with_path": { path: 0 }, "Router::with_hoop": {} },
  // The lookahead is tried once, so that a text which names it a thousand times is not read as often.
  serves: /^(?=[^]*\bsalvo\b)[^]*?\b(?:Server|Service)::new\(/,
  calls: {
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
    head: verb("HEAD"),
    options: verb("OPTIONS"),
    goal: verb("ANY"),
    path: { kind: "ownPath", path: 0 },
    push: pushed,
    unshift: pushed,
  },
  examples: [
    {
      files: {
        "Cargo.toml": `[package]\nname = "harbour"\n`,
        "src/main.rs": `
mod boats;
use salvo::prelude::*;
#[tokio::main]
async fn main() {
    let router = Router::new()
        .get(home)
        .push(Router::with_path("api").push(boats::router()))
        .push(Router::with_path("tides").hoop(auth).get(tides).post(add_tide));
    let acceptor = TcpListener::new("0.0.0.0:80").bind().await;
    Server::new(acceptor).serve(router).await;
}
`,
        "src/boats.rs": `
use salvo::prelude::*;
pub fn router() -> Router {
    Router::with_path("boats").get(list).push(Router::with_path("{id}").delete(sink))
}
`,
      },
      endpoints: ["GET /", "GET /api/boats", "DELETE /api/boats/{id}", "GET /tides", "POST /tides"],
    },
  ],
};
