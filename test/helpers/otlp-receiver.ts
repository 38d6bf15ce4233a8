import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { closeServer } from "./close-server.ts";

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  kind: number;
  attributes: Record<string, string | number | boolean>;
  resource: Record<string, string | number | boolean>;
  startMs: number;
  endMs: number;
  isError: boolean;
}

interface WireAttribute {
  key: string;
  value: { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean };
}

interface WireSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes?: WireAttribute[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
}

interface WireTraces {
  resourceSpans: {
    resource: { attributes: WireAttribute[] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

export interface OtlpReceiver {
  /** Without the path of traces. */
  url: string;
  spans: ReceivedSpan[];
  /** Bodies that were not JSON, as they came. */
  binary: { contentType: string; body: Buffer }[];
  headers: Record<string, string | string[] | undefined>[];
  close(): Promise<void>;
}

/** A collector on loopback for OTLP over HTTP. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Omit<OtlpReceiver, "url" | "close"> = { spans: [], binary: [], headers: [] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw;
    if (request.method !== "POST" || request.url !== "/v1/traces") return void response.writeHead(404).end();
    received.headers.push(request.headers);
    const contentType = request.headers["content-type"] ?? "";
    if (contentType === "application/json") received.spans.push(...readTraces(JSON.parse(body.toString())));
    else received.binary.push({ contentType, body });
    response.writeHead(200, { "content-type": contentType }).end(contentType.endsWith("json") ? "{}" : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await closeServer(server);
    },
  };
}

function readTraces({ resourceSpans }: WireTraces): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...{ name: span.name, traceId: span.traceId, spanId: span.spanId, kind: span.kind },
        parentSpanId: span.parentSpanId || null,
        attributes: readAttributes(span.attributes ?? []),
        resource: readAttributes(resource.attributes),
        startMs: Number(span.startTimeUnixNano) / 1e6,
        endMs: Number(span.endTimeUnixNano) / 1e6,
        isError: span.status?.code === 2,
      })),
    ),
  );
}

function readAttributes(attributes: WireAttribute[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const { stringValue, intValue, doubleValue, boolValue } = value;
      return [key, stringValue ?? boolValue ?? doubleValue ?? Number(intValue)];
    }),
  );
}
