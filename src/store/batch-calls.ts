export interface BatchOptions {
  maxBatch: number;
  maxInFlight: number;
}

/** Gathers calls made at the same time: `run` gets up to `maxBatch` inputs, and must not throw. */
export function gatherCalls<Input>(
  run: (inputs: Input[]) => Promise<void>,
  { maxBatch, maxInFlight }: BatchOptions,
): (input: Input) => void {
  const waiting: Input[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || inFlight >= maxInFlight || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (inFlight < maxInFlight && waiting.length > 0) void start(waiting.splice(0, maxBatch));
    });
  }

  async function start(inputs: Input[]): Promise<void> {
    inFlight += 1;
    try {
      await run(inputs);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  return (input) => {
    waiting.push(input);
    schedule();
  };
}

/**
 * Gathers calls made at the same time into one: `run` gets up to `maxBatch` inputs and returns one output
 * for each, in order. If `run` throws, every caller of that batch gets the error.
 */
export function batchCalls<Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  options: BatchOptions,
): (input: Input) => Promise<Output> {
  const gather = gatherCalls(async (calls: Call<Input, Output>[]) => {
    try {
      const outputs = await run(calls.map((call) => call.input));
      for (const [index, call] of calls.entries()) call.resolve(outputs[index] as Output);
    } catch (error) {
      for (const call of calls) call.reject(error);
    }
  }, options);
  return (input) => new Promise((resolve, reject) => gather({ input, resolve, reject }));
}

interface Call<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Like `batchCalls`, for lookups: the keys asked for at the same time become one call of `load`, each key
 * once.
 */
export function batchLoads<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
  options: BatchOptions,
): (key: string) => Promise<Value | undefined> {
  return batchCalls(async (keys: string[]) => {
    const values = await load([...new Set(keys)]);
    return keys.map((key) => values.get(key));
  }, options);
}
