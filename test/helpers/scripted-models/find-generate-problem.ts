import { findSchemaProblem, walkSchemas } from "./find-schema-problem.ts";
import { findUnknownField } from "./script.ts";

export interface GeneratePart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args: unknown };
  functionResponse?: { id?: string; name: string; response: unknown };
}

export interface GenerateRequest {
  contents: { role: "user" | "model"; parts: GeneratePart[] }[];
  systemInstruction?: { parts: GeneratePart[] };
  tools?: { functionDeclarations: FunctionDeclaration[] }[];
}

interface FunctionDeclaration {
  name: string;
  parameters?: Record<string, unknown>;
  parametersJsonSchema?: Record<string, unknown>;
}

const fields = [
  ...["contents", "tools", "toolConfig", "safetySettings", "systemInstruction", "generationConfig"],
  ...["cachedContent", "serviceTier", "store"],
];

/** Of `parameters`, which is no JSON schema but a message with these fields. */
const openApiKeywords = [
  ...["type", "format", "title", "description", "nullable", "enum", "items", "properties", "required"],
  ...["minItems", "maxItems", "minLength", "maxLength", "pattern", "minimum", "maximum", "anyOf"],
  ...["minProperties", "maxProperties", "propertyOrdering", "example", "default"],
];

/** Of `parametersJsonSchema`. */
const jsonSchemaKeywords = [
  ...[
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "const",
    "default",
    "examples",
  ],
  ...["enum", "items", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf"],
  ...[
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
    "minLength",
    "maxLength",
    "pattern",
  ],
];

/** What Google's generateContent refuses. */
export function findGenerateProblem(body: unknown, path: string): string | null {
  if (typeof body !== "object" || body === null) return "Invalid JSON payload received. Unexpected token.";
  const unknown = findUnknownField(body, fields);
  if (unknown !== null) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`;
  const { contents, tools = [] } = body as Partial<GenerateRequest>;
  if (!Array.isArray(contents) || contents.length === 0) return "contents is not specified";
  const declarations = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  return findToolProblem(declarations) ?? findContentProblem(contents, /\/gemini-3/.test(path));
}

function findToolProblem(declarations: readonly FunctionDeclaration[]): string | null {
  for (const [index, { name, parameters, parametersJsonSchema }] of declarations.entries()) {
    const place = `tools[0].function_declarations[${index}]`;
    if (!/^[a-zA-Z_][\w.-]{0,63}$/.test(name)) return `Invalid function name at ${place}`;
    if (declarations.findIndex((other) => other.name === name) !== index)
      return `Duplicate function declaration found: ${name}`;
    const problem =
      parameters === undefined
        ? findDeclaredProblem(`${place}.parameters_json_schema`, parametersJsonSchema, jsonSchemaKeywords)
        : findDeclaredProblem(`${place}.parameters`, parameters, openApiKeywords);
    if (problem !== null) return problem;
  }
  return null;
}

function findDeclaredProblem(place: string, schema: unknown, known: readonly string[]): string | null {
  for (const [at, inner] of walkSchemas(schema)) {
    const unknown = findUnknownField(inner, known);
    if (unknown !== null)
      return `Invalid JSON payload received. Unknown name "${unknown}" at '${place}${at}': Cannot find field.`;
  }
  const lowered = lowerTypes(schema);
  if ((lowered as { type?: unknown } | undefined)?.type !== "object")
    return `${place}: schema should be of type OBJECT`;
  const problem = findSchemaProblem(lowered);
  if (problem === null) return null;
  if (problem.kind === "undefined_required")
    return `* ${place}${problem.at}.required: property is not defined`;
  if (problem.kind === "array_without_items") return `* ${place}${problem.at}.items: missing field`;
  return `Invalid value at '${place}${problem.at}' (${problem.kind}: ${problem.what})`;
}

/** Types may be written `OBJECT` or `object`. */
function lowerTypes(schema: unknown): unknown {
  const copy = structuredClone(schema);
  for (const [, inner] of walkSchemas(copy)) {
    if (typeof inner.type === "string") inner.type = inner.type.toLowerCase();
  }
  return copy;
}

function findContentProblem(contents: GenerateRequest["contents"], needsSignature: boolean): string | null {
  let calls: GeneratePart[] = [];
  if (contents[0]?.role !== "user") return "Please ensure that the first content has the role user.";
  for (const [index, { role, parts }] of contents.entries()) {
    const place = `contents[${index}]`;
    const problem = findPartProblem(place, role, parts) ?? findTurnProblem(contents, index, calls);
    if (problem !== null) return problem;
    calls = parts.filter(({ functionCall }) => functionCall !== undefined);
    if (needsSignature && calls.length > 0 && !calls[0]?.thoughtSignature) {
      return `Function call is missing a thought_signature in functionCall parts (${place}).`;
    }
  }
  return calls.length > 0
    ? "Please ensure that function response turn comes immediately after a function call turn."
    : null;
}

function findPartProblem(place: string, role: string, parts: readonly GeneratePart[]): string | null {
  if (role !== "user" && role !== "model") return "Please use a valid role: user, model.";
  if (!Array.isArray(parts) || parts.length === 0) return `${place}.parts: contents.parts must not be empty.`;
  for (const { text, functionCall, functionResponse, thoughtSignature } of parts) {
    const isEmpty = !text && !functionCall && !functionResponse && !thoughtSignature;
    if (isEmpty) return `${place}.parts: required oneof field 'data' must have one initialized field`;
    if (functionCall && role !== "model") return `${place}: function calls belong to the role model`;
    if (functionResponse && role !== "user") return `${place}: function responses belong to the role user`;
    if (functionCall && !isObject(functionCall.args))
      return `Invalid value at '${place}.parts.function_call.args' (Struct)`;
    if (functionResponse && !isObject(functionResponse.response)) {
      return `Invalid value at '${place}.parts.function_response.response' (Struct)`;
    }
  }
  return null;
}

/** As many responses as calls, in the turn right after them and nowhere else. */
function findTurnProblem(
  contents: GenerateRequest["contents"],
  index: number,
  calls: readonly GeneratePart[],
): string | null {
  const { role, parts } = contents[index]!;
  const answers = parts.filter(({ functionResponse }) => functionResponse !== undefined);
  if (answers.length > 0 && calls.length === 0) {
    return "Please ensure that function response turn comes immediately after a function call turn.";
  }
  if (answers.length !== calls.length) {
    return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
  }
  for (const [position, { functionCall }] of calls.entries()) {
    const { id, name } = answers[position]!.functionResponse!;
    if (name !== functionCall!.name || id !== functionCall!.id)
      return `function response ${name} answers no function call`;
  }
  const isMisplaced =
    role === "model" && contents[index - 1]?.role === "model" && parts.some((part) => part.functionCall);
  return isMisplaced
    ? "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
    : null;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
