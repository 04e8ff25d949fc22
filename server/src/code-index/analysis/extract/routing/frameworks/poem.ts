import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** poem: routers that are put together in chains. Its `nest` is axum's. */
export const poem: WebFramework = {
  name: "poem",
  languages: ["rust"],
  routers: { "Route::new": { isRoot: true, isPresumed: true } },
  types: ["Route"],
  calls: {
    at: { kind: "route", methods: [], path: 0, handler: 1, hasMethodChain: true },
  },
  examples: [
    {
      files: {
        "Cargo.toml": `[package]\nname = "harbour"\n`,
        "src/main.rs": `
use poem::{get, post, Route, Server};
#[tokio::main]
async fn main() {
    let tides = Route::new().at("/today", get(today));
    let app = Route::new()
        .at("/boats", get(list).post(add))
        .nest("/tides", tides)
        .with(Cors::new());
    let never = list.get("/never");
    Server::new(listener).run(app).await
}
`,
      },
      endpoints: ["GET /boats", "POST /boats", "GET /tides/today"],
    },
  ],
};
