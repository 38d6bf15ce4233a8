import type { ErrorCode } from "../../errors.ts";
import { type Html, html, nothing } from "./html.ts";
import { renderCodeSpans } from "./render-code-spans.ts";

type Json = Record<string, unknown>;

/** The OpenAPI document as one page that people read. */
export function renderReference(document: Json): Html {
  const operations = Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Json })),
  );
  const { schemas } = document.components as { schemas: Record<string, Json> };
  return html`
<header class="top"><span class="brand">Copydesk</span><span class="project">API reference</span></header>
<main class="reference">
<h1>API reference</h1>
<p>${(document.info as Json).description as string} As a document: <a href="openapi.json">openapi.json</a>. Errors: <a href="errors">all codes</a>. For TypeScript and JavaScript: <a href="sdk.tgz">the client</a>, which npm installs from this address.</p>
<nav class="card" aria-label="Operations"><ul>
${operations.map(({ method, path, operation }) => html`<li><code class="method">${method.toUpperCase()}</code><a href="#${String(operation.operationId)}">${path}</a><span class="summary">${String(operation.summary)}</span></li>`)}
</ul></nav>
${operations.map(renderOperation)}
<h2>Schemas</h2>
${Object.entries(schemas).map(([name, schema]) => html`<section class="card" id="schema-${name}"><h3>${name}</h3>${renderSchema(schema)}</section>`)}
</main>`;
}

function renderOperation({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: Json;
}): Html {
  const parameters = operation.parameters as Json[];
  const responses = Object.entries(operation.responses as Record<string, Json>);
  return html`<section class="card" id="${String(operation.operationId)}">
<h2>${String(operation.summary)}</h2>
<p class="endpoint"><code class="method">${method.toUpperCase()}</code><code>${path}</code></p>
<p>${renderCodeSpans(String(operation.description))}</p>
${parameters.length === 0 ? nothing : renderParameters(parameters)}
${operation.requestBody === undefined ? nothing : renderContent("Body", (operation.requestBody as Json).content as Json)}
<h3>Responses</h3>
${responses.map(([status, response]) => renderResponse(status, response))}
</section>`;
}

function renderParameters(parameters: readonly Json[]): Html {
  return html`<h3>Parameters</h3><dl>
${parameters.map(
  ({ name, in: place, required, description, example }) =>
    html`<dt><code>${String(name)}</code> <span class="type">${String(place)}${required ? ", required" : ""}</span></dt>
<dd>${renderCodeSpans(String(description ?? ""))}${example === undefined ? nothing : html` Example: <code>${String(example)}</code>`}</dd>`,
)}</dl>`;
}

function renderResponse(status: string, { description, headers = {}, content }: Json): Html {
  const names = Object.keys(headers as Json).map((name) => html`<code>${name}</code> `);
  return html`<details><summary><strong>${status}</strong> <span>${renderCodeSpans(String(description))}</span></summary>
<p>Headers: ${names}</p>
${content === undefined ? nothing : renderContent("Content", content as Json)}${renderErrorLinks((content ?? {}) as Json)}</details>`;
}

function renderErrorLinks(content: Json): Html {
  const { examples } = (content["application/problem+json"] ?? {}) as Json;
  const codes = Object.keys((examples ?? {}) as Json) as ErrorCode[];
  if (codes.length === 0) return nothing;
  return html`<p>Cause and cure: ${codes.map((code) => html`<a href="errors/${code}"><code>${code}</code></a> `)}</p>`;
}

function renderContent(title: string, content: Json): Html {
  return html`${Object.entries(content).map(([type, media]) => {
    const { schema, example, examples } = media as Json;
    const [first] = Object.values((examples ?? {}) as Record<string, Json>);
    const shown = example ?? first?.value;
    return html`<h4>${title}: <code>${type}</code></h4>${renderSchema(schema as Json)}
${shown === undefined ? nothing : html`<pre><code>${typeof shown === "string" ? shown : JSON.stringify(shown, null, 2)}</code></pre>`}`;
  })}`;
}

function renderSchema(schema: Json): Html {
  const name = String(schema.$ref ?? "")
    .split("/")
    .at(-1);
  if (name) return html`<p>Schema: <a href="#schema-${name}">${name}</a></p>`;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  if (properties.length === 0) return html`<p>${describeType(schema)}</p>`;
  const required = new Set(schema.required as string[] | undefined);
  return html`<dl>${properties.map(
    ([property, value]) =>
      html`<dt><code>${property}</code> <span class="type">${describeType(value)}${required.has(property) ? ", required" : ""}</span></dt>
<dd>${renderCodeSpans(describeValue(value))}${renderInner(value)}</dd>`,
  )}</dl>`;
}

/** The fields of an object in a field, also of one that can be null. */
function renderInner({ properties, anyOf, ...rest }: Json): Html {
  const inner = [{ ...rest, properties }, ...((anyOf ?? []) as Json[])];
  return html`${inner.filter((one) => one.properties !== undefined).map(renderSchema)}`;
}

function describeValue(schema: Json): string {
  const { enum: closed, "x-extensible-enum": open } = schema;
  const values = (closed ?? open ?? []) as unknown[];
  const listed = values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  const more = open === undefined ? "" : " Later versions may add others.";
  const parts = [schema.description, listed && `One of ${listed}.${more}`, describeLimits(schema)];
  return parts.filter(Boolean).join(" ");
}

function describeType(schema: Json): string {
  const { type, const: value, items, oneOf, anyOf = oneOf, format } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf !== undefined) return (anyOf as Json[]).map(describeType).join(" or ");
  if (type === "array") return `list of ${describeType((items ?? {}) as Json)}`;
  if (schema.$ref !== undefined) return String(schema.$ref).split("/").at(-1)!;
  const types = [type ?? "any value"].flat().join(" or ");
  return format === undefined ? types : `${types} ${format}`;
}

function describeLimits({
  default: absent,
  minLength,
  maxLength,
  minItems,
  maxItems,
  minimum,
  maximum,
}: Json): string {
  const range = (from: unknown, to: unknown, what: string) => {
    if (to === undefined || Number(to) >= Number.MAX_SAFE_INTEGER) return "";
    return from === undefined ? `At most ${to}${what}.` : `${from} to ${to}${what}.`;
  };
  return [
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    range(minimum, maximum, ""),
    absent === undefined ? "" : `Default: \`${JSON.stringify(absent)}\`.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}
