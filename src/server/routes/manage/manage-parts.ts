import type { ErrorCode } from "../../../errors.ts";
import { idempotencyKeyPattern, projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";

export const exampleProjectId = projectPath.projectId.example;
export const exampleOrganisationId = "org_0123456789abcdefghijkl";
export const exampleTime = "2026-11-21T09:30:00.000Z";
export const exampleAuthor = { kind: "user", id: "usr_0123456789abcdefghijkl", name: "Docs editor" };

export const keyPath = {
  keyId: {
    description: "Id of the key: the eight characters after its prefix.",
    example: "k3Jx9QaZ",
    pattern: "^[0-9A-Za-z]{8}$",
  },
};

export const webhookPath = {
  ...projectPath,
  webhookId: {
    description: "Id of the webhook.",
    example: "wh_0123456789abcdefghijkl",
    pattern: "^wh_[0-9A-Za-z]{22}$",
  },
};

/** The header of operations that create or rotate something. */
export const onceHeaders: Operation["requestHeaders"] = {
  "Idempotency-Key": {
    description:
      "1 to 255 printable ASCII characters, kept for 24 hours: the same key and request take effect once, however often they are sent. The response is stored encrypted with the instance's secret key, so that a new secret can be returned again.",
    example: "7f6c1c1e-new-key",
    pattern: idempotencyKeyPattern,
  },
};

export const replayedHeader = {
  "Idempotent-Replayed": {
    description: "true if the first response is returned again; absent otherwise.",
    example: "true",
    pattern: "^true$",
    optional: true as const,
  },
};

/** Errors of operations with a body. */
export const bodyErrors: ErrorCode[] = ["invalid_json", "body_too_large", "unsupported_media_type"];

export const onceErrors: ErrorCode[] = [...bodyErrors, "idempotency_in_flight", "idempotency_key_reused"];
