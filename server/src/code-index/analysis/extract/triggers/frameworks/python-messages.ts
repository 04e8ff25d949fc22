import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["python"];

const kafka: TriggerFramework = {
  name: "Kafka",
  languages,
  mayTrigger: /\b(?:aiokafka|kafka|confluent_kafka)\b/,
  from: /^(?:aiokafka|kafka|confluent_kafka)\b/,
  objects: ["KafkaConsumer", "AIOKafkaConsumer", "Consumer", "KafkaProducer", "AIOKafkaProducer", "Producer"],
  calls: {
    KafkaConsumer: { kind: "consumer", topic: 0, hasManyTopics: true, needs: "topic" },
    AIOKafkaConsumer: { kind: "consumer", topic: 0, hasManyTopics: true, needs: "topic" },
    subscribe: { kind: "consumer", topic: [0, "topics"], proof: "object", needs: "topic" },
    send: { kind: "publisher", topic: [0, "topic"], proof: "object" },
    send_and_wait: { kind: "publisher", topic: [0, "topic"], proof: "object" },
    produce: { kind: "publisher", topic: [0, "topic"], proof: "object" },
  },
  examples: [
    {
      files: {
        "topics.py": `ORDERS_TOPIC = "orders"\n`,
        "listen.py": `
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from topics import ORDERS_TOPIC
consumer = AIOKafkaConsumer(ORDERS_TOPIC, "tides", bootstrap_servers=x)
producer = AIOKafkaProducer()
producer.send_and_wait("done", b"x")
`,
      },
      triggers: ["consumer orders <orders>", "consumer tides <tides>"],
      publishes: ["done"],
    },
  ],
};

const faust: TriggerFramework = {
  name: "Faust",
  languages,
  mayTrigger: /\bfaust\b/,
  from: /^faust\b/,
  objects: ["App"],
  decorators: {
    agent: { kind: "consumer", topic: 0, proof: "object" },
    timer: { kind: "schedule", schedule: [0, "interval"], proof: "object" },
    crontab: { kind: "schedule", schedule: 0, proof: "object" },
  },
  examples: [
    {
      files: {
        "app.py": `
import faust
app = faust.App("site")
@app.agent("orders")
async def order(orders): ...
@app.timer(interval=60.0)
async def tick(): ...
`,
      },
      triggers: ["consumer order <orders> -> order", 'schedule tick "every minute" -> tick'],
    },
  ],
};

const faststream: TriggerFramework = {
  name: "FastStream",
  languages,
  mayTrigger: /\bfaststream\b/,
  from: /^faststream\b/,
  objects: [
    "KafkaBroker",
    "RabbitBroker",
    "NatsBroker",
    "RedisBroker",
    "KafkaRouter",
    "RabbitRouter",
    "NatsRouter",
    "RedisRouter",
  ],
  decorators: {
    subscriber: { kind: "consumer", topic: 0 },
    publisher: { kind: "publisher", topic: 0 },
  },
  calls: { publish: { kind: "publisher", topic: 1, proof: "object" } },
  examples: [
    {
      files: {
        "app.py": `
from faststream.kafka import KafkaBroker
broker = KafkaBroker()
@broker.subscriber("in")
@broker.publisher("out")
async def handle(m): ...
`,
      },
      triggers: ["consumer handle <in> -> handle"],
      publishes: ["out"],
    },
  ],
};

const pika: TriggerFramework = {
  name: "RabbitMQ",
  languages,
  mayTrigger: /\b(?:aio_)?pika\b|\bkombu\b/,
  from: /^(?:pika|aio_pika|kombu)\b/,
  calls: {
    basic_consume: { kind: "consumer", topic: [0, "queue"], handler: "on_message_callback", needs: "topic" },
    basic_publish: { kind: "publisher", topic: [1, "routing_key"] },
  },
  examples: [
    {
      files: {
        "worker.py": `
import pika
channel.basic_consume(queue="mail", on_message_callback=deliver)
channel.basic_publish(exchange="", routing_key="done", body=b"")
`,
      },
      triggers: ["consumer deliver <mail> -> deliver"],
      publishes: ["done"],
    },
  ],
};

const nats: TriggerFramework = {
  name: "NATS",
  languages,
  mayTrigger: /\b(?:import|from) nats\b/,
  from: /^nats\b/,
  calls: {
    subscribe: { kind: "consumer", topic: [0, "subject"], handler: "cb", needs: "topic" },
    publish: { kind: "publisher", topic: [0, "subject"] },
  },
  examples: [
    {
      files: {
        "sub.py": `import nats\nasync def main():\n    nc = await nats.connect("x")\n    await nc.subscribe("tides.*", cb=tide)\n    await nc.publish("boats", b"")\n`,
      },
      triggers: ["consumer tide <tides.*> -> tide"],
      publishes: ["boats"],
    },
  ],
};

export const pythonMessages: readonly TriggerFramework[] = [kafka, faust, faststream, pika, nats];
