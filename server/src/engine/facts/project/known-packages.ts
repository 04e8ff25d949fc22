/** What a well-known package brings into a code base. */
export interface KnownPackage {
  /** Fills "… for <role>". */
  role: string;
  /** The system outside the process that it talks to; null for a library that stays inside. */
  system: string | null;
  /** Frameworks shape the code around them and are named first. */
  isFramework: boolean;
}

/** Role, then package names; `*` at the end matches any rest. Systems and frameworks are marked. */
const groups: [role: string, names: string, system?: string, isFramework?: boolean][] = [
  ["the user interface", "react react-dom preact vue svelte solid-js @angular/core lit ember-source", undefined, true],
  ["pages, routing and server rendering", "next nuxt @remix-run/* gatsby astro @sveltejs/kit react-router react-router-dom @tanstack/react-router @tanstack/router vue-router", undefined, true],
  ["mobile interfaces", "react-native expo @capacitor/core", undefined, true],
  ["desktop interfaces", "electron tauri @tauri-apps/api", undefined, true],
  ["serving HTTP", "express fastify koa koa-router @koa/router hono @hono/node-server @nestjs/core @nestjs/common restify polka h3 @hapi/hapi flask fastapi django starlette tornado sanic aiohttp bottle werkzeug quart gin-gonic/gin labstack/echo go-chi/chi gofiber/fiber gorilla/mux julienschmidt/httprouter actix-web axum rocket warp hyper tower tower-http spring-boot-starter-web spring-boot-starter-webflux org.springframework.boot org.springframework.web org.springframework.web.* quarkus-resteasy micronaut-http-server laravel/framework symfony/http-kernel slim/slim rails sinatra phoenix", undefined, true],
  ["running the web server", "uvicorn gunicorn hypercorn waitress puma unicorn daphne"],
  ["command lines", "commander yargs cac clipanion oclif @oclif/core meow minimist click typer argparse docopt spf13/cobra urfave/cli clap structopt lexopt picocli symfony/console thor", undefined, true],
  ["storing data in PostgreSQL", "pg postgres pg-promise @neondatabase/serverless psycopg psycopg2 psycopg2-binary asyncpg lib/pq jackc/pgx jackc/pgx/* tokio-postgres org.postgresql:postgresql postgresql postgrex", "PostgreSQL"],
  ["storing data in MySQL", "mysql mysql2 pymysql mysqlclient aiomysql go-sql-driver/mysql mysql-connector-j mysql-connector-java", "MySQL"],
  ["storing data in SQLite", "better-sqlite3 sqlite3 sqlite node:sqlite aiosqlite mattn/go-sqlite3 rusqlite modernc.org/sqlite sqlite-jdbc", "SQLite"],
  ["storing documents in MongoDB", "mongodb mongoose pymongo motor go.mongodb.org/mongo-driver go.mongodb.org/mongo-driver/* spring-boot-starter-data-mongodb", "MongoDB"],
  ["access to the database", "database/sql prisma @prisma/client drizzle-orm typeorm sequelize knex kysely objection mikro-orm @mikro-orm/* sqlalchemy sqlmodel tortoise-orm peewee flask-sqlalchemy gorm.io/gorm gorm.io/* jinzhu/gorm sequelize-typescript org.springframework.data org.springframework.data.* jakarta.persistence.* javax.persistence.* jmoiron/sqlx ent entgo.io/ent diesel sqlx sea-orm spring-boot-starter-data-jpa hibernate-core doctrine/orm activerecord microsoft.entityframeworkcore dapper ecto ecto_sql", "Database"],
  ["caching and shared state in Redis", "redis ioredis @upstash/redis aioredis redis-py go-redis/redis redis/go-redis redis/go-redis/* gomodule/redigo jedis lettuce-core predis/predis stackexchange.redis", "Redis"],
  ["searching", "@elastic/elasticsearch elasticsearch @opensearch-project/opensearch meilisearch typesense algoliasearch olivere/elastic elastic/go-elasticsearch/*", "Search engine"],
  ["background jobs", "bull bullmq pg-boss agenda bee-queue celery rq dramatiq huey sidekiq resque hibiken/asynq inngest @trigger.dev/sdk graphile-worker apscheduler node-cron croner robfig/cron robfig/cron/* oban good_job solid_queue delayed_job", "Job queue"],
  ["messages between processes", "kafkajs node-rdkafka confluent-kafka kafka-python aiokafka segmentio/kafka-go shopify/sarama amqplib amqp pika aio-pika streadway/amqp rabbitmq/amqp091-go nats nats.go nats-io/nats.go mqtt paho-mqtt paho.mqtt.golang spring-kafka lapin rdkafka", "Message broker"],
  ["files in object storage", "@aws-sdk/client-s3 @aws-sdk/lib-storage @aws-sdk/s3-request-presigner minio @google-cloud/storage google-cloud-storage @azure/storage-blob aws/aws-sdk-go-v2/service/s3 minio/minio-go/* aws-sdk-s3 s3fs", "Object storage"],
  ["services of AWS", "@aws-sdk/* aws-sdk boto3 botocore aws/aws-sdk-go aws/aws-sdk-go-v2 aws/aws-sdk-go-v2/* aws-config", "AWS"],
  ["sending mail", "nodemailer @sendgrid/mail resend postmark mailgun.js emails fastapi-mail flask-mail sendgrid go-mail/mail lettre swoosh bamboo", "Mail"],
  ["mails as components", "@react-email/* react-email mjml"],
  ["changing the database's schema", "alembic golang-migrate/migrate pressly/goose umzug node-pg-migrate org.flywaydb.* flyway-core liquibase-core flask-migrate"],
  ["payments", "stripe @stripe/* braintree @paddle/* @polar-sh/*", "Payments"],
  ["calling language models", "ai @ai-sdk/* openai anthropic @anthropic-ai/sdk @google/generative-ai @google/genai langchain @langchain/* cohere-ai ollama litellm transformers llama-index sashabaranov/go-openai async-openai", "Language model"],
  ["calling other services over HTTP", "axios got ky node-fetch undici superagent requests httpx urllib3 go-resty/resty/* reqwest ureq okhttp retrofit guzzlehttp/guzzle faraday httparty tesla finch req httpoison", "Other HTTP services"],
  ["remote procedure calls", "@grpc/grpc-js grpc grpcio google.golang.org/grpc google.golang.org/grpc/* tonic @trpc/* @connectrpc/*"],
  ["live connections to browsers", "socket.io socket.io-client ws websockets gorilla/websocket nhooyr.io/websocket tokio-tungstenite partykit pusher pusher-js ably"],
  ["GraphQL", "graphql @apollo/* graphql-yoga urql strawberry-graphql graphene 99designs/gqlgen async-graphql absinthe"],
  ["signing in and tokens", "next-auth @auth/* passport jsonwebtoken jose better-auth lucia @clerk/* auth0 oidc-provider openid-client authlib pyjwt jwt express-jwt express-oauth2-jwt-bearer dgrijalva/jwt-go org.springframework.security org.springframework.security.* flask-login flask-jwt-extended python-jose golang-jwt/jwt golang-jwt/jwt/* casbin/casbin/* spring-boot-starter-security devise doorkeeper joken guardian ueberauth"],
  ["checking input", "zod yup joi ajv valibot io-ts @sinclair/typebox class-validator superstruct arktype pydantic marshmallow cerberus voluptuous go-playground/validator/* validator hibernate-validator jakarta.validation jakarta.validation.* org.springframework.validation"],
  ["data fetching and caching in the browser", "@tanstack/react-query swr react-query @tanstack/query-core @tanstack/vue-query"],
  ["state in the browser", "redux @reduxjs/toolkit zustand jotai mobx mobx-react mobx-react-lite recoil xstate pinia vuex nanostores"],
  ["interface building blocks", "lucide-react sonner @radix-ui/* @headlessui/* @mui/* antd @chakra-ui/* @mantine/* cmdk vaul shadcn-ui bootstrap vuetify quasar element-plus element-ui primevue buefy naive-ui @ark-ui/* react-aria react-aria-components"],
  ["styling", "tailwindcss styled-components @emotion/* sass clsx class-variance-authority tailwind-merge @vanilla-extract/css"],
  ["rich text and editing", "prosemirror-* @tiptap/* slate slate-react quill lexical @lexical/* @codemirror/* codemirror monaco-editor yjs"],
  ["diagrams and charts", "mermaid d3 d3-* chart.js recharts echarts @xyflow/react reactflow cytoscape matplotlib plotly"],
  ["forms", "react-hook-form @hookform/* formik @tanstack/react-form vee-validate wtforms flask-wtf"],
  ["translations", "i18next react-i18next @lingui/* vue-i18n next-intl react-intl babel flask-babel fluent"],
  ["logging", "pino winston bunyan loglevel loguru structlog sirupsen/logrus go.uber.org/zap rs/zerolog log env_logger slf4j-api logback-classic monolog/monolog serilog"],
  ["tracing and metrics", "@opentelemetry/* prom-client prometheus-client prometheus_client prometheus/client_golang prometheus/client_golang/* go.opentelemetry.io/otel go.opentelemetry.io/otel/* tracing-subscriber tracing micrometer-core @sentry/* sentry-sdk getsentry/sentry-go prom_ex telemetry_metrics"],
  ["templates", "jinja2 handlebars ejs pug mustache nunjucks eta mako twig/twig tera askama thymeleaf markupsafe"],
  ["reading and writing data formats", "bson go.mongodb.org/mongo-driver/bson go.mongodb.org/mongo-driver/v2/bson serde serde_json serde_yaml toml yaml js-yaml pyyaml ruamel.yaml gopkg.in/yaml.v3 gopkg.in/yaml.v2 json5 protobufjs google.golang.org/protobuf google.golang.org/protobuf/* prost msgpack jackson-databind gson json-iterator/go bytedance/sonic goccy/go-json goccy/go-yaml pelletier/go-toml/v2 burntsushi/toml ugorji/go/codec quick-xml csv lxml"],
  ["text search and patterns", "regex regex-automata regex-syntax aho-corasick memchr globset bstr pcre2 fancy-regex"],
  ["numbers and data frames", "numpy pandas polars scipy scikit-learn torch tensorflow xarray pyarrow dask ndarray"],
  ["asynchronous and parallel work", "tokio async-std rayon crossbeam crossbeam-channel crossbeam-deque trio anyio gevent asgiref rxjs effect golang.org/x/sync golang.org/x/sync/*"],
  ["dates and times", "date-fns dayjs luxon moment @js-temporal/polyfill python-dateutil arrow pendulum chrono time jiff joda-time"],
  ["parsing code", "web-tree-sitter tree-sitter acorn @babel/* recast esprima @swc/* typescript ts-morph syn proc-macro2 quote libcst"],
  ["building and bundling", "vite webpack rollup esbuild parcel tsup turbo nx @vitejs/* unbuild @rspack/*"],
  ["tests", "vitest jest mocha ava tap @playwright/test cypress @testing-library/* pytest hypothesis tox nose stretchr/testify onsi/ginkgo onsi/gomega criterion proptest insta junit-jupiter junit mockito-core assertj-core testng spring-boot-starter-test phpunit/phpunit rspec xunit nunit"],
  ["configuration", "dotenv config convict python-dotenv dynaconf pydantic-settings spf13/viper kelseyhightower/envconfig config-rs envalid @t3-oss/*"],
  ["dependency injection", "inversify tsyringe awilix google/wire go.uber.org/fx guice dagger"],
  ["signing with the framework's session data", "itsdangerous"],
  ["signals between parts of the process", "blinker eventemitter3 mitt"],
  ["cryptography", "bcrypt bcryptjs argon2 @node-rs/argon2 @noble/* cryptography golang.org/x/crypto golang.org/x/crypto/* ring rustls passlib pwdlib"],
  ["driving a browser", "playwright puppeteer puppeteer-core selenium selenium-webdriver ferrum chromedp/chromedp"],
  ["pictures", "sharp pillow jimp image canvas"],
  ["PDF documents", "pdf-lib pdfjs-dist pdfkit reportlab react-pdf"],
  ["running containers", "dockerode docker docker/docker/* testcontainers k8s.io/client-go k8s.io/client-go/* kubernetes"],
  ["errors", "anyhow thiserror eyre color-eyre pkg/errors neverthrow"],
]; // prettier-ignore

const exact = new Map<string, KnownPackage>();
const prefixes: [string, KnownPackage][] = [];
for (const [role, names, system = null, isFramework = false] of groups) {
  for (const name of names.split(" ")) {
    const known = { role, system, isFramework };
    if (name.endsWith("*")) prefixes.push([name.slice(0, -1), known]);
    else exact.set(name, known);
  }
}

/** Looks a package up by the name its ecosystem gives it; null for everything not well known. */
export function findKnownPackage(name: string): KnownPackage | null {
  const lower = name.toLowerCase().replace(/^(?:github|gitlab)\.com\//, "");
  for (const candidate of [
    lower,
    lower.replace(/\/v\d+$/, ""),
    lower.replaceAll("_", "-"),
    lower.split(":").at(-1) ?? "",
  ]) {
    const found = exact.get(candidate) ?? prefixes.find(([prefix]) => candidate.startsWith(prefix))?.[1];
    if (found) return found;
  }
  return null;
}
