import { type FastifyInstance, fastify, LogController } from "fastify";
import { AppError } from "../errors.ts";
import { answerKnownGets } from "./answer-known-get.ts";
import { createDashboard } from "./dashboard/create-dashboard.ts";
import { createBareSocketResponder } from "./errors/client-errors.ts";
import { answerBeforeBody, answerUnknownRoutes } from "./errors/not-found.ts";
import { sendError } from "./errors/send-error.ts";
import { allowOrigins, corsHeaders } from "./http/allow-origins.ts";
import { withoutBasePath } from "./http/base-path.ts";
import { compressResponses } from "./http/compress-responses.ts";
import { firstHeaders } from "./http/first-headers.ts";
import { readJsonBodies } from "./http/json-body.ts";
import { createRequestId } from "./http/request-id.ts";
import { settleUnreadBodies } from "./http/unread-bodies.ts";
import { createRequestLog, logRequests } from "./observing/log-requests.ts";
import { observeRequests } from "./observing/observe-requests.ts";
import { routes } from "./routes/all-routes.ts";
import { registerDocsPages } from "./routes/docs-pages.ts";
import { registerErrorPages } from "./routes/error-pages.ts";
import { registerMcp } from "./routes/mcp.ts";
import { registerOAuth } from "./routes/oauth.ts";
import { registerOpenapi } from "./routes/openapi.ts";
import { registerPolicySchema } from "./routes/policy-schema.ts";
import { registerSdkPackage } from "./routes/sdk-package.ts";
import type { ServerDeps } from "./server-deps.ts";

const bodyBytesMax = 64 * 1024;

// Node checks for slow requests only every 30 s by default, and the framework never ends one.
const arrivalMs = 10_000;
const lookMs = 1_000;

// Longer than the longest wait for a job.
const silenceMs = 90_000;

/** Builds the HTTP application with every route; the caller makes it listen and closes it. */
export async function buildApp(deps: ServerDeps): Promise<FastifyInstance> {
  const { basePath = "", allowedOrigins = [], trustedProxies = [] } = deps;
  const bareSockets = createBareSocketResponder({
    basePath,
    corsHeaders: (request) => corsHeaders(request, allowedOrigins),
  });
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: bodyBytesMax,
    requestTimeout: arrivalMs,
    connectionTimeout: silenceMs,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: arrivalMs, connectionsCheckingInterval: lookMs, requireHostHeader: false },
    genReqId: createRequestId,
    clientErrorHandler: bareSockets.refuseUnreadable,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    rewriteUrl: withoutBasePath(basePath),
    frameworkErrors: sendError,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  // Each log call names its request: a logger per request would cost most of a request's memory.
  app.setChildLoggerFactory((logger) => logger);
  app.decorate("basePath", basePath);
  bareSockets.refuseTunnels(app.server);
  settleUnreadBodies(app);
  readJsonBodies(app);
  const dashboard = createDashboard({
    basePath,
    ...(deps.dashboardFolder && { folder: deps.dashboardFolder }),
  });
  const answerUnknown = answerUnknownRoutes(app, dashboard.answer);
  observeRequests(app);
  const logRequest = createRequestLog(deps.log);
  logRequests(app, logRequest);
  app.setErrorHandler(sendError);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(firstHeaders(request.id));
    // Node would refuse it too, but without saying why.
    const isNameless = request.headers.host === undefined && request.raw.httpVersion === "1.1";
    done(isNameless ? new AppError("invalid_request", "The request has no Host header.") : undefined);
  });
  allowOrigins(app, allowedOrigins);
  await compressResponses(app);
  answerBeforeBody(app, answerUnknown);
  await dashboard.register(app);
  for (const { register } of routes) await register(app, deps);
  registerOpenapi(app, deps);
  registerErrorPages(app);
  registerDocsPages(app, deps.websiteFolder);
  registerMcp(app, deps);
  await registerOAuth(app, deps);
  registerPolicySchema(app);
  registerSdkPackage(app);
  for (const plugin of deps.plugins ?? []) await plugin(app);
  answerKnownGets(app, deps, logRequest);
  await app.ready();
  return app;
}
