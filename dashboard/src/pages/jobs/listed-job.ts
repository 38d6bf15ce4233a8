import type { JobRecord } from "../../../../sdk/src/generated-types.ts";

/** A job in a list of all projects. */
export type ListedJob = JobRecord & { projectId: string; projectName: string; labels?: string[] };
