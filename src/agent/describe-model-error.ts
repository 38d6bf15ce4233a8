import { APICallError } from "@ai-sdk/provider";
import { maskCredentials } from "../outgoing/mask-credentials.ts";
import { ModelTimeout } from "./asking/model-timeout.ts";
import { readErrorBody } from "./asking/read-error-body.ts";
import { oneLine } from "./tools/cut-text.ts";

const charactersMax = 500;

/** Describes the error in one line, with the provider's own words and status, and with secrets masked. */
export function describeModelError(error: unknown, attempts = 1): string {
  const text = maskCredentials(oneLine(ownWords(error))).slice(0, charactersMax);
  const tries = attempts > 1 ? ` (${attempts} attempts)` : "";
  if (error instanceof ModelTimeout) return `The model gave ${text}${tries}`;
  if (!APICallError.isInstance(error)) return `The model could not be asked${tries}: ${text}`;
  const status = error.statusCode ?? 0;
  if (status === 0) return `The model could not be reached${tries}: ${text}`;
  const { status: ownStatus, isAnswer, codes } = readErrorBody(error);
  const isUnreadable = isAnswer ? codes.length === 0 : status < 300 && ownStatus === null;
  if (isUnreadable) return `The model's answer could not be read${tries}: ${text}`;
  return `The model's provider returned ${status < 300 ? ownStatus : status}${tries}: ${text}`;
}

function ownWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!APICallError.isInstance(error)) return error.message || error.name;
  const { message, responseBody, statusCode = 0 } = error;
  const own = readErrorBody(error).message;
  if (own !== null) return own;
  if (statusCode >= 300 && responseBody && (message === "" || /^<|^\s*$/.test(message))) return responseBody;
  const cause = statusCode < 300 && error.cause instanceof Error ? error.cause.message : "";
  return cause !== "" && !message.includes(cause) ? `${message} (${cause})` : message || error.name;
}
