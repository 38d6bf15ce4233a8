import { z } from "zod";

const url = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });
const wholePort = "must be a whole number from 0 to 65535";
const port = z.coerce
  .number({ error: wholePort })
  .int({ error: wholePort })
  .min(0, { error: wholePort })
  .max(65_535, { error: wholePort });
const yesOrNo = z
  .enum(["yes", "no", "true", "false", "1", "0"])
  .transform((value) => /^(yes|true|1)$/.test(value));
const protocol = z.enum(["http/protobuf", "http/json"], "must be http/protobuf or http/json");
const milliseconds = z.coerce.number({ error: "must be a number of milliseconds" }).int().min(1).max(600_000);
const text = z.string().min(1);

export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Variables for metrics, and the supported standard ones of OpenTelemetry. */
export const telemetryVariables = {
  COPYDESK_METRICS_PORT: { rule: port, example: "9464" },
  COPYDESK_METRICS_HOST: { rule: text, example: "127.0.0.1" },
  COPYDESK_METRICS_TOKEN: {
    rule: z.string().regex(/^[\x21-\x7e]{16,}$/, "must be at least 16 characters without spaces"),
    example: "the output of: openssl rand -hex 32",
  },
  COPYDESK_METRICS_PROJECTS: { rule: yesOrNo, example: "no" },
  OTEL_SDK_DISABLED: { rule: yesOrNo, example: "true" },
  OTEL_TRACES_EXPORTER: {
    rule: z.enum(["otlp", "none"], "must be otlp or none"),
    example: "otlp",
  },
  OTEL_SERVICE_NAME: { rule: text, example: "copydesk" },
  OTEL_RESOURCE_ATTRIBUTES: { rule: text, example: "deployment.environment.name=production" },
  OTEL_EXPORTER_OTLP_ENDPOINT: { rule: url, example: "http://localhost:4318" },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { rule: url, example: "http://localhost:4318/v1/traces" },
  OTEL_EXPORTER_OTLP_HEADERS: { rule: text, example: "authorization=Bearer%20token" },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: { rule: text, example: "authorization=Bearer%20token" },
  OTEL_EXPORTER_OTLP_PROTOCOL: { rule: protocol, example: "http/protobuf" },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { rule: protocol, example: "http/protobuf" },
  OTEL_EXPORTER_OTLP_TIMEOUT: { rule: milliseconds, example: "10000" },
  OTEL_TRACES_SAMPLER: { rule: z.enum(samplers), example: "parentbased_traceidratio" },
  OTEL_TRACES_SAMPLER_ARG: {
    rule: z.coerce.number("must be a number from 0 to 1").min(0).max(1),
    example: "0.1",
  },
} as const;

export type TelemetryValues = {
  [Name in keyof typeof telemetryVariables]?: z.infer<(typeof telemetryVariables)[Name]["rule"]>;
};
