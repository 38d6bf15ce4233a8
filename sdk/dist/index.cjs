Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
// src/errors.ts
/** What every failed call throws, unless its own signal ended it: then the signal's reason is thrown. */
var CopydeskError = class extends Error {
	name = "CopydeskError";
	/** Stable: write programs against it. */
	code;
	/** One line for people. */
	detail;
	/** HTTP status; null when there was no answer. */
	status;
	/** Leads to the request in the service's log. */
	requestId;
	/** Every problem that was found in the request. */
	problems;
	/** After how long the same call can succeed, as far as the service says. */
	retryAfterSeconds;
	/** How often the request was sent. */
	attempts = 1;
	constructor(facts) {
		const { code, detail, status = null, requestId = null, problems = [], retryAfterSeconds = null } = facts;
		super(`${detail} (${[code, requestId].filter(Boolean).join(", ")})`, "cause" in facts ? { cause: facts.cause } : {});
		this.code = code;
		this.detail = detail;
		this.status = status;
		this.requestId = requestId;
		this.problems = problems;
		this.retryAfterSeconds = retryAfterSeconds;
	}
};
/** 401: no key, or one that is unknown, revoked or expired. */
var AuthenticationError = class extends CopydeskError {
	name = "AuthenticationError";
};
/** 403: the key lacks the scope, or is bound to other addresses. */
var PermissionError = class extends CopydeskError {
	name = "PermissionError";
};
/** 404: no such project, job or path. */
var NotFoundError = class extends CopydeskError {
	name = "NotFoundError";
};
/** 409 and a reused idempotency key: the job's state, or an earlier request, stands against it. */
var ConflictError = class extends CopydeskError {
	name = "ConflictError";
};
/** The other 4xx: the request itself is not valid; `problems` says where. */
var ValidationError = class extends CopydeskError {
	name = "ValidationError";
};
/** 429: the project's limit; `retryAfterSeconds` is when one more is free. */
var RateLimitError = class extends CopydeskError {
	name = "RateLimitError";
};
/** 5xx: Copydesk, or something before it, cannot answer now. */
var UnavailableError = class extends CopydeskError {
	name = "UnavailableError";
};
/** There was no whole answer: refused, reset, cut off, name not found. */
var ConnectionError = class extends CopydeskError {
	name = "ConnectionError";
};
/** There was no answer in time, or the job was still active when `wait` had to end. */
var TimeoutError = class extends CopydeskError {
	name = "TimeoutError";
};
// src/retry-wait-ms.ts
const firstMs = 500;
const longestMs$1 = 8e3;
const passing = /* @__PURE__ */ new Set([
	408,
	429,
	500,
	502,
	503,
	504
]);
/** Whether the same call can succeed later without being changed. */
function isPassing(error) {
	if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
	if (!(error instanceof CopydeskError)) return false;
	return error.code === "idempotency_in_flight" || passing.has(error.status ?? 0);
}
/**
* How long to wait before the call is made again, for the n-th time from 0 on: twice as long each time, by chance up to half of it
* less, so that clients which failed together do not come back together. Never shorter than the service asks for.
*/
function retryWaitMs({ retryAfterSeconds }, repeat, baseMs = firstMs) {
	const chosenMs = Math.max(baseMs, Math.min(longestMs$1, baseMs * 2 ** repeat)) * (.5 + Math.random() / 2);
	return retryAfterSeconds === null ? chosenMs : retryAfterSeconds * 1e3 + chosenMs / 4;
}
// src/routes.ts
const base = "/v2/agent/{projectId}";
const job = `${base}/job/{jobId}`;
/** Where each operation is. An operation of the document that is missing here, or is elsewhere, does not compile. */
const routes = {
	createJob: {
		method: "POST",
		path: `${base}/job`,
		type: "application/json"
	},
	getJob: {
		method: "GET",
		path: job,
		type: "application/json"
	},
	sendMessage: {
		method: "POST",
		path: `${job}/message`,
		type: "application/json"
	},
	cancelJob: {
		method: "POST",
		path: `${job}/cancel`,
		type: "application/json"
	},
	archiveJob: {
		method: "POST",
		path: `${job}/archive`,
		type: "application/json"
	},
	unarchiveJob: {
		method: "POST",
		path: `${job}/unarchive`,
		type: "application/json"
	},
	openPreviewPullRequest: {
		method: "POST",
		path: `${job}/pull-request`,
		type: "application/json"
	},
	listJobs: {
		method: "GET",
		path: `${base}/jobs`,
		type: "application/json"
	},
	listJobEvents: {
		method: "GET",
		path: `${job}/events`,
		type: "application/json"
	},
	getJobDiff: {
		method: "GET",
		path: `${job}/diff`,
		type: "text/x-diff"
	},
	getJobChecks: {
		method: "GET",
		path: `${job}/checks`,
		type: "application/json"
	},
	listModels: {
		method: "GET",
		path: `${base}/models`,
		type: "application/json"
	},
	getLiveness: {
		method: "GET",
		path: "/healthz",
		type: "application/json"
	},
	getReadiness: {
		method: "GET",
		path: "/readyz",
		type: "application/json"
	},
	getOpenapi: {
		method: "GET",
		path: "/openapi.json",
		type: "application/json"
	}
};
// src/read-error.ts
const classes = {
	401: AuthenticationError,
	403: PermissionError,
	404: NotFoundError,
	408: TimeoutError,
	409: ConflictError,
	429: RateLimitError
};
/** The error that an answer stands for; also when something else than Copydesk answered. */
async function readError(response) {
	const { status, headers } = response;
	const requestId = headers.get("x-request-id");
	const retryAfterSeconds = readRetryAfter(headers.get("retry-after"));
	const problem = parseProblem(await response.text());
	const facts = problem ? {
		...problem,
		status,
		requestId: problem.requestId ?? requestId,
		retryAfterSeconds
	} : {
		code: "unexpected_answer",
		detail: `The answer has the status ${status} and is none of Copydesk's.`,
		status,
		requestId,
		retryAfterSeconds
	};
	return new (classFor(status, facts.code))(facts);
}
/** A redirect would lose the body or the key on its way. */
function redirectError(status) {
	return new CopydeskError({
		code: "unexpected_answer",
		detail: "The address answers with a redirect: set url to where it leads.",
		status: status === 0 ? null : status
	});
}
function classFor(status, code) {
	if (code === "idempotency_key_reused") return ConflictError;
	if (status >= 500) return UnavailableError;
	return classes[status] ?? (status >= 400 ? ValidationError : CopydeskError);
}
function parseProblem(text) {
	try {
		const { code, detail, requestId, errors } = JSON.parse(text);
		if (typeof code !== "string" || typeof detail !== "string") return null;
		return {
			code,
			detail,
			requestId,
			problems: Array.isArray(errors) ? errors : []
		};
	} catch {
		return null;
	}
}
/** Seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text) {
	if (text === null) return null;
	const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1e3);
	return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
// src/watch.ts
const longestMs = 2147483647;
/** AbortSignal.any and AbortSignal.timeout in one; the first is missing in Node 20.0, the second cannot be taken back. */
function createWatch(signal, toReason) {
	const controller = new AbortController();
	let timer;
	const follow = () => controller.abort(signal?.reason);
	if (signal?.aborted) follow();
	else signal?.addEventListener("abort", follow, { once: true });
	return {
		signal: controller.signal,
		allow(ms) {
			clearTimeout(timer);
			timer = setTimeout(() => controller.abort(toReason()), Math.min(ms, longestMs));
		},
		pause: () => clearTimeout(timer),
		close() {
			clearTimeout(timer);
			signal?.removeEventListener("abort", follow);
		}
	};
}
/** Does the work within the time. Throws what the work throws, or why its signal was aborted. */
async function within({ signal, ms, toReason }, work) {
	const watch = createWatch(signal, toReason);
	if (ms !== Number.POSITIVE_INFINITY) watch.allow(ms);
	try {
		watch.signal.throwIfAborted();
		return await work(watch.signal);
	} catch (error) {
		throw watch.signal.aborted ? watch.signal.reason : error;
	} finally {
		watch.close();
	}
}
// src/send.ts
/**
* Sends the request once and answers when the head of a good answer has arrived. Throws `CopydeskError`, or the signal's reason;
* `TypeError` for ids and headers that cannot be sent.
*/
async function send(transport, call) {
	const { method } = routes[call.id];
	const body = call.body === void 0 ? void 0 : JSON.stringify(call.body);
	const init = {
		method,
		headers: new Headers({
			...body !== void 0 && { "content-type": "application/json" },
			accept: routes[call.id].type,
			authorization: `Bearer ${transport.apiKey}`,
			...call.headers
		}),
		body,
		signal: call.signal,
		redirect: "manual",
		cache: "no-store"
	};
	const url = toUrl(transport, call);
	const response = await orConnectionError(call.signal, () => transport.fetch(url, init));
	if (response.ok) return response;
	if (response.type === "opaqueredirect" || response.status >= 300 && response.status < 400) throw redirectError(discard(response).status);
	throw await orConnectionError(call.signal, () => readError(response));
}
/** Sends the request once and reads the whole answer, within the time. */
function exchange(transport, call, timeoutMs = transport.timeoutMs) {
	const toReason = () => timeoutError(timeoutMs);
	return within({
		signal: call.signal,
		ms: timeoutMs,
		toReason
	}, async (signal) => {
		const response = await send(transport, {
			...call,
			signal
		});
		assertType(response, routes[call.id].type);
		return orConnectionError(signal, () => response.text());
	});
}
function timeoutError(ms) {
	return new TimeoutError({
		code: "timeout",
		detail: `There was no answer within ${ms / 1e3} s.`
	});
}
/** Throws when something else than Copydesk seems to have answered, and gives the connection back. */
function assertType(response, type) {
	const found = response.headers.get("content-type") ?? "nothing";
	if (found.toLowerCase().startsWith(type)) return;
	const { status, headers } = discard(response);
	throw new CopydeskError({
		code: "unexpected_answer",
		detail: `The answer is ${found} instead of ${type}: something else than Copydesk answers.`,
		status,
		requestId: headers.get("x-request-id")
	});
}
function discard(response) {
	response.body?.cancel().catch(() => void 0);
	return response;
}
/** What the network does, as a `ConnectionError`; what the caller's signal does, as that. */
async function orConnectionError(signal, work) {
	try {
		return await work();
	} catch (cause) {
		if (signal?.aborted) throw signal.reason;
		const { cause: inner, message } = cause;
		throw new ConnectionError({
			code: "connection_failed",
			detail: `The connection failed: ${inner?.message || message || String(cause)}`,
			cause
		});
	}
}
function toUrl({ url, projectId }, { id, jobId, query = {} }) {
	const path = routes[id].path.replace("{projectId}", projectId).replace("{jobId}", () => assertId(jobId, "id"));
	const entries = Object.entries(query).flatMap(([name, value]) => value === void 0 ? [] : [[name, String(value)]]);
	const search = new URLSearchParams(entries).toString();
	return `${url}${path}${search && `?${search}`}`;
}
/** An id becomes part of a path: it must not lead elsewhere. */
function assertId(id, name) {
	if (typeof id === "string" && /^[\w-]+$/.test(id)) return id;
	throw new TypeError(`${name} must be an id of Copydesk: letters, digits, _ and - only.`);
}
// src/sleep.ts
/** Rejects with the signal's reason as soon as that is aborted. */
function sleep(ms, signal) {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) {
			reject(signal.reason);
			return;
		}
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, ms);
		signal?.addEventListener("abort", stop, { once: true });
	});
}
// src/call-operation.ts
const longestRetryAfterSeconds = 60;
/** Sends the request, again after what passes, at most `retries` times more. Throws `CopydeskError`, or the signal's reason. */
async function callOperation(transport, call) {
	for (let repeat = 0;; repeat += 1) try {
		return parseAnswer(call.id, await exchange(transport, call));
	} catch (error) {
		if (error instanceof CopydeskError) error.attempts = repeat + 1;
		if (repeat >= transport.retries || !isPassing(error)) throw error;
		if ((error.retryAfterSeconds ?? 0) > longestRetryAfterSeconds) throw error;
		await sleep(retryWaitMs(error, repeat), call.signal);
	}
}
function parseAnswer(id, text) {
	if (routes[id].type !== "application/json") return text;
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new CopydeskError({
			code: "unexpected_answer",
			detail: "The answer is not JSON.",
			cause
		});
	}
}
// src/new-idempotency-key.ts
/** 122 random bits. Pages that are not served over HTTPS have no `crypto.randomUUID`. */
function newIdempotencyKey() {
	const { crypto } = globalThis;
	if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
	const bytes = crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
// src/endure-outage.ts
const outageMsDefault = 12e4;
const shortestMs = 50;
/** For calls that last: they go on through an outage instead of counting tries. */
function createOutage(longestMs = outageMsDefault) {
	let since = null;
	let repeat = 0;
	let baseMs;
	return {
		over() {
			since = null;
			repeat = 0;
		},
		async endure(error, signal) {
			if (signal?.aborted || !isPassing(error)) throw error;
			const now = performance.now();
			since ??= now;
			const waitMs = retryWaitMs(error, repeat, baseMs);
			error.attempts = repeat + 1;
			if (now + waitMs - since > longestMs) throw error;
			repeat += 1;
			await sleep(waitMs, signal);
		},
		waitFirst(ms) {
			baseMs = Math.max(ms, shortestMs);
		}
	};
}
// src/parse-event-stream.ts
/**
* Parses a stream of server-sent events (WHATWG HTML, 9.2.6) from decoded text, cut anywhere. An event that is not closed by an
* empty line is not an event.
*/
function createEventStreamParser() {
	let begun = "";
	let afterReturn = false;
	let data = [];
	let lastId = "";
	return (text) => {
		const items = [];
		let start = afterReturn && text.startsWith("\n") ? 1 : 0;
		if (text !== "") afterReturn = false;
		for (;;) {
			const end = findLineEnd(text, start);
			if (end === -1) {
				begun += text.slice(start);
				return items;
			}
			const item = readLine(begun + text.slice(start, end));
			if (item !== null) items.push(item);
			begun = "";
			start = end + 1;
			if (text[end] === "\r") {
				afterReturn = start === text.length;
				if (text[start] === "\n") start += 1;
			}
		}
	};
	function readLine(line) {
		if (line === "") return dispatch();
		if (line.startsWith(":")) return { kind: "comment" };
		const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line);
		if (field === "data") data.push(value);
		if (field === "id" && !value.includes("\0")) lastId = value;
		if (field === "retry" && /^\d+$/.test(value)) return {
			kind: "retry",
			ms: Number(value)
		};
		return null;
	}
	function dispatch() {
		const lines = data;
		data = [];
		return lines.length === 0 ? null : {
			kind: "event",
			id: lastId,
			data: lines.join("\n")
		};
	}
}
function findLineEnd(text, from) {
	for (let index = from; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit === 10 || unit === 13) return index;
	}
	return -1;
}
// src/stream-events.ts
const silenceMs = 45e3;
/** The job's events as they happen, each once and in order, until the job has ended; see `jobs.stream`. */
async function* streamEvents(transport, jobId, { after = 0, signal, outageMs } = {}) {
	if (!Number.isSafeInteger(after) || after < 0) throw new TypeError("after must be the number of an event, or 0 for all.");
	const outage = createOutage(outageMs);
	let last = after;
	for (;;) {
		const before = last;
		const watch = createWatch(signal, () => timeoutError(silenceMs));
		try {
			const body = await connect(transport, {
				jobId,
				last,
				watch
			});
			if (body === null) return;
			for await (const event of readEvents(body, watch, outage)) {
				if (event.seq <= last) continue;
				if (event.seq > last + 1) throw lost(`event ${last + 1} is missing`);
				last = event.seq;
				outage.over();
				yield event;
			}
			if (last === before) throw lost("the stream ended without an event");
		} catch (error) {
			await outage.endure(watch.signal.aborted ? watch.signal.reason : error, signal);
		} finally {
			watch.close();
		}
	}
}
function lost(why) {
	return new ConnectionError({
		code: "connection_failed",
		detail: `The connection failed: ${why}.`
	});
}
/** Null: the job has ended and there is nothing more. */
async function connect(transport, { jobId, last, watch }) {
	const type = "text/event-stream";
	const headers = {
		accept: type,
		...last > 0 && { "last-event-id": String(last) }
	};
	watch.allow(transport.timeoutMs);
	const response = await send(transport, {
		id: "listJobEvents",
		jobId,
		headers,
		signal: watch.signal
	});
	watch.pause();
	if (response.status === 204) return null;
	assertType(response, type);
	return response.body;
}
async function* readEvents(body, watch, outage) {
	for await (const item of readItems(body, watch)) {
		if (item.kind === "comment") outage.over();
		if (item.kind === "retry") outage.waitFirst(item.ms);
		if (item.kind === "event") yield parseEvent(item.data);
	}
}
async function* readItems(body, watch) {
	const parse = createEventStreamParser();
	const decoder = new TextDecoder();
	const reader = body.getReader();
	try {
		for (;;) {
			watch.allow(silenceMs);
			const { done, value } = await orConnectionError(watch.signal, () => reader.read());
			watch.pause();
			if (done) return;
			yield* parse(decoder.decode(value, { stream: true }));
		}
	} finally {
		reader.cancel().catch(() => void 0);
	}
}
function parseEvent(data) {
	try {
		return JSON.parse(data);
	} catch {
		throw lost("an event could not be read");
	}
}
// src/wait-for-job.ts
const waitSeconds = 30;
const progressSeconds = 5;
/** Answers the job when it is no longer active. Throws `TimeoutError` when it still is; see `jobs.wait`. */
function waitForJob(transport, jobId, { timeoutMs = Number.POSITIVE_INFINITY, signal, onProgress, outageMs } = {}) {
	const toReason = () => stillActive(jobId, timeoutMs);
	return within({
		signal,
		ms: timeoutMs,
		toReason
	}, async (inner) => {
		const outage = createOutage(outageMs);
		let wait = onProgress ? 0 : waitSeconds;
		let known = "";
		for (;;) {
			const text = await ask(wait, inner).catch((error) => outage.endure(error, inner));
			if (text === void 0) continue;
			outage.over();
			const job = parseAnswer("getJob", text);
			if (text !== known) await onProgress?.(job);
			if (job.status !== "active") return job;
			known = text;
			wait = onProgress ? progressSeconds : waitSeconds;
		}
	});
	function ask(wait, inner) {
		return exchange(transport, {
			id: "getJob",
			jobId,
			query: { wait },
			signal: inner
		}, transport.timeoutMs + wait * 1e3);
	}
}
function stillActive(jobId, timeoutMs) {
	return new TimeoutError({
		code: "timeout",
		detail: `The job ${jobId} is still active after ${timeoutMs / 1e3} s.`
	});
}
// src/jobs-client.ts
function createJobsClient(transport) {
	const on = (id) => (jobId, { signal } = {}) => callOperation(transport, {
		id,
		jobId,
		signal
	});
	const get = on("getJob");
	const page = ({ signal, ...query } = {}) => callOperation(transport, {
		id: "listJobs",
		query,
		signal
	});
	async function* list(options = {}) {
		let cursor;
		while (cursor !== null) {
			const { data, nextCursor } = await page({
				...options,
				cursor
			});
			yield* data;
			cursor = nextCursor;
		}
	}
	return {
		get,
		page,
		list,
		create: (body, { idempotencyKey, signal } = {}) => callOperation(transport, {
			id: "createJob",
			body,
			headers: onceHeaders(idempotencyKey),
			signal
		}),
		message: (jobId, body, { idempotencyKey, signal } = {}) => callOperation(transport, {
			id: "sendMessage",
			jobId,
			body,
			headers: onceHeaders(idempotencyKey),
			signal
		}),
		wait: (id, options) => waitForJob(transport, id, options),
		stream: (id, options) => streamEvents(transport, id, options),
		cancel: (id, options) => on("cancelJob")(id, options).catch((error) => orAlreadyDone(error, "job_not_active", () => get(id, options), ({ reason }) => reason === "cancelled")),
		openPullRequest: (id, options) => on("openPreviewPullRequest")(id, options).catch((error) => orAlreadyDone(error, "no_preview", () => get(id, options), wasOpened)),
		archive: on("archiveJob"),
		unarchive: on("unarchiveJob"),
		events: (jobId, { signal, ...query } = {}) => callOperation(transport, {
			id: "listJobEvents",
			jobId,
			query,
			signal
		}),
		diff: on("getJobDiff"),
		checks: on("getJobChecks")
	};
}
function onceHeaders(idempotencyKey = newIdempotencyKey()) {
	return { "idempotency-key": idempotencyKey };
}
function wasOpened({ status, pullRequest }) {
	return status === "active" || pullRequest !== null;
}
/** A repeated request may be refused because the first one, whose answer was lost, has done it. */
async function orAlreadyDone(error, code, get, isDone) {
	if (!(error instanceof ConflictError) || error.code !== code || error.attempts === 1) throw error;
	const job = await get();
	if (!isDone(job)) throw error;
	return job;
}
// src/create-client.ts
/** Connects to nothing yet. Throws `TypeError` for options that cannot work. */
function createClient(options) {
	const transport = toTransport(options);
	return {
		jobs: createJobsClient(transport),
		models: { list: async ({ signal } = {}) => (await callOperation(transport, {
			id: "listModels",
			signal
		})).data },
		service: {
			live: ({ signal } = {}) => callOperation(transport, {
				id: "getLiveness",
				signal
			}),
			ready: ({ signal } = {}) => callOperation(transport, {
				id: "getReadiness",
				signal
			}),
			openapi: ({ signal } = {}) => callOperation(transport, {
				id: "getOpenapi",
				signal
			})
		}
	};
}
function withoutSlash(path) {
	let end = path.length;
	while (path[end - 1] === "/") end--;
	return path.slice(0, end);
}
function toTransport({ url, projectId, apiKey, fetch, retries = 4, timeoutMs = 3e4 }) {
	const { protocol, username, origin, pathname } = new URL(url);
	if (!/^https?:$/.test(protocol) || username !== "") throw new TypeError("url must be an http or https address without a user name.");
	if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey must be a key of the project: printable ASCII without white space.");
	if (!Number.isInteger(retries) || retries < 0) throw new TypeError("retries must be a whole number from 0 on.");
	if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be more than 0.");
	return {
		url: origin + withoutSlash(pathname),
		projectId: assertId(projectId, "projectId"),
		apiKey,
		retries,
		timeoutMs,
		fetch: (input, init) => (fetch ?? globalThis.fetch)(input, init)
	};
}
exports.AuthenticationError = AuthenticationError;
exports.ConflictError = ConflictError;
exports.ConnectionError = ConnectionError;
exports.CopydeskError = CopydeskError;
exports.NotFoundError = NotFoundError;
exports.PermissionError = PermissionError;
exports.RateLimitError = RateLimitError;
exports.TimeoutError = TimeoutError;
exports.UnavailableError = UnavailableError;
exports.ValidationError = ValidationError;
exports.createClient = createClient;
