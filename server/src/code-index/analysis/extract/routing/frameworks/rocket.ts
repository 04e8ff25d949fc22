import type { RequestGuardRules } from "#server/code-index/analysis/extract/routing/read-request-guards.ts";
import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const nested: CallRule = { kind: "mount", path: 0, child: 1 };
const merged: CallRule = { kind: "mount", child: 0 };

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
