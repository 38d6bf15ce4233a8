// Before every test file: `fetch` gives up a connection that takes 10 s to be made. That is a limit of the
// machine's load, not of what is tested, so it does not hold here.
const key = Symbol.for("undici.globalDispatcher.1");

type Dispatcher = { constructor: new (options: { connectTimeout: number }) => Dispatcher };

// Node makes it with the first use of `fetch` or one of its classes.
void new Request("http://127.0.0.1");
const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
const standard = globals[key];
if (standard === undefined) throw new Error("fetch keeps its connections elsewhere in this version of Node");
globals[key] = new standard.constructor({ connectTimeout: 0 });
