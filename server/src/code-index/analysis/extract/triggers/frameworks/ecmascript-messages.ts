import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["typescript", "tsx", "javascript"];

/** Of Nest: messages of its transports, of RabbitMQ and SQS, and events within the program. */
const nest: TriggerFramework = {
  name: "Nest",
  languages,
  mayTrigger: /@nestjs\/(?:microservices|event-emitter|cqrs)\b|@golevelup\/nestjs-rabbitmq|nestjs-sqs/,
  from: /^(?:@nestjs\/(?:microservices|event-emitter|cqrs)|@golevelup\/nestjs-rabbitmq|@ssut\/nestjs-sqs|@nestjs-packages\/sqs)#/,
  decorators: {
    EventPattern: { kind: "consumer", topic: 0, needs: "topic" },
    MessagePattern: { kind: "consumer", topic: [0, "cmd"], needs: "topic" },
    RabbitSubscribe: [
      { kind: "consumer", topic: "routingKey", needs: "topic" },
      { kind: "consumer", topic: "queue", needs: "topic" },
    ],
    RabbitRPC: { kind: "consumer", topic: "routingKey", needs: "topic" },
    SqsMessageHandler: { kind: "consumer", topic: [0, "name"], needs: "topic" },
    OnEvent: { kind: "event-listener", topic: 0, needs: "topic" },
    EventsHandler: { kind: "event-listener", topic: 0, hasManyTopics: true, isTopicName: true },
  },
  examples: [
    {
      files: {
        "orders.ts": `
import { Controller } from "@nestjs/common";
import { EventPattern, MessagePattern } from "@nestjs/microservices";
import { RabbitSubscribe } from "@golevelup/nestjs-rabbitmq";
import { OnEvent } from "@nestjs/event-emitter";
import { EventsHandler } from "@nestjs/cqrs";
@Controller()
export class Orders {
  @EventPattern("order.created")
  created() {}
  @MessagePattern({ cmd: "sum" })
  sum() {}
  @RabbitSubscribe({ exchange: "fleet", routingKey: "boat.sold", queue: "sold" })
  sold() {}
  @OnEvent("boat.lost")
  lost() {}
}
@EventsHandler(BoatBuilt)
export class BoatBuiltHandler {}
`,
      },
      triggers: [
        "consumer Orders.created <order.created> -> Orders.created",
        "consumer Orders.sum <sum> -> Orders.sum",
        "consumer Orders.sold <boat.sold> -> Orders.sold",
        "event-listener Orders.lost <boat.lost> -> Orders.lost",
        "event-listener BoatBuiltHandler <BoatBuilt> -> BoatBuiltHandler",
      ],
    },
  ],
};

const kafka: TriggerFramework = {
  name: "Kafka",
  languages,
  mayTrigger: /["'](?:kafkajs|@confluentinc\/kafka-javascript|node-rdkafka)["']|\b[Cc]onsumer\.subscribe\(/,
  from: /^(?:kafkajs|@confluentinc\/kafka-javascript|node-rdkafka)#/,
  objects: ["consumer", "producer", "Consumer", "Producer", "KafkaConsumer"],
  calls: {
    subscribe: [
      { kind: "consumer", topic: "topic", proof: "object", needs: "topic" },
      { kind: "consumer", topic: [0, "topics"], proof: "object", needs: "topic" },
    ],
    send: { kind: "publisher", topic: "topic", proof: "object" },
  },
  examples: [
    {
      files: {
        "bus.ts": `
import { Kafka } from "kafkajs";
const kafka = new Kafka({});
const consumer = kafka.consumer({ groupId: "boats" });
await consumer.subscribe({ topic: "tides", fromBeginning: true });
await consumer.subscribe({ topics: ["boats", "masts"] });
const producer = kafka.producer();
await producer.send({ topic: "sums", messages: [] });
`,
      },
      triggers: ["consumer tides <tides>", "consumer boats <boats>", "consumer masts <masts>"],
      publishes: ["sums"],
    },
  ],
};

const rabbit: TriggerFramework = {
  name: "RabbitMQ",
  languages,
  mayTrigger: /["'](?:amqplib(?:\/callback_api)?|amqp-connection-manager)["']/,
  from: /^(?:amqplib|amqp-connection-manager)\b/,
  calls: {
    consume: { kind: "consumer", topic: 0, handler: 1, needs: "topic" },
    sendToQueue: { kind: "publisher", topic: 0 },
    publish: { kind: "publisher", topic: 1 },
  },
  examples: [
    {
      files: {
        "bus.js": `
const amqp = require("amqplib");
async function start(channel) {
  channel.consume("mail", onMail);
  channel.sendToQueue("sums", b);
  channel.publish("fleet", "boat.sold", b);
}
`,
      },
      triggers: ["consumer onMail <mail> -> onMail"],
      publishes: ["sums", "boat.sold"],
    },
  ],
};

const sqs: TriggerFramework = {
  name: "SQS",
  languages,
  mayTrigger: /["'](?:sqs-consumer|@aws-sdk\/client-sqs)["']/,
  from: /^(?:sqs-consumer|@aws-sdk\/client-sqs)#/,
  calls: {
    create: { kind: "consumer", topic: "queueUrl", handler: "handleMessage", needs: "topic" },
    ReceiveMessageCommand: { kind: "consumer", topic: "QueueUrl", needs: "topic" },
    SendMessageCommand: { kind: "publisher", topic: "QueueUrl" },
  },
  examples: [
    {
      files: {
        "bus.ts": `
import { Consumer } from "sqs-consumer";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
Consumer.create({ queueUrl: process.env.MAIL_QUEUE, handleMessage: onMail });
new SendMessageCommand({ QueueUrl: "https://sqs/sums" });
`,
      },
      triggers: ["consumer onMail <{process.env.MAIL_QUEUE}> -> onMail ?"],
      publishes: ["https://sqs/sums"],
    },
  ],
};

const nats: TriggerFramework = {
  name: "NATS",
  languages,
  mayTrigger: /["'](?:nats|@nats-io\/[\w-]+)["']/,
  from: /^(?:nats|@nats-io\/[\w-]+)#/,
  objects: ["connect"],
  calls: {
    subscribe: { kind: "consumer", topic: 0, proof: "object", needs: "topic" },
    publish: { kind: "publisher", topic: 0, proof: "object" },
  },
  examples: [
    {
      files: {
        "bus.ts": `import { connect } from "nats";\nconst nc = await connect({});\nnc.subscribe("tides.*");\nnc.publish("boats");\n`,
      },
      triggers: ["consumer tides.* <tides.*>"],
      publishes: ["boats"],
    },
  ],
};

export const ecmascriptMessages: readonly TriggerFramework[] = [nest, kafka, rabbit, sqs, nats];
