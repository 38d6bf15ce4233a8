import { STATUS_CODES } from "node:http";
import type { DescribedResponse, Description, Operation } from "./description.ts";
import { createSchemaValidator, type ValidateSchema } from "./schema-validator.ts";
import type { Answer, SentRequest } from "./send-request.ts";

/** What an answer has that the document does not say, or says otherwise; one line each. */
export type CheckAnswer = (operation: Operation, sent: SentRequest, answer: Answer) => string[];

/** Of HTTP itself, not of the API. */
const transportHeaders = new Set([
  ...["connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"],
  // Tells a proxy to pass streams on at once.
  "x-accel-buffering",
]);

export function createAnswerChecker(description: Description): CheckAnswer {
  const validate = createSchemaValidator(description);
  return (operation, sent, answer) => {
    const response = operation.responses[answer.status];
    if (response === undefined) return [`the status ${answer.status} is not described`];
    if (answer.status >= 500) return [`the status is ${answer.status}: ${answer.body}`];
    return [
      ...checkHeaders(validate, response, answer),
      ...checkBody(validate, response, answer),
      ...(answer.status >= 400 ? checkProblem(response, sent, answer) : []),
    ];
  };
}

function checkHeaders(
  validate: ValidateSchema,
  { headers = {} }: DescribedResponse,
  answer: Answer,
): string[] {
  const described = Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) return required ? [`the header ${name} is missing`] : [];
    const typed = schema.type === "integer" && /^\d+$/.test(value) ? Number(value) : value;
    return validate(schema, typed).map((problem) => `the header ${name} (${value}) ${problem}`);
  });
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const strange = Object.keys(answer.headers).filter(
    (name) => !names.has(name) && !transportHeaders.has(name),
  );
  return [...described, ...strange.map((name) => `the header ${name} is not described`)];
}

function checkBody(validate: ValidateSchema, { content }: DescribedResponse, answer: Answer): string[] {
  const type = answer.headers["content-type"];
  if (content === undefined)
    return answer.body.length === 0 && type === undefined
      ? []
      : [`there is a body (${type}) where none is described`];
  const essence = String(type).replace(/;.*/, "");
  const media = content[essence];
  if (media === undefined) return [`the type ${type} is not described`];
  if (type !== essence && type !== `${essence}; charset=utf-8`)
    return [`the type has odd parameters: ${type}`];
  const text = new TextDecoder("utf-8", { fatal: true }).decode(answer.body, { stream: !answer.whole });
  if (essence === "text/event-stream") return checkStream(validate, text, answer.whole);
  if (essence === "application/x-ndjson") for (const line of text.trimEnd().split("\n")) JSON.parse(line);
  if (!essence.endsWith("/json") && !essence.endsWith("+json")) return validate(media.schema, text);
  return validate(media.schema, JSON.parse(text));
}

/** Each message's data is an event as in a page, and its id and kind are those of the event. */
function checkStream(validate: ValidateSchema, stream: string, isWhole: boolean): string[] {
  const page = { $ref: "#/components/schemas/EventPage" };
  const [begin, ...messages] = stream.split("\n\n");
  const last = messages.pop();
  return [
    ...(begin === "retry: 1000" ? [] : [`the stream begins with ${begin}`]),
    ...(isWhole && last !== "" ? [`the stream ends with ${last}`] : []),
    ...messages.flatMap((message) => {
      const [, id, kind, text] = /^id: (\d+)\nevent: (\w+)\ndata: ([^\n]*)$/.exec(message) ?? [];
      if (text === undefined) return message.startsWith(":") ? [] : [`not a message: ${message}`];
      const event = JSON.parse(text) as { seq: number; kind: string };
      const same = event.seq === Number(id) && event.kind === kind;
      return [
        ...validate(page, { data: [event], nextAfter: null }),
        ...(same ? [] : [`id and kind are not those of ${message}`]),
      ];
    }),
  ];
}

function checkProblem({ content }: DescribedResponse, { path }: SentRequest, answer: Answer): string[] {
  const problem = JSON.parse(answer.body.toString("utf8")) as Record<string, unknown>;
  const described = Object.keys(content?.["application/problem+json"]?.examples ?? {});
  const expected: Record<string, unknown> = {
    type: `/errors/${problem.code}`,
    title: STATUS_CODES[answer.status],
    status: answer.status,
    requestId: answer.headers["x-request-id"],
    error: problem.detail,
  };
  const different = Object.entries(expected).filter(([name, value]) => problem[name] !== value);
  // A request whose headers cannot be read has no path yet.
  const instances = [path.split("?")[0]?.slice(0, 256), "/"];
  return [
    ...different.map(([name]) => `the problem's ${name} is ${JSON.stringify(problem[name])}`),
    ...(described.includes(String(problem.code))
      ? []
      : [`the code ${problem.code} is not described for ${answer.status}`]),
    ...(instances.includes(String(problem.instance))
      ? []
      : [`the problem's instance is ${problem.instance}`]),
    ...(/[^\n]/.test(String(problem.detail)) ? [] : ["the problem's detail is empty"]),
    ...(/node_modules|\.ts:\d|\n {4}at /.test(String(problem.detail)) ? ["the problem shows a stack"] : []),
  ];
}
