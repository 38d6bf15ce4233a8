import type { samplers, TelemetryValues } from "./telemetry-variables.ts";

export interface MetricsSettings {
  port: number;
  host: string;
  /** Token required to read `/metrics`; null: none, on loopback only. */
  token: string | null;
  withProjects: boolean;
}

export interface TraceSettings {
  /** URL of the collector, including the path. */
  url: string;
  /** In the variable's format. */
  headers: string;
  protocol: "http/protobuf" | "http/json";
  timeoutMs: number;
  sampler: (typeof samplers)[number];
  ratio: number;
  serviceName: string;
}

export interface TelemetrySettings {
  /** Null if turned off. */
  metrics: MetricsSettings | null;
  traces: TraceSettings | null;
}

export function readTelemetry(values: TelemetryValues): TelemetrySettings {
  return { metrics: readMetrics(values), traces: readTraces(values) };
}

function readMetrics(values: TelemetryValues): MetricsSettings | null {
  if (values.COPYDESK_METRICS_PORT === undefined) return null;
  return {
    port: values.COPYDESK_METRICS_PORT,
    host: values.COPYDESK_METRICS_HOST ?? "127.0.0.1",
    token: values.COPYDESK_METRICS_TOKEN ?? null,
    withProjects: values.COPYDESK_METRICS_PROJECTS ?? false,
  };
}

/** Tracing is on if an endpoint or the exporter is set. */
function readTraces(values: TelemetryValues): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values;
  const exporter = values.OTEL_TRACES_EXPORTER;
  const isNamed = base !== undefined || own !== undefined || exporter === "otlp";
  if (!isNamed || exporter === "none" || values.OTEL_SDK_DISABLED === true) return null;
  const root = (base ?? "http://localhost:4318").replace(/(?<!\/)\/$/, "");
  return {
    url: own ?? `${root}/v1/traces`,
    headers: values.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? values.OTEL_EXPORTER_OTLP_HEADERS ?? "",
    protocol:
      values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL ?? "http/protobuf",
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT ?? 10_000,
    sampler: values.OTEL_TRACES_SAMPLER ?? "parentbased_always_on",
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
    serviceName: values.OTEL_SERVICE_NAME ?? "copydesk",
  };
}

/** Describes problems with the combination of variables. */
export function describeTelemetryProblems(values: TelemetryValues): string[] {
  const { COPYDESK_METRICS_PORT: port, COPYDESK_METRICS_TOKEN: token } = values;
  const host = values.COPYDESK_METRICS_HOST ?? "127.0.0.1";
  const others = ["COPYDESK_METRICS_HOST", "COPYDESK_METRICS_TOKEN", "COPYDESK_METRICS_PROJECTS"] as const;
  if (port === undefined)
    return others
      .filter((name) => values[name] !== undefined)
      .map(
        (name) => `${name}: is used together with COPYDESK_METRICS_PORT only. Set that too, or remove it.`,
      );
  if (token !== undefined || isLoopback(host)) return [];
  return [
    "COPYDESK_METRICS_TOKEN: is needed where COPYDESK_METRICS_HOST is more than this machine. Example: COPYDESK_METRICS_TOKEN=the output of: openssl rand -hex 32",
  ];
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** Returns the values of headers, most of which are secrets. */
export function secretsOfHeaders(headers: string | undefined): string[] {
  return (headers ?? "").split(",").flatMap((pair) => {
    const value = pair.slice(pair.indexOf("=") + 1).trim();
    return value === "" ? [] : [value, decode(value)];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
