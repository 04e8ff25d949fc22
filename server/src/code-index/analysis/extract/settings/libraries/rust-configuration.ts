import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

const never = /(?!)/;

/** Variables of clap's options. */
export const clap: SettingLibrary = {
  name: "clap",
  languages: ["rust"],
  readers: [],
  examples: [
    {
      files: {
        "src/options.rs": `
use clap::Parser;
const TIDE_FOLDER: &str = "TIDE_FOLDER";
#[derive(Parser)]
struct Options {
    /// Where it listens.
    #[arg(env = "TIDE_PORT", default_value_t = 80)]
    port: u16,
    #[clap(env = TIDE_FOLDER, default_value_os_t = default_folder())]
    folder: PathBuf,
    #[arg(env)]
    tide_key: String,
    #[arg(env = "TIDE_NAME")]
    name: Option<String>,
    #[arg(short)]
    never: bool,
}
`,
      },
      settings: ["TIDE_FOLDER path", "TIDE_KEY string required", "TIDE_NAME string", "TIDE_PORT integer =80"],
    },
  ],
};

/** figment. */
export const figment: SettingLibrary = {
  name: "figment",
  languages: ["rust"],
  readers: [],
  variables: {
    hint: "Env::prefixed",
    prefix: /\bEnv::prefixed\(\s*"(?<prefix>\w+)"\s*\)/g,
    joint: null,
    usualJoint: "",
    dot: /\.split\(\s*"(?<text>\w+)"\s*\)/,
    hyphen: never,
  },
  examples: [
    {
      files: {
        "src/config.rs": `
#[derive(Deserialize, derive_builder::Builder)]
pub struct Configuration {
    #[builder(default = r#"String::from("::")"#)]
    pub host: String,
    #[builder(default = "3890")]
    pub port: u16,
    #[serde(rename = "smtp")]
    pub mail: MailOptions,
    #[serde(skip)]
    pub never: String,
    #[serde(flatten)]
    pub common: Common,
}
#[derive(Deserialize)]
pub struct MailOptions { pub user: Option<String> }
#[derive(Deserialize)]
pub struct Common { pub key: String }
#[derive(Deserialize)]
pub struct Unbound { pub never: String }
pub fn init() -> Result<Configuration> {
    let found = Figment::new().merge(Toml::file("x")).merge(Env::prefixed("TIDE_").split("__")).extract()?;
    Ok(found)
}
`,
        "src/main.rs": `fn main() { let host = std::env::var("TIDE_HOST"); }\n`,
      },
      settings: ["TIDE_HOST string =::", "key key string", "port key integer =3890", "smtp.user key string"],
    },
  ],
};

/** The crate config. */
export const configCrate: SettingLibrary = {
  name: "config",
  languages: ["rust"],
  readers: [
    {
      hint: ".set_default(",
      reads: /\.set_default\((?=\s*")/g,
      fallback: 1,
      kind: "key",
      when: /\bconfig::|\bConfig(?:Builder)?\b/,
    },
  ],
  variables: {
    hint: "::with_prefix",
    prefix: /\bEnvironment::with_prefix\(\s*"(?<prefix>\w+)"\s*\)/g,
    joint: /\.prefix_separator\(\s*"(?<text>\w+)"\s*\)/,
    usualJoint: "_",
    dot: /(?<!prefix_)separator\(\s*"(?<text>\w+)"\s*\)/,
    hyphen: never,
  },
  examples: [
    {
      files: {
        "src/settings.rs": `
use config::{Config, Environment, File};
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings { pub pool_size: u32, pub database: Database, #[serde(default)] pub mail: mail::Settings }
#[derive(Deserialize)]
pub struct Database { pub url: String, pub kind: Kind, pub size: usize }
impl Default for Database {
    fn default() -> Self { Self { url: "sqlite::memory:".to_string(), kind: Kind::Small, size: size() } }
}
#[cfg(test)]
mod tests { fn never() { std::env::var("TIDE_NEVER").unwrap(); } }
impl Settings {
    pub fn new() -> Result<Self, ConfigError> {
        let found = Config::builder()
            .set_default("pool_size", 5)?
            .set_default("folder", folder.to_str())?
            .add_source(Environment::with_prefix("TIDE").separator("__")).build()?;
        found.try_deserialize()
    }
}
`,
        "src/settings/mail.rs": `#[derive(Deserialize)]\npub struct Settings { pub host: String }\n`,
      },
      settings: [
        "database.kind key Kind =Small",
        "database.size key integer",
        "database.url key string =sqlite::memory:",
        "folder key",
        "mail.host key string",
        "pool-size key integer =5",
      ],
    },
    {
      files: {
        "src/config.rs": `
#[derive(Deserialize)]
pub struct Config { pub port: u16, #[serde(default)] pub folder: Option<String> }
#[derive(Deserialize)]
pub struct Boat { pub never: u16 }
pub fn parse(text: &str) -> Config { serde_yaml::from_str::<Config>(text).unwrap() }
pub fn boat(text: &str) -> Boat { serde_yaml::from_str::<Boat>(text).unwrap() }
`,
      },
      settings: ["folder key string", "port key integer"],
    },
  ],
};

/** envy. */
export const envy: SettingLibrary = {
  name: "envy",
  languages: ["rust"],
  readers: [],
  examples: [
    {
      files: {
        "src/main.rs": `
#[derive(Deserialize)]
struct Config { port: u16, key: Option<String> }
fn main() { let config = envy::prefixed("TIDE_").from_env::<Config>(); }
`,
      },
      settings: ["TIDE_KEY string", "TIDE_PORT integer"],
    },
  ],
};
