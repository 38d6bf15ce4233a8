import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { findSchemaProblem } from "../../test/helpers/scripted-models/find-schema-problem.ts";
import {
  type AnyRequest,
  startScriptedProvider,
} from "../../test/helpers/scripted-models/start-scripted-provider.ts";
import { providerNames } from "../schemas/providers.ts";
import { callProvider } from "./asking/call-provider.ts";
import { resolveModel } from "./models/resolve-model.ts";
import { describeTools, slimSchema, type ToolDescription } from "./tool-definitions.ts";
import { allTools } from "./tools/all-tools.ts";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function send(provider: (typeof providerNames)[number], tools: ToolDescription[]) {
  const server = await startScriptedProvider(provider, () => ({ text: "ok" }));
  open.push(server);
  const model = resolveModel({ ...server.settings, createChoresModel: () => expect.fail() }, server.model);
  const messages = [{ role: "user" as const, content: "-" }];
  await callProvider(model, { system: "-", messages, tools }).catch(() => undefined);
  return server;
}

/** Schemas by tool name, from the bytes received. */
function schemasOf({ tools }: AnyRequest): Record<string, object> {
  const sent = (tools as Record<string, unknown>[]).flatMap((tool) =>
    "functionDeclarations" in tool ? (tool.functionDeclarations as Record<string, unknown>[]) : [tool],
  );
  return Object.fromEntries(
    sent.map((tool) => {
      const said = (tool.function ?? tool) as Record<string, unknown>;
      const { parameters, parametersJsonSchema, input_schema } = said;
      return [said.name, (parameters ?? parametersJsonSchema ?? input_schema) as object];
    }),
  );
}

describe.each(providerNames)("the tools as %s receives them", (provider) => {
  it("are valid schemas with every argument of the tool and every required one among them", async () => {
    const server = await send(provider, describeTools(allTools, { withSources: true }));
    expect(server.refusals).toEqual([]);
    const schemas = schemasOf(server.requests[0]!);
    expect(Object.keys(schemas)).toEqual(allTools.map(({ name }) => name));
    for (const { name, schema } of allTools) {
      const sent = schemas[name] as { properties: object; required?: string[] };
      expect(findSchemaProblem(sent)).toBeNull();
      const own = z.toJSONSchema(schema, { io: "input" });
      expect(Object.keys(sent.properties)).toEqual(Object.keys(own.properties!));
      expect(sent.required).toEqual(own.required);
    }
  });

  it("would be refused with a required argument that is not described", async () => {
    const inputSchema: ToolDescription["inputSchema"] = {
      ...{ type: "object", properties: {}, required: ["pattern"] },
    };
    const server = await send(provider, [{ type: "function", name: "search", inputSchema }]);
    expect(server.requests).toEqual([]);
    expect(server.refusals).toHaveLength(1);
  });
});

describe("a slim schema", () => {
  const keywords = [
    "pattern",
    "minimum",
    "maxItems",
    "$schema",
    "additionalProperties",
    "properties",
    "items",
  ];

  it.each(keywords)("keeps a property that is called %s, at every depth, and loses no other", (name) => {
    const schema = z.toJSONSchema(
      z.object({
        [name]: z.string().min(1).regex(/x/),
        list: z.array(z.object({ [name]: z.number().min(1) })).max(9),
        either: z.union([z.object({ [name]: z.string() }), z.null()]),
      }),
      { io: "input" },
    );
    const inner = { type: "object", properties: { [name]: { type: "string" } }, required: [name] };
    expect(slimSchema(schema)).toEqual({
      type: "object",
      properties: {
        [name]: { type: "string" },
        list: { type: "array", items: { ...inner, properties: { [name]: { type: "number" } } } },
        either: { anyOf: [inner, { type: "null" }] },
      },
      required: [name, "list", "either"],
    });
  });

  it("leaves values alone that only look like schemas", () => {
    const schema = { type: "object", default: { pattern: "x" }, enum: [{ minimum: 1 }] };
    expect(slimSchema(schema)).toEqual(schema);
  });
});
