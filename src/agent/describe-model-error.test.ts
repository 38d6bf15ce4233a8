import { APICallError } from "ai";
import { describe, expect, it } from "vitest";
import { ModelTimeout } from "./asking/model-timeout.ts";
import { describeModelError } from "./describe-model-error.ts";

function callError(statusCode: number | undefined, message: string, responseBody?: string): APICallError {
  return new APICallError({ message, url: "http://m.test", requestBodyValues: {}, statusCode, responseBody });
}

const errors: [title: string, error: unknown, text: string, attempts?: number][] = [
  [
    "the provider's own message",
    callError(402, "Payment", '{"error":{"message":"You are\\nout of credit"}}'),
    "The model's provider returned 402: You are out of credit",
  ],
  [
    "a message of another shape",
    callError(404, "Not Found", '{"error":"model \'m\' not found"}'),
    "The model's provider returned 404: model 'm' not found",
  ],
  ["a detail", callError(422, "x", '{"detail":"bad field"}'), "The model's provider returned 422: bad field"],
  [
    "a body that is not JSON",
    callError(502, "Bad Gateway", "<html>"),
    "The model's provider returned 502: Bad Gateway",
  ],
  [
    "attempts without an answer",
    callError(undefined, "Cannot connect to API: connect ECONNREFUSED"),
    "The model could not be reached (2 attempts): Cannot connect to API: connect ECONNREFUSED",
    2,
  ],
  [
    "an error inside an answer that began well",
    callError(200, "Invalid JSON response", '{"error":{"message":"upstream is gone","code":502}}'),
    "The model's provider returned 502: upstream is gone",
  ],
  [
    "an answer that is no answer",
    callError(200, "Invalid JSON response", "{"),
    "The model's answer could not be read (3 attempts): Invalid JSON response",
    3,
  ],
  ["silence", new ModelTimeout(600_000), "The model gave no answer within 600 s (2 attempts)", 2],
  ["any other error", new TypeError("odd"), "The model could not be asked: odd"],
];

describe("describeModelError", () => {
  it.each(errors)("states %s in one line", (_title, error, text, attempts) => {
    expect(describeModelError(error, attempts)).toBe(text);
  });
});
