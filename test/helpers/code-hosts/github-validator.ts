import addFormats from "ajv-formats";
import { type Document, OpenAPIBackend } from "openapi-backend";
import type { FakeAnswer, FakeRequest } from "./fake-server.ts";
import { loadGithubDescription } from "./github-description.ts";

/** Compares what is sent and answered with GitHub's own description. Throws for a difference. */
export interface GithubValidator {
  /**
   * What GitHub's description has against the request; null when nothing, or when it does not know the
   * operation.
   */
  refuseRequest(request: FakeRequest, path: string): string | null;
  assertAnswer(request: FakeRequest, path: string, answer: FakeAnswer): void;
  /** `name` of the webhook and its action, e.g. "pull-request-closed". */
  assertDelivery(name: string, payload: unknown): void;
}

let loaded: Promise<GithubValidator | null> | undefined;

/**
 * One for all scenes of a process: compiling takes longer than a scene. Null when the description cannot be
 * had.
 */
export function loadGithubValidator(): Promise<GithubValidator | null> {
  loaded ??= createValidator();
  return loaded;
}

async function createValidator(): Promise<GithubValidator | null> {
  const definition = await loadGithubDescription();
  if (definition === null) return null;
  const api = new OpenAPIBackend({
    definition: definition as unknown as Document,
    quick: true,
    ajvOpts: { strict: false, logger: false },
    customizeAjv(ajv) {
      addFormats.default(ajv as never);
      ajv.addFormat("repo.nwo", /^[^/]+\/[^/]+$/);
      return ajv;
    },
  });
  await api.init();
  const match = (request: FakeRequest, path: string) => {
    const { method, headers, body } = request;
    const asked = { method, path, headers: withoutUndefined(headers), body: body as never };
    return { asked, operation: api.matchOperation(asked) };
  };
  const differences = (errors: readonly { instancePath: string; message?: string }[] | null | undefined) =>
    (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join("; ");
  return {
    refuseRequest(request, path) {
      const { asked, operation } = match(request, path);
      if (operation === undefined) return null;
      const { valid, errors } = api.validateRequest(asked, operation);
      return valid ? null : differences(errors);
    },
    assertAnswer(request, path, { status, body }) {
      const { operation } = match(request, path);
      if (operation === undefined) return;
      const described = Object.keys(operation.responses ?? {});
      // Not described everywhere, although every operation may answer them.
      if (!described.includes(String(status))) {
        if ([301, 401, 403, 404, 409].includes(status)) return;
        // A commit that is not there.
        if (status === 422 && /-for-ref$/.test(operation.operationId ?? "")) return;
        throw new Error(`${operation.operationId} has no answer ${status}, only ${described.join(", ")}`);
      }
      const { valid, errors } = api.validateResponse(body ?? null, operation, status);
      if (valid) return;
      throw new Error(`the answer ${status} of ${operation.operationId}: ${differences(errors)}`);
    },
    assertDelivery(name, payload) {
      const headers = { "content-type": "application/json" };
      const asked = { method: "POST", path: `/webhooks/${name}`, headers, body: payload as never };
      const operation = api.matchOperation(asked);
      if (operation === undefined) throw new Error(`the webhook ${name} is not described`);
      const { valid, errors } = api.validateRequest(asked, operation);
      if (!valid) throw new Error(`the delivery of ${name}: ${differences(errors)}`);
    },
  };
}

function withoutUndefined(headers: FakeRequest["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
