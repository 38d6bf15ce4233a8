import {
  type DescribedHeader,
  type DescribedMedia,
  type Description,
  listOperations,
  type Operation,
  type Schema,
} from "./description.ts";

export interface Example {
  /** Where it stands, for people. */
  at: string;
  schema: Schema;
  value: unknown;
}

type Described = DescribedHeader | DescribedMedia;

/** Every example of the document beside its schema, and the places that should have one and do not. */
export function listExamples(description: Description): { examples: Example[]; missing: string[] } {
  const places = listOperations(description).flatMap(listPlaces);
  const found = places.map(([at, described]) => ({ at, described, values: valuesOf(described) }));
  const ofSchemas = Object.entries(description.components.schemas).flatMap(([name, schema]) =>
    examplesInside(schema, name),
  );
  return {
    examples: [
      ...found.flatMap(({ at, described, values }) => [
        ...values.map((value) => ({ at, schema: described.schema, value })),
        ...examplesInside(described.schema, at),
      ]),
      ...ofSchemas,
    ],
    missing: found.filter(({ values }) => values.length === 0).map(({ at }) => at),
  };
}

function listPlaces(operation: Operation): [string, Described][] {
  const { operationId, parameters, requestBody, responses } = operation;
  const places: [string, Described][] = parameters.map((parameter) => [
    `${operationId} ${parameter.in} ${parameter.name}`,
    parameter,
  ]);
  for (const [type, media] of Object.entries(requestBody?.content ?? {}))
    places.push([`${operationId} body ${type}`, media]);
  for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
    for (const [name, header] of Object.entries(headers))
      places.push([`${operationId} ${status} header ${name}`, header]);
    for (const [type, media] of Object.entries(content))
      places.push([`${operationId} ${status} ${type}`, media]);
  }
  return places;
}

function valuesOf(described: Described): unknown[] {
  const several = "examples" in described ? Object.values(described.examples ?? {}) : [];
  const values = several.map(({ value }) => value);
  return described.example === undefined ? values : [described.example, ...values];
}

/** `examples` within a schema are examples of that part of it. */
function examplesInside(schema: unknown, at: string): Example[] {
  if (typeof schema !== "object" || schema === null) return [];
  const parts = Object.entries(schema).filter(([name]) => name !== "examples");
  const own = (schema as Schema).examples;
  return [
    ...(Array.isArray(own) ? own.map((value) => ({ at, schema: schema as Schema, value })) : []),
    ...parts.flatMap(([name, part]) => examplesInside(part, `${at}.${name}`)),
  ];
}
