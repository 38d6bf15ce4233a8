Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
// src/api-promise.ts
function toApiPromise(whole) {
	const data = whole.then((result) => result.data);
	return Object.assign(data, { withResponse() {
		data.catch(() => void 0);
		return whole;
	} });
}
// src/call-options.ts
/** Throws `TypeError` for invalid limits. */
function assertLimits({ retries = 0, timeoutMs = 1 }) {
	if (!Number.isInteger(retries) || retries < 0) throw new TypeError("retries must be a whole number from 0 on.");
	if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be more than 0.");
}
/**
* Joins headers; later values replace earlier ones. Throws `TypeError` for values that no header can carry,
* without showing them, as they may be secret.
*/
function joinHeaders(...all) {
	const headers = new Headers();
	for (const [name, value] of all.flatMap((values) => Object.entries(values ?? {}))) try {
		if (value !== void 0) headers.set(name, value);
	} catch {
		throw new TypeError(`The header ${JSON.stringify(name)} has a name or a value that cannot be sent.`);
	}
	return headers;
}
// src/errors.ts
/** Thrown by every failed call, unless its own signal ended it: then the signal's reason is thrown. */
var CopydeskError = class extends Error {
	name = "CopydeskError";
	/** Stable: programs can rely on it. */
	code;
	/** One line for people. */
	detail;
	/** HTTP status; null without a response. */
	status;
	/** Identifies the request in the service's log. */
	requestId;
	/** All problems found in the request. */
	problems;
	/** Time after which the same call can succeed, if the service says so. */
	retryAfterSeconds;
	/** The job that the call was about; null if it was about none, or was creating one. */
	jobId = null;
	/** Number of times that the request was sent. */
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
/** 403: the key lacks the scope, or is restricted to other addresses. */
var PermissionError = class extends CopydeskError {
	name = "PermissionError";
};
/** 404: no such project, job or path. 410: it no longer exists. */
var NotFoundError = class extends CopydeskError {
	name = "NotFoundError";
};
/** 409, or a reused idempotency key: the job's state or an earlier request prevents the call. */
var ConflictError = class extends CopydeskError {
	name = "ConflictError";
};
/** Other 4xx: the request itself is not valid; `problems` says where. */
var ValidationError = class extends CopydeskError {
	name = "ValidationError";
};
/** 429: the project's limit is reached; `retryAfterSeconds` says when one more request is free. */
var RateLimitError = class extends CopydeskError {
	name = "RateLimitError";
};
/** 5xx: Copydesk, or something in front of it, is currently unavailable. */
var UnavailableError = class extends CopydeskError {
	name = "UnavailableError";
};
/** No complete response: refused, reset, cut off, name not found. */
var ConnectionError = class extends CopydeskError {
	name = "ConnectionError";
};
/** No response in time, or the job was still active when `wait` had to end. */
var TimeoutError = class extends CopydeskError {
	name = "TimeoutError";
};
/**
* A message that was not sent by the webhook whose secret was used for the check, or is too old; `code` says
* which.
*/
var WebhookVerificationError = class extends CopydeskError {
	name = "WebhookVerificationError";
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
/** Whether the same call may succeed later without a change. */
function isPassing(error) {
	if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
	if (!(error instanceof CopydeskError)) return false;
	return error.code === "idempotency_in_flight" || passing.has(error.status ?? 0);
}
/**
* Returns the wait before the n-th retry, counted from 0: twice as long each time, randomly shortened by up
* to half, so that clients that failed together do not return together. Never shorter than the service asks
* for.
*/
function retryWaitMs({ retryAfterSeconds }, repeat, baseMs = firstMs) {
	const chosenMs = Math.max(baseMs, Math.min(longestMs$1, baseMs * 2 ** repeat)) * (.5 + Math.random() / 2);
	return retryAfterSeconds === null ? chosenMs : retryAfterSeconds * 1e3 + chosenMs / 4;
}
// src/manage-routes.ts
const manage = "/v2/manage";
const project = `${manage}/projects/{projectId}`;
const keys = `${project}/api-keys`;
const managementKeys = `${manage}/management-keys`;
const webhooks$1 = `${project}/webhooks`;
const webhook = `${webhooks$1}/{webhookId}`;
const contexts = `${project}/context`;
const context = `${contexts}/{contextId}`;
const triggers = `${project}/triggers`;
const trigger = `${triggers}/{triggerId}`;
const json = "application/json";
/** Methods and paths of the operations that manage an instance. */
const manageRoutes = {
	listProjects: {
		method: "GET",
		path: `${manage}/projects`,
		type: json
	},
	createProject: {
		method: "POST",
		path: `${manage}/projects`,
		type: json
	},
	getProject: {
		method: "GET",
		path: project,
		type: json
	},
	changeProject: {
		method: "PATCH",
		path: project,
		type: json
	},
	removeProject: {
		method: "DELETE",
		path: project,
		type: json
	},
	setProjectCredentials: {
		method: "PUT",
		path: `${project}/credentials`,
		type: json
	},
	testProjectConnection: {
		method: "POST",
		path: `${project}/test`,
		type: json
	},
	createGithubAppLink: {
		method: "POST",
		path: `${project}/github-app-link`,
		type: json
	},
	previewRepository: {
		method: "POST",
		path: `${manage}/repository-preview`,
		type: json
	},
	getInstructions: {
		method: "GET",
		path: `${project}/instructions`,
		type: json
	},
	listTranslations: {
		method: "GET",
		path: `${project}/translations`,
		type: json
	},
	exportProject: {
		method: "GET",
		path: `${project}/export`,
		type: "application/x-ndjson"
	},
	listApiKeys: {
		method: "GET",
		path: keys,
		type: json
	},
	createApiKey: {
		method: "POST",
		path: keys,
		type: json
	},
	rotateApiKey: {
		method: "POST",
		path: `${keys}/{keyId}/rotate`,
		type: json
	},
	revokeApiKey: {
		method: "DELETE",
		path: `${keys}/{keyId}`,
		type: json
	},
	listManagementKeys: {
		method: "GET",
		path: managementKeys,
		type: json
	},
	createManagementKey: {
		method: "POST",
		path: managementKeys,
		type: json
	},
	rotateManagementKey: {
		method: "POST",
		path: `${managementKeys}/{keyId}/rotate`,
		type: json
	},
	revokeManagementKey: {
		method: "DELETE",
		path: `${managementKeys}/{keyId}`,
		type: json
	},
	listWebhooks: {
		method: "GET",
		path: webhooks$1,
		type: json
	},
	createWebhook: {
		method: "POST",
		path: webhooks$1,
		type: json
	},
	getWebhook: {
		method: "GET",
		path: webhook,
		type: json
	},
	removeWebhook: {
		method: "DELETE",
		path: webhook,
		type: null
	},
	rotateWebhookSecret: {
		method: "POST",
		path: `${webhook}/rotate-secret`,
		type: json
	},
	disableWebhook: {
		method: "POST",
		path: `${webhook}/disable`,
		type: json
	},
	enableWebhook: {
		method: "POST",
		path: `${webhook}/enable`,
		type: json
	},
	pingWebhook: {
		method: "POST",
		path: `${webhook}/ping`,
		type: json
	},
	listDeliveries: {
		method: "GET",
		path: `${webhook}/deliveries`,
		type: json
	},
	redeliver: {
		method: "POST",
		path: `${webhook}/deliveries/{deliveryId}/redeliver`,
		type: json
	},
	getHostWebhook: {
		method: "GET",
		path: `${project}/host-webhook`,
		type: json
	},
	listTriggers: {
		method: "GET",
		path: triggers,
		type: json
	},
	createTrigger: {
		method: "POST",
		path: triggers,
		type: json
	},
	stopAllTriggers: {
		method: "PATCH",
		path: `${manage}/instance/triggers`,
		type: json
	},
	stopTriggers: {
		method: "PATCH",
		path: triggers,
		type: json
	},
	getTrigger: {
		method: "GET",
		path: trigger,
		type: json
	},
	changeTrigger: {
		method: "PATCH",
		path: trigger,
		type: json
	},
	removeTrigger: {
		method: "DELETE",
		path: trigger,
		type: null
	},
	rotateTriggerSecret: {
		method: "POST",
		path: `${trigger}/rotate-secret`,
		type: json
	},
	testTrigger: {
		method: "POST",
		path: `${trigger}/test`,
		type: json
	},
	listTriggerHistory: {
		method: "GET",
		path: `${trigger}/history`,
		type: json
	},
	listSlackChannels: {
		method: "GET",
		path: `${project}/slack`,
		type: json
	},
	connectSlackChannel: {
		method: "POST",
		path: `${project}/slack`,
		type: json
	},
	disconnectSlackChannel: {
		method: "DELETE",
		path: `${project}/slack/{connectionId}`,
		type: null
	},
	listContextRepositories: {
		method: "GET",
		path: contexts,
		type: json
	},
	addContextRepository: {
		method: "POST",
		path: contexts,
		type: json
	},
	getContextRepository: {
		method: "GET",
		path: context,
		type: json
	},
	changeContextRepository: {
		method: "PATCH",
		path: context,
		type: json
	},
	removeContextRepository: {
		method: "DELETE",
		path: context,
		type: null
	},
	testContextRepository: {
		method: "POST",
		path: `${context}/test`,
		type: json
	},
	listAudit: {
		method: "GET",
		path: `${manage}/audit`,
		type: json
	},
	listAllJobs: {
		method: "GET",
		path: `${manage}/jobs`,
		type: json
	},
	getInbox: {
		method: "GET",
		path: `${manage}/inbox`,
		type: json
	},
	getOutcomes: {
		method: "GET",
		path: `${manage}/outcomes`,
		type: json
	},
	getActivity: {
		method: "GET",
		path: `${manage}/activity`,
		type: json
	},
	listPages: {
		method: "GET",
		path: `${project}/pages`,
		type: json
	},
	findOverlaps: {
		method: "POST",
		path: `${project}/overlaps`,
		type: json
	},
	listUsage: {
		method: "GET",
		path: `${manage}/usage`,
		type: json
	},
	getInstance: {
		method: "GET",
		path: `${manage}/instance`,
		type: json
	}
};
// src/routes.ts
const base = "/v2/agent/{projectId}";
const job = `${base}/job/{jobId}`;
/**
* Method and path of each operation. An operation of the document that is missing here, or has another path,
* does not compile.
*/
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
	deleteJob: {
		method: "DELETE",
		path: job,
		type: null
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
	getReview: {
		method: "GET",
		path: `${job}/review`,
		type: "application/json"
	},
	getReviewFile: {
		method: "GET",
		path: `${job}/review/file`,
		type: "application/json"
	},
	getRenderedPage: {
		method: "GET",
		path: `${job}/review/rendered`,
		type: "application/json"
	},
	sendReviewComments: {
		method: "POST",
		path: `${job}/review/comments`,
		type: "application/json"
	},
	applySuggestions: {
		method: "POST",
		path: `${job}/review/suggestions`,
		type: "application/json"
	},
	approveReview: {
		method: "POST",
		path: `${job}/review/approve`,
		type: "application/json"
	},
	mergeReview: {
		method: "POST",
		path: `${job}/review/merge`,
		type: "application/json"
	},
	closeReview: {
		method: "POST",
		path: `${job}/review/close`,
		type: "application/json"
	},
	deleteReviewedBranch: {
		method: "POST",
		path: `${job}/review/delete-branch`,
		type: "application/json"
	},
	...manageRoutes,
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
	410: NotFoundError,
	429: RateLimitError
};
/** Returns the error that a response stands for, even if it does not come from Copydesk. */
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
		code: "unexpected_response",
		detail: `The response has the status ${status} and is none of Copydesk's.`,
		status,
		requestId,
		retryAfterSeconds
	};
	return new (classFor(status, facts.code))(facts);
}
/** Following a redirect would lose the body or the key. */
function redirectError(status) {
	return new CopydeskError({
		code: "unexpected_response",
		detail: "The address redirects: set url to where it leads.",
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
/** Parses seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text) {
	if (text === null) return null;
	const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1e3);
	return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
// src/watch.ts
const longestMs = 2147483647;
/**
* Combines AbortSignal.any and AbortSignal.timeout; the first is missing in Node 20.0, the second cannot be
* cancelled.
*/
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
/** Does the work within the time limit. Throws what the work throws, or the reason of its signal. */
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
* Sends the request once and returns when the head of a successful response has arrived. Throws
* `CopydeskError`, or the signal's reason; `TypeError` for ids and headers that cannot be sent; and whatever
* the function for the key throws.
*/
async function send(transport, call, signal) {
	const { method, type } = routes[call.id];
	const body = call.body === void 0 ? void 0 : JSON.stringify(call.body);
	const url = toUrl(transport, call);
	const init = {
		method,
		headers: joinHeaders(await authorize(transport, call, signal), transport.headers, call.options?.headers, {
			accept: type ?? "application/json",
			"content-type": body === void 0 ? void 0 : "application/json"
		}, call.ownHeaders),
		body,
		signal,
		redirect: "manual",
		cache: "no-store"
	};
	const response = await orConnectionError(signal, () => transport.fetch(url, init));
	if (response.ok || response.status === 304 && call.ownHeaders?.["if-none-match"]) return response;
	if (response.type === "opaqueredirect" || response.status >= 300 && response.status < 400) throw redirectError(discard(response).status);
	throw await orConnectionError(signal, () => readError(response));
}
/** Sends the request once and reads the whole response, within the time limit. */
function exchange(transport, call, timeoutMs = call.options?.timeoutMs ?? transport.timeoutMs) {
	const toReason = () => timeoutError(timeoutMs);
	return within({
		signal: call.options?.signal,
		ms: timeoutMs,
		toReason
	}, async (signal) => {
		const response = await send(transport, call, signal);
		const { type } = routes[call.id];
		if (response.status !== 304 && type !== null) assertType(response, type);
		return {
			text: await orConnectionError(signal, () => response.text()),
			response
		};
	});
}
function timeoutError(ms) {
	return new TimeoutError({
		code: "timeout",
		detail: `There was no response within ${ms / 1e3} s.`
	});
}
/** Throws if something other than Copydesk seems to have responded, and releases the connection. */
function assertType(response, type) {
	const found = response.headers.get("content-type") ?? "nothing";
	if (found.toLowerCase().startsWith(type)) return;
	const { status, headers } = discard(response);
	throw new CopydeskError({
		code: "unexpected_response",
		detail: `The response is ${found} instead of ${type}: something else than Copydesk is at this address.`,
		status,
		requestId: headers.get("x-request-id")
	});
}
function discard(response) {
	response.body?.cancel().catch(() => void 0);
	return response;
}
/** Turns network failures into a `ConnectionError`; rethrows the reason of the caller's signal. */
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
async function authorize(transport, { id }, signal) {
	const { path } = routes[id];
	if (!path.includes("{projectId}") && !path.startsWith("/v2/manage/")) return {};
	return { authorization: `Bearer ${await orAborted(signal, transport.apiKey())}` };
}
/** For work that takes no signal: it continues, but is no longer awaited. */
function orAborted(signal, work) {
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}
function toUrl({ url, projectId }, { id, jobId, params, query = {} }) {
	const given = {
		projectId,
		jobId,
		...params
	};
	const path = routes[id].path.replace(/\{(\w+)\}/g, (_, name) => assertId(given[name], name === "jobId" ? "id" : name));
	const entries = Object.entries(query).flatMap(([name, value]) => toEntries(name, value));
	const search = new URLSearchParams(entries).toString();
	return `${url}${path}${search && `?${search}`}`;
}
/** Writes an object as OpenAPI's deepObject: `metadata[ticket]=DOC-17`. */
function toEntries(name, value) {
	if (value === void 0) return [];
	if (typeof value !== "object") return [[name, String(value)]];
	return Object.entries(value).map(([key, part]) => [`${name}[${key}]`, part]);
}
/** An id becomes part of a path, so it must not lead elsewhere. */
function assertId(id, name) {
	if (typeof id === "string" && /^[\w-]+$/.test(id)) return id;
	throw new TypeError(`${name} must be an id of Copydesk: letters, digits, _ and - only.`);
}
// src/sleep.ts
/** Waits; rejects with the signal's reason as soon as it is aborted. */
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
/**
* Sends the request, and again after temporary failures, at most `retries` more times. Throws
* `CopydeskError`, or the signal's reason.
*/
async function callOperation(transport, call) {
	const { options = {}, jobId } = call;
	assertLimits(options);
	const retries = options.retries ?? transport.retries;
	for (let repeat = 0;; repeat += 1) try {
		return parseExchanged(call.id, await exchange(transport, call));
	} catch (error) {
		if (error instanceof CopydeskError) Object.assign(error, {
			attempts: repeat + 1,
			jobId: jobId ?? null
		});
		if (repeat >= retries || !isPassing(error)) throw error;
		if ((error.retryAfterSeconds ?? 0) > longestRetryAfterSeconds) throw error;
		await sleep(retryWaitMs(error, repeat), options.signal);
	}
}
/** Throws `ConnectionError` if the text was cut off without an error of the connection. */
function parseExchanged(id, { text, response }) {
	const requestId = response.headers.get("x-request-id");
	if (routes[id].type === null) return {
		data: null,
		response,
		requestId
	};
	if (routes[id].type !== "application/json") return {
		data: text,
		response,
		requestId
	};
	try {
		return {
			data: JSON.parse(text),
			response,
			requestId
		};
	} catch (cause) {
		throw new ConnectionError({
			code: "connection_failed",
			detail: "The response is not JSON: it was probably cut off.",
			requestId,
			cause
		});
	}
}
// src/each-page.ts
/** Yields the items of all pages; each page is fetched after the one before it has been read. */
async function* eachPage(fetchPage) {
	let cursor;
	while (cursor !== null) {
		const page = await fetchPage(cursor);
		yield* page.data;
		cursor = page.nextCursor;
	}
}
// src/new-idempotency-key.ts
/** Returns 122 random bits. Pages that are not served over HTTPS have no `crypto.randomUUID`. */
function newIdempotencyKey() {
	const { crypto } = globalThis;
	if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
	const bytes = crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
// src/once-options.ts
function onceHeaders(idempotencyKey = newIdempotencyKey()) {
	return { "idempotency-key": idempotencyKey };
}
// src/endure-outage.ts
const outageMsDefault = 12e4;
const shortestMs = 50;
/** For long-lasting calls: they continue through an outage instead of counting attempts. */
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
* Parses a stream of server-sent events (WHATWG HTML, 9.2.6) from decoded text, cut anywhere. An event
* without its closing empty line is dropped.
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
// src/read-text.ts
/**
* Yields the text of a response as it comes. Throws the watch's reason, or `ConnectionError`, if nothing
* comes for too long or the connection is lost; cancels the response when the reader stops.
*/
async function* readText(body, { watch, silenceMs }) {
	const decoder = new TextDecoder();
	const reader = body.getReader();
	try {
		for (;;) {
			watch.allow(silenceMs);
			const { done, value } = await orConnectionError(watch.signal, () => reader.read());
			watch.pause();
			if (done) return;
			yield decoder.decode(value, { stream: true });
		}
	} finally {
		reader.cancel().catch(() => void 0);
	}
}
// src/stream-events.ts
const silenceMs$1 = 45e3;
/**
* Yields the job's events as they happen, each once and in order, until the job has ended; see `jobs.stream`.
*/
async function* streamEvents(transport, jobId, { after = 0, signal, headers, outageMs } = {}) {
	if (!Number.isSafeInteger(after) || after < 0) throw new TypeError("after must be the number of an event, or 0 for all.");
	const outage = createOutage(outageMs);
	let last = after;
	for (;;) {
		const before = last;
		const watch = createWatch(signal, () => timeoutError(silenceMs$1));
		try {
			const body = await connect(transport, {
				jobId,
				last,
				watch,
				headers
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
			if (error instanceof CopydeskError) error.jobId = jobId;
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
/** Returns null if the job has ended and there is nothing more. */
async function connect(transport, { jobId, last, watch, headers }) {
	const type = "text/event-stream";
	const ownHeaders = {
		accept: type,
		"last-event-id": last > 0 ? String(last) : void 0
	};
	watch.allow(transport.timeoutMs);
	const response = await send(transport, {
		id: "listJobEvents",
		jobId,
		ownHeaders,
		options: { headers }
	}, watch.signal);
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
	for await (const text of readText(body, {
		watch,
		silenceMs: silenceMs$1
	})) yield* parse(text);
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
/** Returns the job once it is no longer active. Throws `TimeoutError` if it still is; see `jobs.wait`. */
async function waitForJob(transport, jobId, { timeoutMs = Number.POSITIVE_INFINITY, signal, headers, onProgress, outageMs } = {}) {
	assertLimits({ timeoutMs });
	const toReason = () => stillActive(jobId, timeoutMs);
	return within({
		signal,
		ms: timeoutMs,
		toReason
	}, waitForEnd).catch((error) => {
		if (error instanceof CopydeskError) error.jobId = jobId;
		throw error;
	});
	async function waitForEnd(inner) {
		const outage = createOutage(outageMs);
		let wait = onProgress ? 0 : waitSeconds;
		let etag;
		for (;;) {
			const found = await ask(wait, etag, inner).catch((error) => outage.endure(error, inner));
			if (found === void 0) continue;
			outage.over();
			if (found !== "unchanged") {
				await onProgress?.(found.data);
				if (found.data.status !== "active") return found.data;
				if (onProgress) etag = found.response.headers.get("etag") ?? void 0;
			}
			wait = onProgress && etag === void 0 ? progressSeconds : waitSeconds;
		}
	}
	/**
	* With an ETag, the service responds as soon as the record differs; without one, only when the job has
	* ended.
	*/
	async function ask(wait, etag, inner) {
		const exchanged = await exchange(transport, {
			id: "getJob",
			jobId,
			query: { wait },
			ownHeaders: { "if-none-match": etag },
			options: {
				signal: inner,
				headers
			}
		}, transport.timeoutMs + wait * 1e3);
		return exchanged.response.status === 304 ? "unchanged" : parseExchanged("getJob", exchanged);
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
	const call = (id) => (jobId, options) => callOperation(transport, {
		id,
		jobId,
		options
	});
	const on = (id) => (jobId, options) => toApiPromise(call(id)(jobId, options));
	const create = (body, { idempotencyKey, ...options } = {}) => {
		return toApiPromise(callOperation(transport, {
			id: "createJob",
			body,
			ownHeaders: onceHeaders(idempotencyKey),
			options
		}));
	};
	const wait = (id, options) => waitForJob(transport, id, options);
	const page = (given = {}) => {
		const { query, options } = splitOptions(given);
		const cursor = query.cursor ?? void 0;
		return toApiPromise(callOperation(transport, {
			id: "listJobs",
			query: {
				...query,
				cursor
			},
			options
		}));
	};
	const list = (options = {}) => eachPage((cursor) => page({
		...options,
		cursor
	}));
	return {
		create,
		wait,
		page,
		list,
		async createAndWait(body, { idempotencyKey, retries, ...options } = {}) {
			const { signal, headers } = options;
			const { id } = await create(body, {
				idempotencyKey,
				retries,
				signal,
				headers
			});
			return wait(id, options);
		},
		get: on("getJob"),
		message(jobId, body, { idempotencyKey, ...options } = {}) {
			return toApiPromise(callOperation(transport, {
				id: "sendMessage",
				jobId,
				body,
				ownHeaders: onceHeaders(idempotencyKey),
				options
			}));
		},
		stream: (id, options) => streamEvents(transport, id, options),
		cancel: on("cancelJob"),
		openPullRequest: (id, options) => toApiPromise(call("openPreviewPullRequest")(id, options).catch((error) => orAlreadyDone(error, "no_preview", () => call("getJob")(id, options), wasOpened))),
		async delete(id, options) {
			await call("deleteJob")(id, options).catch((error) => {
				if (!(error instanceof NotFoundError) || error.code !== "job_not_found" || error.attempts === 1) throw error;
			});
		},
		archive: on("archiveJob"),
		unarchive: on("unarchiveJob"),
		events(jobId, given = {}) {
			const { query, options } = splitOptions(given);
			return toApiPromise(callOperation(transport, {
				id: "listJobEvents",
				jobId,
				query,
				options
			}));
		},
		diff: on("getJobDiff"),
		checks: on("getJobChecks")
	};
}
function splitOptions({ signal, retries, timeoutMs, headers, ...query }) {
	return {
		query,
		options: {
			signal,
			retries,
			timeoutMs,
			headers
		}
	};
}
function wasOpened({ status, pullRequest }) {
	return status === "active" || pullRequest !== null;
}
/** A repeated request may be refused because the first one, whose response was lost, succeeded. */
async function orAlreadyDone(error, code, get, isDone) {
	if (!(error instanceof ConflictError) || error.code !== code || error.attempts === 1) throw error;
	const found = await get();
	if (!isDone(found.data)) throw error;
	return found;
}
// src/export-project.ts
const silenceMs = 6e4;
/** Yields each line as it comes. Throws `ConnectionError` if the last one is missing. */
async function* exportProject(transport, projectId, { signal, headers } = {}) {
	const watch = createWatch(signal, () => timeoutError(silenceMs));
	try {
		watch.allow(transport.timeoutMs);
		const response = await send(transport, {
			id: "exportProject",
			params: { projectId },
			options: { headers }
		}, watch.signal);
		watch.pause();
		assertType(response, "application/x-ndjson");
		let isWhole = false;
		for await (const text of readLines(response.body, watch)) {
			const line = parseLine(text);
			isWhole = line.kind === "end";
			yield line;
		}
		if (!isWhole) throw cutOff();
	} catch (error) {
		throw watch.signal.aborted ? watch.signal.reason : error;
	} finally {
		watch.close();
	}
}
async function* readLines(body, watch) {
	if (body === null) return;
	let parts = [];
	for await (const text of readText(body, {
		watch,
		silenceMs
	})) {
		const [rest = "", ...next] = text.split("\n");
		parts.push(rest);
		for (const begin of next) {
			yield parts.join("");
			parts = [begin];
		}
	}
}
function parseLine(text) {
	try {
		return JSON.parse(text);
	} catch {
		throw cutOff();
	}
}
function cutOff() {
	return new ConnectionError({
		code: "connection_failed",
		detail: "The export was cut off: its last line is missing."
	});
}
// src/manage-arguments.ts
/** Operations that take something after their ids: a body or a query. */
const withBody = /* @__PURE__ */ new Set([
	...[
		"createProject",
		"changeProject",
		"removeProject",
		"setProjectCredentials"
	],
	...[
		"createTrigger",
		"changeTrigger",
		"stopTriggers",
		"stopAllTriggers",
		"testTrigger"
	],
	...[
		"addContextRepository",
		"changeContextRepository",
		"findOverlaps",
		"connectSlackChannel"
	],
	...[
		"createGithubAppLink",
		"previewRepository",
		"createApiKey",
		"rotateApiKey"
	],
	...[
		"createManagementKey",
		"rotateManagementKey",
		"createWebhook",
		"rotateWebhookSecret"
	]
]);
const withQuery = /* @__PURE__ */ new Set([...[
	"listAllJobs",
	"getOutcomes",
	"listPages",
	"listTranslations",
	"listTriggerHistory"
], ...[
	"listProjects",
	"getInstructions",
	"listDeliveries",
	"listAudit",
	"listUsage"
]]);
// src/manage-client.ts
function createManageMethods(transport) {
	/** Makes a method whose arguments are the ids of the path, then the body or query, then options. */
	const on = (id) => {
		const { method, path } = manageRoutes[id];
		const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		const call = (...given) => {
			const params = Object.fromEntries(names.map((name, index) => [name, given[index]]));
			const [first, second] = given.slice(names.length);
			const { idempotencyKey, ...options } = (withBody.has(id) || withQuery.has(id) ? second : first) ?? {};
			return toApiPromise(callOperation(transport, {
				id,
				params,
				options,
				...withBody.has(id) && { body: first ?? {} },
				...withQuery.has(id) && { query: first ?? {} },
				...method === "POST" && { ownHeaders: onceHeaders(idempotencyKey) }
			}));
		};
		return call;
	};
	return joinMethods(on, transport);
}
function joinMethods(on, transport) {
	const page = on("listAudit");
	return {
		projects: {
			list: on("listProjects"),
			create: on("createProject"),
			get: on("getProject"),
			change: on("changeProject"),
			remove: on("removeProject"),
			setCredentials: on("setProjectCredentials"),
			test: on("testProjectConnection"),
			githubAppLink: on("createGithubAppLink"),
			preview: on("previewRepository"),
			pages: on("listPages"),
			overlaps: on("findOverlaps"),
			instructions: on("getInstructions"),
			translations: on("listTranslations"),
			export: (projectId, options) => exportProject(transport, projectId, options)
		},
		apiKeys: {
			list: on("listApiKeys"),
			create: on("createApiKey"),
			rotate: on("rotateApiKey"),
			revoke: on("revokeApiKey")
		},
		managementKeys: {
			list: on("listManagementKeys"),
			create: on("createManagementKey"),
			rotate: on("rotateManagementKey"),
			revoke: on("revokeManagementKey")
		},
		webhooks: {
			list: on("listWebhooks"),
			create: on("createWebhook"),
			get: on("getWebhook"),
			remove: on("removeWebhook"),
			rotateSecret: on("rotateWebhookSecret"),
			disable: on("disableWebhook"),
			enable: on("enableWebhook"),
			ping: on("pingWebhook"),
			deliveries: on("listDeliveries"),
			redeliver: on("redeliver"),
			host: on("getHostWebhook")
		},
		context: {
			list: on("listContextRepositories"),
			add: on("addContextRepository"),
			get: on("getContextRepository"),
			change: on("changeContextRepository"),
			remove: on("removeContextRepository"),
			test: on("testContextRepository")
		},
		slack: slackMethods(on),
		triggers: triggerMethods(on),
		audit: {
			page,
			list: (query, options) => eachPage((cursor) => page({
				...query,
				...cursor && { cursor }
			}, options))
		},
		jobs: {
			page: on("listAllJobs"),
			inbox: on("getInbox"),
			outcomes: on("getOutcomes"),
			activity: on("getActivity")
		},
		usage: { list: on("listUsage") },
		instance: on("getInstance")
	};
}
function slackMethods(on) {
	return {
		list: on("listSlackChannels"),
		connect: on("connectSlackChannel"),
		disconnect: on("disconnectSlackChannel")
	};
}
function triggerMethods(on) {
	return {
		list: on("listTriggers"),
		create: on("createTrigger"),
		stop: on("stopTriggers"),
		stopAll: on("stopAllTriggers"),
		get: on("getTrigger"),
		change: on("changeTrigger"),
		remove: on("removeTrigger"),
		rotateSecret: on("rotateTriggerSecret"),
		test: on("testTrigger"),
		history: on("listTriggerHistory")
	};
}
// src/review-client.ts
function createReviewClient(transport) {
	return {
		get: (jobId, options) => toApiPromise(callOperation(transport, {
			id: "getReview",
			jobId,
			options
		})),
		file: (jobId, path, options) => toApiPromise(callOperation(transport, {
			id: "getReviewFile",
			jobId,
			query: { path },
			options
		})),
		rendered: (jobId, path, options) => toApiPromise(callOperation(transport, {
			id: "getRenderedPage",
			jobId,
			query: { path },
			options
		})),
		comment(jobId, body, { idempotencyKey, ...options } = {}) {
			return toApiPromise(callOperation(transport, {
				id: "sendReviewComments",
				jobId,
				body,
				ownHeaders: onceHeaders(idempotencyKey),
				options
			}));
		},
		suggest: (jobId, body, options) => toApiPromise(callOperation(transport, {
			id: "applySuggestions",
			jobId,
			body,
			options
		})),
		approve: (jobId, body, options) => toApiPromise(callOperation(transport, {
			id: "approveReview",
			jobId,
			body,
			options
		})),
		merge: (jobId, body, options) => toApiPromise(callOperation(transport, {
			id: "mergeReview",
			jobId,
			body,
			options
		})),
		close: (jobId, options) => toApiPromise(callOperation(transport, {
			id: "closeReview",
			jobId,
			options
		})),
		deleteBranch: (jobId, options) => toApiPromise(callOperation(transport, {
			id: "deleteReviewedBranch",
			jobId,
			options
		}))
	};
}
// src/version.ts
/** Version of this package: that of the service it was built with. */
const version = "0.1.0";
// src/create-client.ts
/**
* Creates a client for a management key, which belongs to an organisation and not to a project. Throws
* `TypeError` like `createClient`.
*/
function createManageClient({ managementKey, ...options }) {
	return createManageMethods(toTransport({
		...options,
		apiKey: managementKey,
		projectId: "-"
	}));
}
/** Creates a client without connecting. Throws `TypeError` for invalid options. */
function createClient(options) {
	const transport = toTransport(options);
	const on = (id) => (callOptions) => toApiPromise(callOperation(transport, {
		id,
		options: callOptions
	}));
	return {
		jobs: createJobsClient(transport),
		review: createReviewClient(transport),
		models: { list(callOptions) {
			return toApiPromise(callOperation(transport, {
				id: "listModels",
				options: callOptions
			}).then((result) => ({
				...result,
				data: result.data.data
			})));
		} },
		service: {
			live: on("getLiveness"),
			ready: on("getReadiness"),
			openapi: on("getOpenapi")
		}
	};
}
function toTransport(options) {
	const { apiKey, headers, fetch, retries = 4, timeoutMs = 3e4 } = options;
	assertLimits({
		retries,
		timeoutMs
	});
	const defaults = {
		...userAgent(),
		...headers
	};
	joinHeaders(defaults);
	return {
		url: readUrl(options.url),
		projectId: assertId(options.projectId, "projectId"),
		apiKey: typeof apiKey === "function" ? async () => assertKey(await apiKey()) : always(assertKey(apiKey)),
		headers: defaults,
		retries,
		timeoutMs,
		fetch: (input, init) => (fetch ?? globalThis.fetch)(input, init)
	};
}
function always(apiKey) {
	return async () => apiKey;
}
/** The platform's own error would show the key. */
function assertKey(apiKey) {
	if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
	throw new TypeError("apiKey must be a key of the project: printable ASCII without white space.");
}
function readUrl(url) {
	const { protocol, username, origin, pathname } = parseUrl(url);
	if (!/^https?:$/.test(protocol) || username !== "") throw new TypeError("url must be an http or https address without a user name.");
	return origin + withoutSlash(pathname);
}
function parseUrl(url) {
	try {
		return new URL(url);
	} catch {
		throw new TypeError("url must be the address of the service, such as http://127.0.0.1:4100.");
	}
}
function withoutSlash(path) {
	let end = path.length;
	while (path[end - 1] === "/") end--;
	return path.slice(0, end);
}
/**
* Not set in browsers: they identify themselves, and for this header they need other origins' permission
* first.
*/
function userAgent() {
	const { navigator } = globalThis;
	return navigator?.userAgent?.startsWith("Mozilla/") ? {} : { "user-agent": `copydesk-sdk/${version}` };
}
// src/unwrap-webhook.ts
const toleranceSecondsDefault = 300;
/** See `webhooks.unwrap`. */
async function unwrapWebhook(body, headers, secret, { toleranceSeconds = toleranceSecondsDefault } = {}) {
	const bytes = toBytes(body);
	const keys = await Promise.all([secret].flat().map(importSecret));
	const [id, sentAt, signatures] = [
		"webhook-id",
		"webhook-timestamp",
		"webhook-signature"
	].map((name) => readHeader(headers, name));
	if (!id || !sentAt || !signatures) throw refuse("webhook_not_signed", "The headers of a signed message are missing.");
	if (!/^\d{1,12}$/.test(sentAt) || Math.abs(Date.now() / 1e3 - Number(sentAt)) > toleranceSeconds) throw refuse("webhook_timestamp_invalid", `The message was not sent within ${toleranceSeconds} s of now.`);
	if (!await isSigned(keys, signatures, concat(new TextEncoder().encode(`${id}.${sentAt}.`), bytes))) throw refuse("webhook_signature_invalid", "The message is not signed with the secret.");
	return {
		...parseMessage(new TextDecoder().decode(bytes)),
		id
	};
}
/** Does not check for a class: bytes may come from another realm, as in tests under Jest. */
function toBytes(body) {
	if (typeof body === "string") return new TextEncoder().encode(body);
	if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
	if (Object.prototype.toString.call(body) === "[object ArrayBuffer]") return new Uint8Array(body);
	throw new TypeError("body must be the body as it was received, before anything parses it: text or bytes.");
}
async function importSecret(secret) {
	const bytes = decodeBase64(String(secret).replace(/^whsec_/, ""));
	if (bytes === null || bytes.length === 0) throw new TypeError("secret must be the secret of a webhook: whsec_ and base64.");
	return crypto.subtle.importKey("raw", bytes, {
		name: "HMAC",
		hash: "SHA-256"
	}, false, ["verify"]);
}
/** There are several signatures while a secret is being replaced. The platform compares in constant time. */
async function isSigned(keys, signatures, signed) {
	for (const signature of signatures.split(" ")) {
		const given = signature.startsWith("v1,") ? decodeBase64(signature.slice(3)) : null;
		if (given === null) continue;
		for (const key of keys) if (await crypto.subtle.verify("HMAC", key, given, signed)) return true;
	}
	return false;
}
function parseMessage(text) {
	const message = parseJson(text);
	if (typeof message?.type === "string" && typeof message.data === "object" && message.data !== null) return message;
	throw refuse("webhook_body_invalid", "The message is signed, but is no message of Copydesk.");
}
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
function readHeader(headers, name) {
	if (typeof headers.get === "function") return headers.get(name);
	const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
	return typeof value === "string" ? value : null;
}
function decodeBase64(text) {
	try {
		return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
	} catch {
		return null;
	}
}
function concat(head, tail) {
	const all = new Uint8Array(head.length + tail.length);
	all.set(head);
	all.set(tail, head.length);
	return all;
}
function refuse(code, detail) {
	return new WebhookVerificationError({
		code,
		detail
	});
}
// src/webhooks.ts
const webhooks = { unwrap: unwrapWebhook };
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
exports.WebhookVerificationError = WebhookVerificationError;
exports.createClient = createClient;
exports.createManageClient = createManageClient;
exports.version = version;
exports.webhooks = webhooks;
