import type { Attributes, Context, Span, SpanContext, Tracer } from "@opentelemetry/api";
import type { Sampler } from "@opentelemetry/sdk-trace";
import { type CurrentSpan, currentSpan } from "../current.ts";
import { type Operation, operationsBegun, operationsEnded } from "../observe.ts";
import type { TraceSettings } from "../telemetry-settings.ts";
import { describeSpan, type SpanShape } from "./describe-span.ts";

export interface Traces {
  /** Sends pending spans, for a few seconds at most, and stops. */
  close(): Promise<void>;
}

type Otel = Awaited<ReturnType<typeof load>>;

const flushMs = 3_000;

/** The libraries are loaded only here, so that processes without tracing start without them. */
async function load() {
  const [api, sdk, resources, core] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/core"),
  ]);
  return { api, sdk, resources, core };
}

/**
 * Creates a span for each operation that belongs to a request or a job, and sends the spans to the collector.
 */
export async function startTraces(
  settings: TraceSettings,
  own: { version: string; role: string; onProblem(error: unknown): void },
): Promise<Traces> {
  const otel = await load();
  const exporter = await createExporter(otel, settings);
  const processor = new otel.sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 });
  const { resourceFromAttributes, defaultResource, detectResources, envDetector } = otel.resources;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.version": own.version, "copydesk.role": own.role }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ "service.name": settings.serviceName }));
  const provider = new otel.sdk.TracerProvider({
    resource,
    sampler: createSampler(otel, settings),
    spanProcessors: [processor],
  });
  const stop = followOperations(otel, provider.getTracer("copydesk", own.version), own.onProblem);
  return {
    async close() {
      stop();
      const late = new Promise<void>((resolve) => setTimeout(resolve, flushMs).unref());
      await Promise.race([provider.shutdown().catch(own.onProblem), late]);
    },
  };
}

async function createExporter({ core }: Otel, { url, headers, protocol, timeoutMs }: TraceSettings) {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({
    url,
    headers: core.parseKeyPairsIntoRecord(headers),
    timeoutMillis: timeoutMs,
  });
}

function createSampler({ sdk }: Otel, { sampler, ratio }: TraceSettings): Sampler {
  const root = sampler.endsWith("traceidratio")
    ? new sdk.TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith("always_off")
      ? new sdk.AlwaysOffSampler()
      : new sdk.AlwaysOnSampler();
  return sampler.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root }) : root;
}

function followOperations(otel: Otel, tracer: Tracer, onProblem: (error: unknown) => void): () => void {
  const spans = new WeakMap<object, Span>();
  const begin = (message: unknown): CurrentSpan | undefined => {
    const operation = message as Operation;
    const here = currentSpan.getStore();
    try {
      const shape = describeSpan(operation);
      if (shape === null) return here;
      const parent = shape.parent ?? here ?? null;
      if (parent === null && !shape.mayBeRoot) return here;
      const context = contextOf(otel, parent);
      if (shape.waitedMs !== undefined) addWait(tracer, context, shape);
      const { name, kind, attributes } = shape;
      const span = tracer.startSpan(name, { kind: otel.api.SpanKind[kind], attributes }, context);
      spans.set(operation, span);
      return toCurrent(span.spanContext(), parent?.tracestate ?? null);
    } catch (error) {
      onProblem(error);
      return here;
    }
  };
  const end = (message: unknown): void => {
    const operation = message as Operation;
    const span = spans.get(operation);
    if (span === undefined) return;
    try {
      endSpan(otel, span, operation);
    } catch (error) {
      onProblem(error);
    }
  };
  operationsBegun.bindStore(currentSpan, begin as (message: unknown) => CurrentSpan);
  operationsEnded.subscribe(end);
  return () => {
    operationsBegun.unbindStore(currentSpan);
    operationsEnded.unsubscribe(end);
  };
}

/** Adds a span for the time in the queue. */
function addWait(tracer: Tracer, context: Context, { waitedMs = 0, attributes }: SpanShape): void {
  const now = Date.now();
  tracer.startSpan("queue", { startTime: now - waitedMs, attributes }, context).end(now);
}

function contextOf({ api }: Otel, parent: CurrentSpan | null): Context {
  if (parent === null) return api.ROOT_CONTEXT;
  const { traceId, spanId, flags, tracestate } = parent;
  const spanContext: SpanContext = {
    ...{ traceId, spanId, traceFlags: flags },
    ...(tracestate !== null && { traceState: api.createTraceState(tracestate) }),
  };
  return api.trace.setSpanContext(api.ROOT_CONTEXT, spanContext);
}

function toCurrent({ traceId, spanId, traceFlags }: SpanContext, tracestate: string | null): CurrentSpan {
  return { traceId, spanId, flags: traceFlags, tracestate };
}

function endSpan({ api }: Otel, span: Span, operation: Operation): void {
  const shape = describeSpan(operation);
  if (shape !== null) {
    span.updateName(shape.name);
    span.setAttributes(shape.attributes as Attributes);
  }
  const { error } = operation;
  const why = error === null ? (shape?.problem ?? null) : nameOf(error);
  if (why !== null) {
    span.setAttribute("error.type", why);
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}

/** Returns a code or class name only: messages may quote confidential text. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, reason } = error as Error & { code?: unknown; reason?: unknown };
  return String(typeof code === "string" ? code : typeof reason === "string" ? reason : error.name);
}
