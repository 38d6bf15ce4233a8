import type { WithResponse } from "./api-promise.ts";
import { assertLimits } from "./call-options.ts";
import { ConnectionError, CopydeskError } from "./errors.ts";
import { isPassing, retryWaitMs } from "./retry-wait-ms.ts";
import { type Answer, type OperationId, routes } from "./routes.ts";
import { type Call, type Exchanged, exchange, type Transport } from "./send.ts";
import { sleep } from "./sleep.ts";

// A caller told to come back later than that gets the wait from the error.
const longestRetryAfterSeconds = 60;

/**
 * Sends the request, and again after temporary failures, at most `retries` more times. Throws
 * `CopydeskError`, or the signal's reason.
 */
export async function callOperation<Id extends OperationId>(
  transport: Transport,
  call: Call<Id>,
): Promise<WithResponse<Answer<Id>>> {
  const { options = {}, jobId } = call;
  assertLimits(options);
  const retries = options.retries ?? transport.retries;
  for (let repeat = 0; ; repeat += 1) {
    try {
      return parseExchanged(call.id, await exchange(transport, call));
    } catch (error) {
      if (error instanceof CopydeskError)
        Object.assign(error, { attempts: repeat + 1, jobId: jobId ?? null });
      if (repeat >= retries || !isPassing(error)) throw error;
      if ((error.retryAfterSeconds ?? 0) > longestRetryAfterSeconds) throw error;
      await sleep(retryWaitMs(error, repeat), options.signal);
    }
  }
}

/** Throws `ConnectionError` if the text was cut off without an error of the connection. */
export function parseExchanged<Id extends OperationId>(
  id: Id,
  { text, response }: Exchanged,
): WithResponse<Answer<Id>> {
  const requestId = response.headers.get("x-request-id");
  if (routes[id].type === null) return { data: null as Answer<Id>, response, requestId };
  if (routes[id].type !== "application/json") return { data: text as Answer<Id>, response, requestId };
  try {
    return { data: JSON.parse(text) as Answer<Id>, response, requestId };
  } catch (cause) {
    const detail = "The response is not JSON: it was probably cut off.";
    throw new ConnectionError({ code: "connection_failed", detail, requestId, cause });
  }
}
