import type { DrawnForm } from "./edited-draft.ts";

/** What people run or buy, and do not write: its name says what it is. */
interface KnownTechnology {
  words: string;
  name: string;
  form: DrawnForm;
}

const technologies: readonly KnownTechnology[] = [
  { words: "postgres(?:ql)?", name: "PostgreSQL", form: "store" },
  { words: "mysql", name: "MySQL", form: "store" },
  { words: "mariadb", name: "MariaDB", form: "store" },
  { words: "sqlite", name: "SQLite", form: "store" },
  { words: "(?:ms\\s?sql|sql\\s+server)", name: "SQL Server", form: "store" },
  { words: "mongo(?:\\s?db)?", name: "MongoDB", form: "store" },
  { words: "redis", name: "Redis", form: "store" },
  { words: "valkey", name: "Valkey", form: "store" },
  { words: "memcached?", name: "Memcached", form: "store" },
  { words: "elastic\\s?search", name: "Elasticsearch", form: "store" },
  { words: "opensearch", name: "OpenSearch", form: "store" },
  { words: "dynamo\\s?db", name: "DynamoDB", form: "store" },
  { words: "cassandra", name: "Cassandra", form: "store" },
  { words: "clickhouse", name: "ClickHouse", form: "store" },
  { words: "neo4j", name: "Neo4j", form: "store" },
  { words: "snowflake", name: "Snowflake", form: "store" },
  { words: "bigquery", name: "BigQuery", form: "store" },
  { words: "(?:amazon\\s+|aws\\s+)?s3", name: "Amazon S3", form: "store" },
  { words: "minio", name: "MinIO", form: "store" },
  { words: "(?:apache\\s+)?kafka", name: "Kafka", form: "queue" },
  { words: "rabbit\\s?mq", name: "RabbitMQ", form: "queue" },
  { words: "nats", name: "NATS", form: "queue" },
  { words: "(?:amazon\\s+|aws\\s+)?sqs", name: "Amazon SQS", form: "queue" },
  { words: "kinesis", name: "Kinesis", form: "queue" },
  { words: "(?:google\\s+)?pub\\/?sub", name: "Pub/Sub", form: "queue" },
  { words: "activemq", name: "ActiveMQ", form: "queue" },
  { words: "stripe", name: "Stripe", form: "outside" },
  { words: "paypal", name: "PayPal", form: "outside" },
  { words: "twilio", name: "Twilio", form: "outside" },
  { words: "sendgrid", name: "SendGrid", form: "outside" },
  { words: "mailgun", name: "Mailgun", form: "outside" },
  { words: "auth0", name: "Auth0", form: "outside" },
  { words: "okta", name: "Okta", form: "outside" },
  { words: "sentry", name: "Sentry", form: "outside" },
  { words: "datadog", name: "Datadog", form: "outside" },
  { words: "algolia", name: "Algolia", form: "outside" },
];

/** As part of a pattern. */
export const technologyPattern = technologies.map(({ words }) => words).join("|");

/** What a word names as a whole; null for any other. */
export function findTechnology(said: string): Pick<KnownTechnology, "name" | "form"> | null {
  return technologies.find(({ words }) => new RegExp(`^(?:${words})$`, "i").test(said.trim())) ?? null;
}
