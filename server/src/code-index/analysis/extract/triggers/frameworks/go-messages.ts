import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["go"];

const kafka: TriggerFramework = {
  name: "Kafka",
  languages,
  mayTrigger: /segmentio\/kafka-go|\bsarama\b|confluent-kafka-go|twmb\/franz-go/,
  from: /segmentio\/kafka-go|\bsarama\b|confluent-kafka-go|twmb\/franz-go/,
  calls: {
    Consume: { kind: "consumer", topic: 1, needs: "topic", handler: 2 },
    ConsumePartition: { kind: "consumer", topic: 0, needs: "topic" },
    SubscribeTopics: { kind: "consumer", topic: 0, needs: "topic" },
    ConsumeTopics: { kind: "consumer", topic: 0, hasManyTopics: true, needs: "topic" },
  },
  literals: {
    ReaderConfig: [
      { kind: "consumer", topic: "Topic", needs: "topic" },
      { kind: "consumer", topic: "GroupTopics", needs: "topic" },
    ],
    WriterConfig: { kind: "publisher", topic: "Topic" },
    Writer: { kind: "publisher", topic: "Topic" },
    ProducerMessage: { kind: "publisher", topic: "Topic" },
  },
  examples: [
    {
      files: {
        "main.go": `
package main
import "github.com/segmentio/kafka-go"
func main() {
	r := kafka.NewReader(kafka.ReaderConfig{Brokers: b, Topic: "orders"})
	w := &kafka.Writer{Topic: "tides"}
}
`,
      },
      triggers: ["consumer orders <orders>"],
      publishes: ["tides"],
    },
  ],
};

const nats: TriggerFramework = {
  name: "NATS",
  languages,
  mayTrigger: /nats-io\/nats\.go/,
  from: /nats-io\/nats\.go/,
  calls: {
    Subscribe: { kind: "consumer", topic: 0, handler: 1, needs: "topic" },
    QueueSubscribe: { kind: "consumer", topic: 0, handler: 2, needs: "topic" },
    Publish: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "main.go": `package main\nimport "github.com/nats-io/nats.go"\nfunc main() {\n\tnc, _ := nats.Connect(u)\n\tnc.Subscribe("tides.*", onTide)\n\tnc.Publish("boats", nil)\n}\n`,
      },
      triggers: ["consumer onTide <tides.*> -> onTide"],
      publishes: ["boats"],
    },
  ],
};

const rabbit: TriggerFramework = {
  name: "RabbitMQ",
  languages,
  mayTrigger: /rabbitmq\/amqp091-go|streadway\/amqp/,
  from: /rabbitmq\/amqp091-go|streadway\/amqp/,
  calls: {
    Consume: { kind: "consumer", topic: 0, needs: "topic" },
    ConsumeWithContext: { kind: "consumer", topic: 1, needs: "topic" },
    Publish: { kind: "publisher", topic: 1 },
    PublishWithContext: { kind: "publisher", topic: 2 },
  },
  examples: [
    {
      files: {
        "main.go": `package main\nimport amqp "github.com/rabbitmq/amqp091-go"\nfunc main() {\n\tch.Consume("mail", "", true, false, false, false, nil)\n\tch.PublishWithContext(ctx, "", "done", false, false, amqp.Publishing{})\n}\n`,
      },
      triggers: ["consumer mail <mail>"],
      publishes: ["done"],
    },
  ],
};

const watermill: TriggerFramework = {
  name: "Watermill",
  languages,
  mayTrigger: /ThreeDotsLabs\/watermill/,
  from: /ThreeDotsLabs\/watermill/,
  calls: {
    AddHandler: { kind: "consumer", name: 0, topic: 1, handler: 5, needs: "topic" },
    AddNoPublisherHandler: { kind: "consumer", name: 0, topic: 1, handler: 3, needs: "topic" },
    AddConsumerHandler: { kind: "consumer", name: 0, topic: 1, handler: 3, needs: "topic" },
    Publish: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "main.go": `package main\nimport "github.com/ThreeDotsLabs/watermill/message"\nfunc main() {\n\trouter.AddNoPublisherHandler("print", "orders", sub, onOrder)\n}\n`,
      },
      triggers: ["consumer print <orders> -> onOrder"],
    },
  ],
};

const cloudQueues: TriggerFramework = {
  name: "Google Pub/Sub",
  languages,
  mayTrigger: /cloud\.google\.com\/go\/pubsub/,
  from: /cloud\.google\.com\/go\/pubsub/,
  calls: { Subscription: { kind: "consumer", topic: 0, needs: "topic" }, Topic: { kind: "publisher", topic: 0 } },
  examples: [
    {
      files: {
        "main.go": `package main\nimport "cloud.google.com/go/pubsub"\nfunc main() {\n\tclient.Subscription("boats").Receive(ctx, f)\n\tclient.Topic("tides")\n}\n`,
      },
      triggers: ["consumer boats <boats>"],
      publishes: ["tides"],
    },
  ],
};

export const goMessages: readonly TriggerFramework[] = [kafka, nats, rabbit, watermill, cloudQueues];
