import { STATUS_CODES } from "node:http";
import type { Sliced } from "../../text/run-in-slices.ts";
import { nameNullableObjects } from "./name-nullable-objects.ts";
import type { Json } from "./to-json-schema.ts";

type Kind = "responses" | "headers" | "examples";

interface Shared {
  /** Names of the components by their text. */
  names: Map<string, string>;
  parts: Record<string, unknown>;
}

/**
 * The same document in fewer bytes: responses of errors, headers and examples that stand in several places
 * are moved to the components and referred to, and so are objects that may be null.
 */
export function* shareComponents(described: Json): Sliced<Json> {
  const document = yield* nameNullableObjects(described);
  const shared: Record<Kind, Shared> = { responses: none(), headers: none(), examples: none() };
  const paths: Json = {};
  for (const [path, operations] of Object.entries(document.paths as Json)) {
    yield;
    paths[path] = mapValues(operations as Record<string, Json>, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses as Json, (response, status) =>
        shareResponse(shared, response as Json, status),
      ),
    }));
  }
  const { responses, headers, examples } = mapValues(shared, ({ parts }) => parts);
  const components = { ...(document.components as Json), responses, headers, examples };
  return { ...document, paths, components };
}

function none(): Shared {
  return { names: new Map(), parts: {} };
}

function shareResponse(shared: Record<Kind, Shared>, response: Json, status: string): Json {
  const headers = mapValues((response.headers ?? {}) as Json, (header, name) =>
    refer(shared, "headers", header, headerName(name, header as Json)),
  );
  const content = mapValues((response.content ?? {}) as Json, (media) => {
    const { examples, ...rest } = media as Json;
    if (examples === undefined) return media;
    return {
      ...rest,
      examples: mapValues(examples as Json, (example, name) => refer(shared, "examples", example, name)),
    };
  });
  const whole = { ...response, headers, ...(response.content !== undefined && { content }) };
  return Number(status) < 400 ? whole : refer(shared, "responses", whole, responseName(status));
}

function refer(shared: Record<Kind, Shared>, kind: Kind, part: unknown, wanted: string): Json {
  const { names, parts } = shared[kind];
  const text = JSON.stringify(part);
  let name = names.get(text);
  for (let next = 1; name === undefined; next += 1) {
    const free = next === 1 ? wanted : `${wanted}${next}`;
    if (Object.hasOwn(parts, free)) continue;
    name = free;
    names.set(text, name);
    parts[name] = part;
  }
  return { $ref: `#/components/${kind}/${name}` };
}

function responseName(status: string): string {
  return String(STATUS_CODES[Number(status)]).replace(/[^A-Za-z]/g, "");
}

function headerName(name: string, { required }: Json): string {
  return `${name.replaceAll("-", "")}${required === true ? "" : "Optional"}`;
}

function mapValues<T, R>(
  record: Record<string, T>,
  change: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
