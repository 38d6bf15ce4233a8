import { CopydeskError } from "./errors.ts";
import { isPassing, retryWaitMs } from "./retry-wait-ms.ts";
import { type Answer, type OperationId, routes } from "./routes.ts";
import { type Call, exchange, type Transport } from "./send.ts";
import { sleep } from "./sleep.ts";

// Whoever is told to come back later than that learns it from the error.
const longestRetryAfterSeconds = 60;

/** Sends the request, again after what passes, at most `retries` times more. Throws `CopydeskError`, or the signal's reason. */
export async function callOperation<Id extends OperationId>(
  transport: Transport,
  call: Call<Id>,
): Promise<Answer<Id>> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return parseAnswer(call.id, await exchange(transport, call));
    } catch (error) {
      if (error instanceof CopydeskError) error.attempts = repeat + 1;
      if (repeat >= transport.retries || !isPassing(error)) throw error;
      if ((error.retryAfterSeconds ?? 0) > longestRetryAfterSeconds) throw error;
      await sleep(retryWaitMs(error, repeat), call.signal);
    }
  }
}

export function parseAnswer<Id extends OperationId>(id: Id, text: string): Answer<Id> {
  if (routes[id].type !== "application/json") return text as Answer<Id>;
  try {
    return JSON.parse(text) as Answer<Id>;
  } catch (cause) {
    throw new CopydeskError({ code: "unexpected_answer", detail: "The answer is not JSON.", cause });
  }
}
