import { AppError, type ErrorCode, errorCatalogue } from "../../errors.ts";
import type { JobRecord } from "../../jobs/record.ts";

export interface DemoApi {
  /** URL of the create operation, to be shown. */
  jobsUrl: string;
  create(prompt: string): Promise<JobRecord>;
  get(jobId: string): Promise<JobRecord>;
}

/** Calls the public HTTP API like any other client. Problem documents become `AppError`s. */
export function createDemoApi(serviceUrl: string, projectId: string, key: string): DemoApi {
  const jobsUrl = `${serviceUrl}/v2/agent/${projectId}/job`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return {
    jobsUrl,
    create: (prompt) => request(jobsUrl, { method: "POST", headers, body: JSON.stringify({ prompt }) }),
    get: (jobId) => request(`${jobsUrl}/${jobId}`, { headers }),
  };
}

async function request(url: string, init: RequestInit): Promise<JobRecord> {
  const response = await fetch(url, init);
  const body = (await response.json()) as JobRecord & { code?: string; detail?: string };
  if (response.ok) return body;
  const known = body.code !== undefined && Object.hasOwn(errorCatalogue, body.code);
  throw new AppError(
    known ? (body.code as ErrorCode) : "internal_error",
    body.detail ?? `The API answered ${response.status}.`,
  );
}
