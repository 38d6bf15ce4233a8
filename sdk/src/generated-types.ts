// Made by scripts/generate-sdk-types.ts from the OpenAPI document. Do not edit.

/** What each operation takes and answers. */
export interface Operations {
  /** Create a job */
  createJob: {
    method: "POST";
    path: "/v2/agent/{projectId}/job";
    type: "application/json";
    body: CreateJobBody;
    answer: JobRecord;
  };
  /** Get a job */
  getJob: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}";
    type: "application/json";
    query: GetJobQuery;
    answer: JobRecord;
  };
  /** Say more to a job */
  sendMessage: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/message";
    type: "application/json";
    body: SendMessageBody;
    answer: JobRecord;
  };
  /** Cancel a job */
  cancelJob: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/cancel";
    type: "application/json";
    answer: JobRecord;
  };
  /** Archive a job */
  archiveJob: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/archive";
    type: "application/json";
    answer: JobRecord;
  };
  /** Take a job out of the archive */
  unarchiveJob: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/unarchive";
    type: "application/json";
    answer: JobRecord;
  };
  /** Open the pull request of a preview */
  openPreviewPullRequest: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/pull-request";
    type: "application/json";
    answer: JobRecord;
  };
  /** List jobs */
  listJobs: {
    method: "GET";
    path: "/v2/agent/{projectId}/jobs";
    type: "application/json";
    query: ListJobsQuery;
    answer: ListJobsAnswer;
  };
  /** List or follow a job's events */
  listJobEvents: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}/events";
    type: "application/json";
    query: ListJobEventsQuery;
    answer: ListJobEventsAnswer;
  };
  /** Get a job's diff */
  getJobDiff: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}/diff";
    type: "text/x-diff";
    answer: string;
  };
  /** Get what a job's checks found */
  getJobChecks: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}/checks";
    type: "application/json";
    answer: GetJobChecksAnswer;
  };
  /** List models */
  listModels: {
    method: "GET";
    path: "/v2/agent/{projectId}/models";
    type: "application/json";
    answer: ListModelsAnswer;
  };
  /** Is the process alive? */
  getLiveness: {
    method: "GET";
    path: "/healthz";
    type: "application/json";
    answer: GetLivenessAnswer;
  };
  /** Can it work? */
  getReadiness: {
    method: "GET";
    path: "/readyz";
    type: "application/json";
    answer: GetReadinessAnswer;
  };
  /** This description */
  getOpenapi: {
    method: "GET";
    path: "/openapi.json";
    type: "application/json";
    answer: GetOpenapiAnswer;
  };
}
export interface CreateJobBody {
  /** What to do. Unicode code points are counted. */
  prompt: string;
  /** Base branch; the project's branch when absent. */
  ref?: string;
  /** provider/name; the project's model when absent. */
  model?: string;
  /** Open the pull request as a draft. */
  asDraft?: boolean;
  /** preview ends with diff and checks, without a pull request. */
  mode?: "pull_request" | "preview";
  /**
   * Globs outside of which the job writes nothing, of what the project lets jobs write; no further limit when empty.
   *
   * @maxItems 50
   */
  paths?: string[];
  /** Where a turn must end at the latest; the project's budget when absent. No step is begun that would likely go over. */
  budget?: {
    maxSteps?: number;
    maxTokens?: number;
    maxCostUsd?: number;
    timeoutSeconds?: number;
  };
  /** Yours; given back with the record. */
  metadata?: {
    [k: string]: string;
  };
}
export interface JobRecord {
  id: string;
  status: "active" | "completed" | "archived" | "failed";
  source: {
    /** Full URL. */
    repository: string;
    /** Branch that the agent works on. */
    ref: string;
  };
  /** provider/name */
  model: string;
  /** Null while active, and when no file was changed. */
  prLink: string | null;
  createdAt: string;
  archivedAt: string | null;
  /** Why the job has its status. */
  reason:
    | "queued"
    | "running"
    | "waiting_capacity"
    | "pull_request_opened"
    | "pull_request_updated"
    | "no_changes"
    | "preview_ready"
    | "cancelled"
    | "timed_out"
    | "budget_exceeded"
    | "agent_stuck"
    | "checks_failed"
    | "check_timeout"
    | "model_error"
    | "instruction_not_understood"
    | "repository_error"
    | "code_host_error"
    | "diff_too_large"
    | "worker_crashed_repeatedly"
    | "internal_error";
  /** One line for people. */
  message: string;
  title: string | null;
  usage: {
    steps: number;
    inputTokens: number;
    cachedInputTokens: number;
    outputTokens: number;
    /** Null when the model's price is not known. */
    costUsd: number | null;
  };
  pullRequest: {
    url: string;
    number: number;
    state: "open" | "merged" | "closed";
    branch: string;
  } | null;
  /** Problems in the documentation that this job introduced, fixed or found. */
  checks: {
    new: number;
    fixed: number;
    preexisting: number;
  } | null;
  metadata: {
    [k: string]: string;
  };
  updatedAt: string;
  finishedAt: string | null;
  /** Who created the job; null for jobs that are older than this field. */
  createdBy: Author | null;
}
export interface Author {
  /** api_key, code_host, command_line or service, which is Copydesk itself. More kinds may be added. */
  kind: string;
  /** Of the API key, or of the user where the code host lets people choose any name. */
  id?: string;
  /** The code host, such as github. */
  host?: string;
  /** Of the API key, the user or check on the code host, or the system's user, as it was then. */
  name?: string;
}
export interface GetJobQuery {
  /** Seconds to wait while the job is active; returns as soon as its status changes or, with If-None-Match, as soon as its record differs from the one already known. */
  wait?: number;
}
export interface SendMessageBody {
  /** What to do now. Unicode code points are counted. */
  prompt: string;
}
export interface ListJobsQuery {
  /** Only jobs that have it. */
  status?: "active" | "completed" | "archived" | "failed";
  /** How many jobs a page has at most. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}
export interface ListJobsAnswer {
  data: JobRecord[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}
export interface ListJobEventsQuery {
  /** Number of the last event already seen. */
  after?: number;
  /** How many events a page has at most; a stream has no pages. */
  limit?: number;
}
export interface ListJobEventsAnswer {
  data: {
    /** Number of the event in its job, from 1, without gaps. */
    seq: number;
    at: string;
    /** What happened; the glossary explains the kinds. */
    kind: string;
    data: {
      [k: string]: unknown;
    };
    /** Who caused the event; null for events that are older than this field. */
    author: Author | null;
  }[];
  /** For the next page; null when there is nothing more at the moment. */
  nextAfter: number | null;
}
export interface GetJobChecksAnswer {
  /** Null when the checks have not run. */
  counts: {
    new: number;
    fixed: number;
    preexisting: number;
  } | null;
  /** Links that could not be judged on this site, and why: they are neither broken nor fixed and in no count. */
  notJudged: {
    /** The check that they belong to. */
    rule: string;
    links: number;
    /** In a sentence that begins with "links not judged here". */
    reason: string;
  }[];
  /**
   * Problems that the change brings, at most 40.
   *
   * Items: A problem in the documentation.
   */
  new: {
    /** The check that found it; the pages on checks list them. */
    rule: string;
    /** From the root of the repository. */
    path: string;
    line: number;
    /** In UTF-16 code units. */
    column: number;
    message: string;
    /** The text that is wrong, such as a link's target. */
    target?: string;
    /** The one certain repair. */
    suggestion?: {
      old: string;
      new: string;
      because: string;
    };
    /** Possible repairs when none is certain. */
    candidates?: string[];
  }[];
  /**
   * Problems that the change repairs, at most 40.
   *
   * Items: A problem in the documentation.
   */
  fixed: {
    /** The check that found it; the pages on checks list them. */
    rule: string;
    /** From the root of the repository. */
    path: string;
    line: number;
    /** In UTF-16 code units. */
    column: number;
    message: string;
    /** The text that is wrong, such as a link's target. */
    target?: string;
    /** The one certain repair. */
    suggestion?: {
      old: string;
      new: string;
      because: string;
    };
    /** Possible repairs when none is certain. */
    candidates?: string[];
  }[];
}
export interface ListModelsAnswer {
  data: {
    /** `provider/name`; `provider/*` for a provider without a list. */
    id: string;
    provider: string;
    available: boolean;
    /** Why it is not available. */
    reason: string | null;
    /** Used by jobs that name no model. */
    isDefault: boolean;
    /** Null when it is not known. */
    price: {
      /** US dollars per million tokens. */
      input: number;
      /** US dollars per million tokens. */
      cachedInput: number;
      /** US dollars per million tokens. */
      cacheWrite?: number;
      /** US dollars per million tokens. */
      output: number;
      longInput?: {
        /** Input tokens of one call. */
        above: number;
        /** US dollars per million tokens. */
        input: number;
        /** US dollars per million tokens. */
        cachedInput: number;
        /** US dollars per million tokens. */
        cacheWrite?: number;
        /** US dollars per million tokens. */
        output: number;
      };
    } | null;
  }[];
}
export interface GetLivenessAnswer {
  status: "ok";
  longestStallMs: number;
}
export interface GetReadinessAnswer {
  status: "ready";
}
export interface GetOpenapiAnswer {
  openapi: "3.1.0";
  [k: string]: unknown;
}
export interface Problem {
  /** Where the instance explains the code, relative to itself. */
  type: string;
  /** Name of the HTTP status. */
  title: string;
  status: number;
  /** One line for people. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** Stable. */
  code:
    | "invalid_request"
    | "invalid_json"
    | "invalid_api_key"
    | "api_key_expired"
    | "insufficient_scope"
    | "ip_not_allowed"
    | "project_not_found"
    | "job_not_found"
    | "job_archived"
    | "job_active"
    | "no_preview"
    | "job_not_active"
    | "patch_pending"
    | "too_many_api_keys"
    | "too_many_streams"
    | "api_key_not_found"
    | "webhook_not_found"
    | "pull_request_not_found"
    | "route_not_found"
    | "method_not_allowed"
    | "request_timeout"
    | "idempotency_in_flight"
    | "idempotency_key_reused"
    | "body_too_large"
    | "headers_too_large"
    | "unsupported_media_type"
    | "rate_limited"
    | "budget_exceeded"
    | "internal_error"
    | "unavailable"
    | "invalid_ref"
    | "invalid_repository_url"
    | "url_not_allowed"
    | "repository_unreachable"
    | "repository_empty"
    | "ref_not_found"
    | "repository_too_large"
    | "file_name_unreadable"
    | "workspace_disk_full"
    | "push_rejected"
    | "git_missing"
    | "git_failed"
    | "code_host_unauthorized"
    | "code_host_forbidden"
    | "code_host_refused"
    | "code_host_unavailable"
    | "invalid_signature"
    | "path_outside_workspace"
    | "not_a_regular_file"
    | "path_not_allowed"
    | "file_not_found"
    | "diff_too_large"
    | "forbidden_change"
    | "check_timeout"
    | "unknown_model"
    | "model_error"
    | "instruction_not_understood"
    | "usage"
    | "invalid_configuration"
    | "port_in_use"
    | "cannot_listen"
    | "data_folder_not_writable"
    | "data_folder_newer"
    | "store_unavailable"
    | "sandbox_unavailable";
  /** Leads to the request in the service's log. */
  requestId: string;
  /** The same text as detail. */
  error: string;
  /** Every problem found in the request. */
  errors?: {
    path: string;
    message: string;
  }[];
  /** With budget_exceeded: when the monthly cap resets. */
  resetsAt?: string;
}
