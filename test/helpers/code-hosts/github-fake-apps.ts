import { generateKeyPairSync, randomBytes } from "node:crypto";
import { z } from "zod";
import type { FakeAnswer } from "./fake-server.ts";
import { notFound, refuse } from "./github-fake-answers.ts";
import { toInstallation, toIntegration } from "./github-fake-objects.ts";
import type { Call, Route } from "./github-fake-routes.ts";
import { createFakeApp, nextId } from "./github-fake-state.ts";

const newToken = z.strictObject({
  repositories: z.array(z.string()).optional(),
  repository_ids: z.array(z.int()).optional(),
  permissions: z.record(z.string(), z.enum(["read", "write"])).optional(),
});

export const appRoutes: Route[] = [
  {
    operation: "GET /app",
    need: "app",
    handle: ({ state, addresses }) => ({ status: 200, body: toIntegration(state, addresses, state.app!) }),
  },
  {
    operation: "GET /repos/{owner}/{repo}/installation",
    need: "app",
    handle({ state, addresses, path }) {
      const { repositories } = state.app!.installation;
      if (!repositories.includes(`${path.owner}/${path.repo}`)) return notFound;
      return { status: 200, body: toInstallation(state, addresses, state.app!) };
    },
  },
  {
    operation: "POST /app/installations/{installation_id}/access_tokens",
    need: "app",
    body: newToken,
    handle: makeToken,
  },
  { operation: "POST /app-manifests/{code}/conversions", need: "nothing", handle: convertManifest },
];

function makeToken({ state, path, body }: Call): FakeAnswer {
  const { installation, slug } = state.app!;
  if (String(installation.id) !== path.installation_id) return notFound;
  if (installation.suspended) return refuse(403, "This installation has been suspended");
  const { repositories = [], permissions } = body as z.output<typeof newToken>;
  const isKnown = repositories.every((name) =>
    installation.repositories.some((full) => full.endsWith(`/${name}`)),
  );
  if (!isKnown) {
    return refuse(
      422,
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  }
  const granted = { ...(permissions ?? installation.permissions) };
  const isGranted = Object.entries(granted).every(
    ([name, access]) =>
      installation.permissions[name] === "write" || installation.permissions[name] === access,
  );
  if (!isGranted) return refuse(422, "The permissions requested are not granted to this installation.");
  const token = `ghs_${randomBytes(18).toString("hex")}`;
  const endsAt = Date.now() + installation.tokenMs;
  state.tokens.set(token, {
    kind: "installation",
    login: `${slug}[bot]`,
    permissions: granted,
    scopes: [],
    endsAt,
  });
  const expires = new Date(endsAt).toISOString();
  return {
    status: 201,
    body: { token, expires_at: expires, permissions: granted, repository_selection: "selected" },
  };
}

/** A code works once. */
function convertManifest({ state, addresses, path }: Call): FakeAnswer {
  if (!state.manifestCodes.delete(path.code!)) return notFound;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  state.app = createFakeApp(nextId(state), pem);
  return {
    status: 201,
    body: {
      ...toIntegration(state, addresses, state.app),
      client_id: "Iv1.8a61f9b3a7aba766",
      client_secret: randomBytes(20).toString("hex"),
      webhook_secret: randomBytes(20).toString("hex"),
      pem,
    },
  };
}
