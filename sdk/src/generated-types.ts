// Made by scripts/generate-sdk-types.ts from the OpenAPI document. Do not edit.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: one file, as one document.
// biome-ignore-all lint/complexity/noBannedTypes: the document has objects without fields.

export type JobEvent =
  | CreatedEvent
  | MessageEvent
  | StartedEvent
  | RestartedEvent
  | PreparedEvent
  | ContextEvent
  | BaselineEvent
  | PromptEvent
  | ModelAnswerEvent
  | ModelRetryEvent
  | SummaryEvent
  | ToolResultEvent
  | EngineUpdateEvent
  | EngineResultEvent
  | ChecksEvent
  | CitationsEvent
  | UnchangedEvent
  | RepairRoundEvent
  | CommittedEvent
  | PreviewedEvent
  | PullRequestRequestedEvent
  | PushedEvent
  | PullRequestEvent
  | PullRequestStateEvent
  | CompletedEvent
  | FailedEvent
  | ArchivedEvent
  | UnarchivedEvent;
export type FileOperation = WriteOperation | ReplaceOperation | MoveOperation | DeleteOperation;
export type Role = "owner" | "editor" | "viewer";

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
  /** Delete a job */
  deleteJob: {
    method: "DELETE";
    path: "/v2/agent/{projectId}/job/{jobId}";
    type: null;
    answer: null;
  };
  /** Send a follow-up */
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
  /** Unarchive a job */
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
    answer: JobPage;
  };
  /** List or follow a job's events */
  listJobEvents: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}/events";
    type: "application/json";
    query: ListJobEventsQuery;
    answer: EventPage;
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
    answer: JobChecks;
  };
  /** Get a job's change for review */
  getReview: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}/review";
    type: "application/json";
    answer: Review;
  };
  /** Get one file of a job's change */
  getReviewFile: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}/review/file";
    type: "application/json";
    query: GetReviewFileQuery;
    answer: ReviewContents;
  };
  /** Get a changed page rendered */
  getRenderedPage: {
    method: "GET";
    path: "/v2/agent/{projectId}/job/{jobId}/review/rendered";
    type: "application/json";
    query: GetRenderedPageQuery;
    answer: RenderedPage;
  };
  /** Send a review's comments */
  sendReviewComments: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/review/comments";
    type: "application/json";
    body: SendReviewCommentsBody;
    answer: JobRecord;
  };
  /** Apply suggested edits */
  applySuggestions: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/review/suggestions";
    type: "application/json";
    body: ApplySuggestionsBody;
    answer: JobRecord;
  };
  /** Approve a pull request */
  approveReview: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/review/approve";
    type: "application/json";
    body: ApproveReviewBody;
    answer: JobRecord;
  };
  /** Merge a pull request */
  mergeReview: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/review/merge";
    type: "application/json";
    body: MergeReviewBody;
    answer: JobRecord;
  };
  /** Close a pull request */
  closeReview: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/review/close";
    type: "application/json";
    answer: JobRecord;
  };
  /** Delete a job's branch */
  deleteReviewedBranch: {
    method: "POST";
    path: "/v2/agent/{projectId}/job/{jobId}/review/delete-branch";
    type: "application/json";
    answer: JobRecord;
  };
  /** List the jobs of all projects */
  listAllJobs: {
    method: "GET";
    path: "/v2/manage/jobs";
    type: "application/json";
    query: ListAllJobsQuery;
    answer: ListedJobPage;
  };
  /** See what waits for you */
  getInbox: {
    method: "GET";
    path: "/v2/manage/inbox";
    type: "application/json";
    answer: Inbox;
  };
  /** See what became of jobs */
  getOutcomes: {
    method: "GET";
    path: "/v2/manage/outcomes";
    type: "application/json";
    query: GetOutcomesQuery;
    answer: Outcomes;
  };
  /** See what is going on */
  getActivity: {
    method: "GET";
    path: "/v2/manage/activity";
    type: "application/json";
    answer: GetActivityAnswer;
  };
  /** List the pages of a project */
  listPages: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/pages";
    type: "application/json";
    query: ListPagesQuery;
    answer: ListPagesAnswer;
  };
  /** Find open pull requests on the same pages */
  findOverlaps: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/overlaps";
    type: "application/json";
    body: FindOverlapsBody;
    answer: FindOverlapsAnswer;
  };
  /** List models */
  listModels: {
    method: "GET";
    path: "/v2/agent/{projectId}/models";
    type: "application/json";
    answer: ModelPage;
  };
  /** List projects */
  listProjects: {
    method: "GET";
    path: "/v2/manage/projects";
    type: "application/json";
    query: ListProjectsQuery;
    answer: ListProjectsAnswer;
  };
  /** Create a project */
  createProject: {
    method: "POST";
    path: "/v2/manage/projects";
    type: "application/json";
    body: CreateProjectBody;
    answer: CreateProjectAnswer;
  };
  /** Get a project */
  getProject: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}";
    type: "application/json";
    answer: ManagedProject;
  };
  /** Change a project */
  changeProject: {
    method: "PATCH";
    path: "/v2/manage/projects/{projectId}";
    type: "application/json";
    body: ChangeProjectBody;
    answer: ManagedProject;
  };
  /** Remove a project */
  removeProject: {
    method: "DELETE";
    path: "/v2/manage/projects/{projectId}";
    type: "application/json";
    body: RemoveProjectBody;
    answer: RemoveProjectAnswer;
  };
  /** Set a project's credentials */
  setProjectCredentials: {
    method: "PUT";
    path: "/v2/manage/projects/{projectId}/credentials";
    type: "application/json";
    body: SetProjectCredentialsBody;
    answer: SetProjectCredentialsAnswer;
  };
  /** Test a project's connection */
  testProjectConnection: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/test";
    type: "application/json";
    answer: ConnectionTest;
  };
  /** Create a link that creates a GitHub App */
  createGithubAppLink: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/github-app-link";
    type: "application/json";
    body: CreateGithubAppLinkBody;
    answer: CreateGithubAppLinkAnswer;
  };
  /** Look at a repository */
  previewRepository: {
    method: "POST";
    path: "/v2/manage/repository-preview";
    type: "application/json";
    body: PreviewRepositoryBody;
    answer: RepositoryPreview;
  };
  /** List a project's API keys */
  listApiKeys: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/api-keys";
    type: "application/json";
    answer: ListApiKeysAnswer;
  };
  /** Create an API key */
  createApiKey: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/api-keys";
    type: "application/json";
    body: CreateApiKeyBody;
    answer: CreateApiKeyAnswer;
  };
  /** Rotate an API key */
  rotateApiKey: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/api-keys/{keyId}/rotate";
    type: "application/json";
    body: RotateApiKeyBody;
    answer: RotateApiKeyAnswer;
  };
  /** Revoke an API key */
  revokeApiKey: {
    method: "DELETE";
    path: "/v2/manage/projects/{projectId}/api-keys/{keyId}";
    type: "application/json";
    answer: ApiKey;
  };
  /** List management keys */
  listManagementKeys: {
    method: "GET";
    path: "/v2/manage/management-keys";
    type: "application/json";
    answer: ListManagementKeysAnswer;
  };
  /** Create a management key */
  createManagementKey: {
    method: "POST";
    path: "/v2/manage/management-keys";
    type: "application/json";
    body: CreateManagementKeyBody;
    answer: CreateManagementKeyAnswer;
  };
  /** Rotate a management key */
  rotateManagementKey: {
    method: "POST";
    path: "/v2/manage/management-keys/{keyId}/rotate";
    type: "application/json";
    body: RotateManagementKeyBody;
    answer: RotateManagementKeyAnswer;
  };
  /** Revoke a management key */
  revokeManagementKey: {
    method: "DELETE";
    path: "/v2/manage/management-keys/{keyId}";
    type: "application/json";
    answer: ManagementKey;
  };
  /** List a project's webhooks */
  listWebhooks: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/webhooks";
    type: "application/json";
    answer: ListWebhooksAnswer;
  };
  /** Create a webhook */
  createWebhook: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/webhooks";
    type: "application/json";
    body: CreateWebhookBody;
    answer: CreateWebhookAnswer;
  };
  /** Get a webhook */
  getWebhook: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}";
    type: "application/json";
    answer: Webhook;
  };
  /** Remove a webhook */
  removeWebhook: {
    method: "DELETE";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}";
    type: null;
    answer: null;
  };
  /** Rotate a webhook's secret */
  rotateWebhookSecret: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}/rotate-secret";
    type: "application/json";
    body: RotateWebhookSecretBody;
    answer: RotateWebhookSecretAnswer;
  };
  /** Disable a webhook */
  disableWebhook: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}/disable";
    type: "application/json";
    answer: Webhook;
  };
  /** Enable a webhook */
  enableWebhook: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}/enable";
    type: "application/json";
    answer: Webhook;
  };
  /** Ping a webhook */
  pingWebhook: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}/ping";
    type: "application/json";
    answer: PingWebhookAnswer;
  };
  /** List a webhook's deliveries */
  listDeliveries: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}/deliveries";
    type: "application/json";
    query: ListDeliveriesQuery;
    answer: ListDeliveriesAnswer;
  };
  /** Deliver a message again */
  redeliver: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver";
    type: "application/json";
    answer: RedeliverAnswer;
  };
  /** Get the health of the code host's webhook */
  getHostWebhook: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/host-webhook";
    type: "application/json";
    answer: GetHostWebhookAnswer;
  };
  /** List a project's context repositories */
  listContextRepositories: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/context";
    type: "application/json";
    answer: ListContextRepositoriesAnswer;
  };
  /** Add a context repository */
  addContextRepository: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/context";
    type: "application/json";
    body: AddContextRepositoryBody;
    answer: AddContextRepositoryAnswer;
  };
  /** Get a context repository */
  getContextRepository: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/context/{contextId}";
    type: "application/json";
    answer: GetContextRepositoryAnswer;
  };
  /** Change a context repository */
  changeContextRepository: {
    method: "PATCH";
    path: "/v2/manage/projects/{projectId}/context/{contextId}";
    type: "application/json";
    body: ChangeContextRepositoryBody;
    answer: ChangeContextRepositoryAnswer;
  };
  /** Remove a context repository */
  removeContextRepository: {
    method: "DELETE";
    path: "/v2/manage/projects/{projectId}/context/{contextId}";
    type: null;
    answer: null;
  };
  /** Test a context repository */
  testContextRepository: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/context/{contextId}/test";
    type: "application/json";
    answer: TestContextRepositoryAnswer;
  };
  /** List a project's triggers */
  listTriggers: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/triggers";
    type: "application/json";
    answer: ListTriggersAnswer;
  };
  /** Create a trigger */
  createTrigger: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/triggers";
    type: "application/json";
    body: CreateTriggerBody;
    answer: CreateTriggerAnswer;
  };
  /** Stop or resume all triggers of a project */
  stopTriggers: {
    method: "PATCH";
    path: "/v2/manage/projects/{projectId}/triggers";
    type: "application/json";
    body: StopTriggersBody;
    answer: StopTriggersAnswer;
  };
  /** Stop or resume all triggers of the instance */
  stopAllTriggers: {
    method: "PATCH";
    path: "/v2/manage/instance/triggers";
    type: "application/json";
    body: StopAllTriggersBody;
    answer: StopAllTriggersAnswer;
  };
  /** Get a trigger */
  getTrigger: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/triggers/{triggerId}";
    type: "application/json";
    answer: GetTriggerAnswer;
  };
  /** Change a trigger */
  changeTrigger: {
    method: "PATCH";
    path: "/v2/manage/projects/{projectId}/triggers/{triggerId}";
    type: "application/json";
    body: ChangeTriggerBody;
    answer: ChangeTriggerAnswer;
  };
  /** Remove a trigger */
  removeTrigger: {
    method: "DELETE";
    path: "/v2/manage/projects/{projectId}/triggers/{triggerId}";
    type: null;
    answer: null;
  };
  /** Rotate a trigger's secret */
  rotateTriggerSecret: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/triggers/{triggerId}/rotate-secret";
    type: "application/json";
    answer: RotateTriggerSecretAnswer;
  };
  /** Test a trigger */
  testTrigger: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/triggers/{triggerId}/test";
    type: "application/json";
    body: TestTriggerBody;
    answer: TestTriggerAnswer;
  };
  /** List the history of a trigger */
  listTriggerHistory: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/triggers/{triggerId}/history";
    type: "application/json";
    query: ListTriggerHistoryQuery;
    answer: ListTriggerHistoryAnswer;
  };
  /** List a project's channels of Slack */
  listSlackChannels: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/slack";
    type: "application/json";
    answer: ListSlackChannelsAnswer;
  };
  /** Connect a channel of Slack */
  connectSlackChannel: {
    method: "POST";
    path: "/v2/manage/projects/{projectId}/slack";
    type: "application/json";
    body: ConnectSlackChannelBody;
    answer: ConnectSlackChannelAnswer;
  };
  /** Disconnect a channel of Slack */
  disconnectSlackChannel: {
    method: "DELETE";
    path: "/v2/manage/projects/{projectId}/slack/{connectionId}";
    type: null;
    answer: null;
  };
  /** Export a project and its jobs */
  exportProject: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/export";
    type: "application/x-ndjson";
    /** A JSON document on each line. */
    answer: string;
  };
  /** Get the instructions that jobs would get */
  getInstructions: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/instructions";
    type: "application/json";
    query: GetInstructionsQuery;
    answer: InstructionsPreview;
  };
  /** List the translations of a project */
  listTranslations: {
    method: "GET";
    path: "/v2/manage/projects/{projectId}/translations";
    type: "application/json";
    query: ListTranslationsQuery;
    answer: TranslationList;
  };
  /** List, download or follow the audit log */
  listAudit: {
    method: "GET";
    path: "/v2/manage/audit";
    type: "application/json";
    query: ListAuditQuery;
    answer: ListAuditAnswer;
  };
  /** List what was used */
  listUsage: {
    method: "GET";
    path: "/v2/manage/usage";
    type: "application/json";
    query: ListUsageQuery;
    answer: ListUsageAnswer;
  };
  /** Get what the instance is and can do */
  getInstance: {
    method: "GET";
    path: "/v2/manage/instance";
    type: "application/json";
    answer: GetInstanceAnswer;
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
   * Globs that limit what the job may write, within what the project allows; no further limit when empty.
   *
   * @maxItems 50
   */
  paths?: string[];
  /** Limits of a turn; the project's budget when absent. No step starts that would probably exceed them. */
  budget?: {
    maxSteps?: number;
    maxTokens?: number;
    maxCostUsd?: number;
    timeoutSeconds?: number;
  };
  /**
   * Labels of the pull request, in addition to the project's.
   *
   * @maxItems 20
   */
  labels?: string[];
  /**
   * Reviewers to request, in addition to the project's; team: goes before the name of a team.
   *
   * @maxItems 20
   */
  reviewers?: string[];
  /** Name of the branch that the job creates; made from the job's id when absent. The job fails if the repository already has that branch. */
  branch?: string;
  /** Title of the pull request; the agent chooses one when absent. */
  title?: string;
  /** What the pull request is about. While a job of the project with this topic is active or has an open pull request, the prompt is its next turn, and the response is that job's record with status 200. */
  topic?: string;
  /** Key-value pairs of your own, returned with the record. */
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
    | "invalid_policy"
    | "repository_error"
    | "code_host_error"
    | "diff_too_large"
    | "worker_crashed_repeatedly"
    | "internal_error"
    | (string & {});
  /** One line for people. */
  message: string;
  /** Null until the agent has chosen one, unless the create gave one. */
  title: string | null;
  usage: Usage;
  pullRequest: PullRequest | null;
  /** Problems in the documentation that this job introduced, fixed or found. */
  checks: CheckCounts | null;
  /** The repository's own rules at the base commit, which applied to the job. */
  policy: JobPolicy | null;
  metadata: {
    [k: string]: string;
  };
  /** From the create; the project's are added. */
  labels: string[];
  /** From the create; the project's are added. */
  reviewers: string[];
  /** From the create; jobs with the same topic share one open pull request. */
  topic: string | null;
  updatedAt: string;
  finishedAt: string | null;
  /** Who created the job; null for jobs older than this field. */
  createdBy: Author | null;
}
export interface Usage {
  steps: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** Null when the model's price is not known. */
  costUsd: number | null;
}
export interface PullRequest {
  url: string;
  number: number;
  state: "open" | "merged" | "closed";
  branch: string;
}
export interface CheckCounts {
  new: number;
  fixed: number;
  preexisting: number;
  /** New problems that do not hold the job back; absent when there are none. */
  warnings?: number;
  /** Problems removed with their text rather than repaired; absent when there are none. */
  removed?: number;
}
export interface JobPolicy {
  path: string;
  /** Its hash in git. */
  blob: string;
}
export interface Author {
  /** The service is Copydesk itself. */
  kind:
    | "api_key"
    | "user"
    | "management_key"
    | "code_host"
    | "command_line"
    | "trigger"
    | "service"
    | (string & {});
  /** Of the key, of the person who signed in, or of the user where the code host lets people choose any name. */
  id?: string;
  /** The code host, such as github. */
  host?: string;
  /** Of the key, the person, the user or check on the code host, or the system's user, as it was then. */
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
  /** Only jobs with one of these statuses, separated by commas. */
  status?: string;
  /** Only jobs with one of these reasons, separated by commas. */
  reason?: string;
  /** Only jobs on this model. */
  model?: string;
  /** Only jobs on this base branch, or the job of this branch. */
  ref?: string;
  /** Only jobs whose author has this id, name or kind. */
  author?: string;
  /** Only jobs created then or later: a day of UTC, or a time with its zone. */
  createdFrom?: string;
  /** Only jobs created before that time, or up to the end of that day of UTC. */
  createdTo?: string;
  /** Only jobs with these pairs in their metadata; metadata.ticket=DOC-17 works as well. */
  metadata?: {
    [k: string]: string;
  };
  /** Only jobs with this topic. */
  topic?: string;
  /** Only jobs that were created with this label. */
  label?: string;
  /** Only jobs whose prompt or title contains each of these words or parts of words, in any case. */
  q?: string;
  /** Only jobs whose pull request is in this state; none for jobs without a pull request. */
  pullRequest?: "open" | "merged" | "closed" | "none";
  /** Maximum number of jobs on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}
export interface JobPage {
  data: JobRecord[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}
export interface ListJobEventsQuery {
  /** Number of the last event already seen. */
  after?: number;
  /** Maximum number of events on a page. */
  limit?: number;
}
export interface EventPage {
  data: (JobEvent | UnknownJobEvent)[];
  /** For the next page; null if there is nothing more at the moment. */
  nextAfter: number | null;
}
export interface CreatedEvent {
  seq: number;
  at: string;
  kind: "created";
  data: {
    prompt: string;
    ref: string | null;
    model: string;
    mode: "pull_request" | "preview" | (string & {});
    asDraft: boolean;
    paths: string[];
    budget: {
      maxSteps?: number;
      maxTokens?: number;
      maxCostUsd?: number;
      timeoutSeconds?: number;
    };
    metadata: {
      [k: string]: string;
    };
    labels?: string[];
    reviewers?: string[];
    topic?: string;
    /** Chosen by the create. */
    title?: string;
    /** Chosen by the create. */
    branch?: string;
    turn: number;
    /** `X-Request-Id` of the request's response. */
    requestId?: string;
    /** W3C trace context of the request. */
    traceparent?: string;
  };
  author: Author | null;
}
export interface MessageEvent {
  seq: number;
  at: string;
  kind: "message";
  data: {
    prompt: string;
    turn: number;
    /** `X-Request-Id` of the request's response. */
    requestId?: string;
    /** W3C trace context of the request. */
    traceparent?: string;
  };
  author: Author | null;
}
export interface StartedEvent {
  seq: number;
  at: string;
  kind: "started";
  data: {
    turn: number;
    /** Number of workers that died while running this turn. */
    crashCount: number;
    /** Whether recorded work is repeated. */
    resumes: boolean;
  };
  author: Author | null;
}
export interface RestartedEvent {
  seq: number;
  at: string;
  kind: "restarted";
  data: {
    why: string;
  };
  author: Author | null;
}
export interface PreparedEvent {
  seq: number;
  at: string;
  kind: "prepared";
  data: {
    repository: string;
    baseRef: string;
    /** Full hash. */
    baseCommit: string;
    /** Full hash. */
    startCommit: string;
    /** Commit of the job's branch on the host; null if there is no branch; absent if it is not known. */
    expectedRemoteCommit?: string | null;
    note: string | null;
    /** The repository's own rules at the base, with the file's hash in git. */
    policy?: {
      path: string;
      blob: string;
    };
    /** Whether the start contains work that was not pushed. */
    isUnpublished?: boolean;
    files: number;
    durationMs: number;
  };
  author: Author | null;
}
export interface ContextEvent {
  seq: number;
  at: string;
  kind: "context";
  data: {
    /** The context repositories that the turn reads. */
    sources: {
      name: string;
      repository: string;
      ref: string;
      /** Full hash. */
      commit: string;
      /** Globs of what the turn sees; everything if empty. */
      include: string[];
      /** How many it sees. */
      files: number;
    }[];
  };
  author: Author | null;
}
export interface BaselineEvent {
  seq: number;
  at: string;
  kind: "baseline";
  data: {
    site: SiteShape;
    /** The repository's further sites, if there are any. */
    otherSites?: SiteShape[];
    /** Problems that existed before. */
    findings: number;
    /** Links that could not be judged on this site, with the reason. They count neither as broken nor as fixed. */
    notJudged: {
      /** The check that they belong to. */
      rule: string;
      links: number;
      /** In a sentence that begins with "links not judged here". */
      reason: string;
    }[];
    durationMs: number;
  };
  author: Author | null;
}
export interface SiteShape {
  generator: string;
  navigationFile: string | null;
  docsRoot: string;
  pageCount: number;
}
export interface PromptEvent {
  seq: number;
  at: string;
  kind: "prompt";
  data: {
    /** The task, problems to repair, a reminder to use the tools, a message, or the prompt of another agent. */
    cause: "task" | "repair" | "nudge" | "message" | "engine" | (string & {});
    text: string;
    instructions?: string | null;
    siteSummary?: string | null;
    earlier?: string | null;
    /** With messages: the number of the last one. */
    through: number | null;
    /** With messages: number of the last message before them. */
    after?: number;
  };
  author: Author | null;
}
export interface ModelAnswerEvent {
  seq: number;
  at: string;
  kind: "model_answer";
  data: {
    step: number;
    text: string;
    toolCalls: ToolCall[];
    finishReason: string;
    usage: StepUsage;
    /** Null when the model's price is not known. */
    costUsd: number | null;
    durationMs: number;
    /** The assistant message as it is sent back to the model. */
    message: unknown;
  };
  author: Author | null;
}
export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the call was not run. */
  refused?: string;
}
export interface StepUsage {
  /** Cached ones included. */
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
}
export interface ModelRetryEvent {
  seq: number;
  at: string;
  kind: "model_retry";
  data: {
    attempt: number;
    status: number | null;
    message: string;
    waitMs: number;
  };
  author: Author | null;
}
export interface SummaryEvent {
  seq: number;
  at: string;
  kind: "summary";
  data: {
    text: string;
    removedMessages: number;
    usage: StepUsage;
    /** Null when the model's price is not known. */
    costUsd: number | null;
    durationMs: number;
  };
  author: Author | null;
}
export interface ToolResultEvent {
  seq: number;
  at: string;
  kind: "tool_result";
  data: {
    step: number;
    callId: string;
    name: string;
    ok: boolean;
    output: string;
    /** The result as data, if the built-in model receives it. */
    data?: {
      [k: string]: unknown;
    };
    /** What the model was warned of, for going in circles. */
    warning: string | null;
    operations: FileOperation[];
    /** Files whose text the model has read by this call. */
    reads: string[];
    /** On the last result of a step: the git tree after it. */
    tree: string | null;
    durationMs: number;
  };
  author: Author | null;
}
export interface WriteOperation {
  op: "write";
  path: string;
  text: string;
}
export interface ReplaceOperation {
  op: "replace";
  path: string;
  edits: {
    at: number;
    old: string;
    new: string;
  }[];
}
export interface MoveOperation {
  op: "move";
  from: string;
  to: string;
}
export interface DeleteOperation {
  op: "delete";
  path: string;
}
export interface EngineUpdateEvent {
  seq: number;
  at: string;
  kind: "engine_update";
  data: {
    text: string;
    toolCall?: {
      title: string;
      kind: string;
      status: string;
    };
  };
  author: Author | null;
}
export interface EngineResultEvent {
  seq: number;
  at: string;
  kind: "engine_result";
  data: {
    kind: "finished" | "failed" | "budget_exceeded" | "refused" | (string & {});
    title?: string;
    summary?: string;
    message?: string;
    usage: {
      /** Cached ones included. */
      inputTokens: number;
      cachedInputTokens: number;
      cacheWriteTokens: number;
      outputTokens: number;
      requests: number;
    };
    /** Null when the model's price is not known. */
    costUsd: number | null;
  };
  author: Author | null;
}
export interface ChecksEvent {
  seq: number;
  at: string;
  kind: "checks";
  data: {
    counts: CheckCounts | null;
    /** Links that could not be judged on this site, with the reason. They count neither as broken nor as fixed. */
    notJudged: {
      /** The check that they belong to. */
      rule: string;
      links: number;
      /** In a sentence that begins with "links not judged here". */
      reason: string;
    }[];
    /** Problems that the change brings, at most 40. */
    new: Finding[];
    /** Problems that the change repairs, at most 40. */
    fixed: Finding[];
    /** Problems that existed before and still exist, those of changed files first, at most 40; absent in reports older than this field. */
    preexisting?: Finding[];
    /** New problems of rules that do not hold a job back, at most 40; absent when there are none. */
    warnings?: Finding[];
    /** Problems that were removed with their text, at most 40; absent when there are none. */
    removed?: Finding[];
    /** Every rule of the checks, and whether it was applied to this site. */
    rules?: {
      rule:
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
        | (string & {});
      /** New problems of a warning do not hold a job back. */
      severity: "error" | "warning";
      /** partly: the rule could judge only some of its subjects. */
      state: "judged" | "partly" | "not_judged" | "off";
      /** Why it is not judged, or only in part. */
      reason: string | null;
    }[];
  };
  author: Author | null;
}
export interface Finding {
  /** The check that found it. */
  rule:
    | "front-matter"
    | "mdx-syntax"
    | "internal-link"
    | "anchor"
    | "image"
    | "link-target"
    | "navigation"
    | "redirect"
    | "redirect-target"
    | "lost-address"
    | "active-content"
    | "undefined-component"
    | "undefined-identifier"
    | "missing-import"
    | "undefined-reference"
    | "duplicate-anchor"
    | "duplicate-route"
    | "code-fence"
    | "frontmatter-schema"
    | "hidden-unicode"
    | "image-alt"
    | "heading-order"
    | "spelling-new"
    | "translation-stale"
    | "frozen-version"
    | "external-link"
    | "vale"
    | (string & {});
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
}
export interface CitationsEvent {
  seq: number;
  at: string;
  kind: "citations";
  data: {
    /** Citations of the changed paragraphs. */
    cited: {
      path: string;
      line: number;
      /** Its beginning. */
      text: string;
      /** `source@commit:path#L3-L9`, or `prompt`. */
      evidence: string;
      /** What occurs in these lines. */
      identifier: string | null;
      /** The cited lines, at most 20; absent for the prompt and in older logs. */
      quote?: string;
    }[];
    /** Changed paragraphs that name something without a citation, at most 40. */
    uncited: {
      path: string;
      line: number;
      /** Its beginning. */
      text: string;
    }[];
    /** Names in added text that occur in no source and on no page. */
    unsupported: number;
  };
  author: Author | null;
}
export interface UnchangedEvent {
  seq: number;
  at: string;
  kind: "unchanged";
  data: {
    /** Why nothing had to be changed. */
    reasons: string;
    /** Pages that were read, with the reason why each holds, if the agent gave one. */
    pages: {
      path: string;
      why: string | null;
    }[];
  };
  author: Author | null;
}
export interface RepairRoundEvent {
  seq: number;
  at: string;
  kind: "repair_round";
  data: {
    round: number;
    /** Problems to repair. */
    new: number;
  };
  author: Author | null;
}
export interface CommittedEvent {
  seq: number;
  at: string;
  kind: "committed";
  data: {
    /** Null when the code host's API creates it. */
    commit: string | null;
    tree: string | null;
    title: string;
    summary: string;
    files: ChangedFile[];
    patchBytes: number;
  };
  author: Author | null;
}
export interface ChangedFile {
  /** Added, modified, deleted or renamed. */
  status: "A" | "M" | "D" | "R" | (string & {});
  path: string;
  /** Before a rename. */
  oldPath?: string;
  mode: string;
  additions: number;
  deletions: number;
}
export interface PreviewedEvent {
  seq: number;
  at: string;
  kind: "previewed";
  data: {
    title: string;
    summary: string;
    checks: CheckCounts | null;
    /** Links that could not be judged on this site, with the reason. They count neither as broken nor as fixed. */
    notJudged: {
      /** The check that they belong to. */
      rule: string;
      links: number;
      /** In a sentence that begins with "links not judged here". */
      reason: string;
    }[];
  };
  author: Author | null;
}
export interface PullRequestRequestedEvent {
  seq: number;
  at: string;
  kind: "pull_request_requested";
  data: {
    turn: number;
  };
  author: Author | null;
}
export interface PushedEvent {
  seq: number;
  at: string;
  kind: "pushed";
  data: {
    branch: string;
    /** Full hash. */
    commit: string;
    fork?: {
      repository: string;
      owner: string;
    };
  };
  author: Author | null;
}
export interface PullRequestEvent {
  seq: number;
  at: string;
  kind: "pull_request";
  data: {
    url: string;
    number: number;
    state: "open" | "merged" | "closed";
    branch: string;
  };
  author: Author | null;
}
export interface PullRequestStateEvent {
  seq: number;
  at: string;
  kind: "pull_request_state";
  data: {
    number: number;
    state: "open" | "merged" | "closed";
  };
  author: Author | null;
}
export interface CompletedEvent {
  seq: number;
  at: string;
  kind: "completed";
  data: {
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
      | "invalid_policy"
      | "repository_error"
      | "code_host_error"
      | "diff_too_large"
      | "worker_crashed_repeatedly"
      | "internal_error"
      | (string & {});
    message: string;
    pullRequest?: PullRequest | null;
    checks?: CheckCounts | null;
  };
  author: Author | null;
}
export interface FailedEvent {
  seq: number;
  at: string;
  kind: "failed";
  data: {
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
      | "invalid_policy"
      | "repository_error"
      | "code_host_error"
      | "diff_too_large"
      | "worker_crashed_repeatedly"
      | "internal_error"
      | (string & {});
    message: string;
    pullRequest?: PullRequest | null;
    checks?: CheckCounts | null;
  };
  author: Author | null;
}
export interface ArchivedEvent {
  seq: number;
  at: string;
  kind: "archived";
  data: {
    /** By the project's archiveAfterDays. */
    automatic?: boolean;
  };
  author: Author | null;
}
export interface UnarchivedEvent {
  seq: number;
  at: string;
  kind: "unarchived";
  data: {};
  author: Author | null;
}
export interface UnknownJobEvent {
  seq: number;
  at: string;
  kind: `${string}(unknown to this version)`;
  data: {
    [k: string]: unknown;
  };
  author: Author | null;
}
export interface JobChecks {
  /** Null when the checks have not run. */
  counts: CheckCounts | null;
  /** Links that could not be judged on this site, with the reason. They count neither as broken nor as fixed. */
  notJudged: {
    /** The check that they belong to. */
    rule: string;
    links: number;
    /** In a sentence that begins with "links not judged here". */
    reason: string;
  }[];
  /** Problems that the change brings, at most 40. */
  new: Finding[];
  /** Problems that the change repairs, at most 40. */
  fixed: Finding[];
  /** Problems that existed before and still exist, those of changed files first, at most 40; absent in reports older than this field. */
  preexisting?: Finding[];
  /** New problems of rules that do not hold a job back, at most 40; absent when there are none. */
  warnings?: Finding[];
  /** Problems that were removed with their text, at most 40; absent when there are none. */
  removed?: Finding[];
  /** Every rule of the checks, and whether it was applied to this site. */
  rules?: {
    rule:
      | "front-matter"
      | "mdx-syntax"
      | "internal-link"
      | "anchor"
      | "image"
      | "link-target"
      | "navigation"
      | "redirect"
      | "redirect-target"
      | "lost-address"
      | "active-content"
      | "undefined-component"
      | "undefined-identifier"
      | "missing-import"
      | "undefined-reference"
      | "duplicate-anchor"
      | "duplicate-route"
      | "code-fence"
      | "frontmatter-schema"
      | "hidden-unicode"
      | "image-alt"
      | "heading-order"
      | "spelling-new"
      | "translation-stale"
      | "frozen-version"
      | "external-link"
      | "vale"
      | (string & {});
    /** New problems of a warning do not hold a job back. */
    severity: "error" | "warning";
    /** partly: the rule could judge only some of its subjects. */
    state: "judged" | "partly" | "not_judged" | "off";
    /** Why it is not judged, or only in part. */
    reason: string | null;
  }[];
}
export interface Review {
  jobId: string;
  title: string | null;
  /** What the agent says about its work, as Markdown, newest turn first. */
  summary: string | null;
  /** Commit that the change is compared with; null before the job has started. */
  baseCommit: string | null;
  /** Commit of the branch at the last push. Decisions name it; null if nothing was pushed. */
  headCommit: string | null;
  pullRequest: PullRequest | null;
  files: ReviewFile[];
  checks: {
    counts: CheckCounts | null;
    findings: ReviewFinding[];
  };
  /**
   * Citations of the changed paragraphs, in the order of the pages.
   *
   * Items: The citation of a changed paragraph.
   */
  citations: {
    /** The changed page. */
    path: string;
    /** Where the paragraph begins now; null when a later turn has changed it. */
    line: number | null;
    /** The paragraph's beginning. */
    text: string;
    /** Name of the context repository, or `prompt`. */
    source: string;
    /** That the job has read; null for the prompt. */
    commit: string | null;
    /** In the context repository. */
    file: string | null;
    startLine: number | null;
    endLine: number | null;
    /** What occurs in these lines. */
    identifier: string | null;
    /** The cited lines, at most 20; null for the prompt, and if they were not kept. */
    quote: string | null;
  }[];
  actions: ReviewActions;
  /** Why it has not been merged automatically; null if the project does not want that. */
  autoMerge: string | null;
  /** Generator of the site; null if it is not known. */
  generator: string | null;
}
export interface ReviewFile {
  /** Where it is now; of a deleted file, where it was. */
  path: string;
  /** Before a rename. */
  oldPath: string | null;
  status: "added" | "changed" | "deleted" | "renamed" | (string & {});
  additions: number;
  deletions: number;
  isBinary: boolean;
  /** Whether it can be shown rendered: Markdown or MDX. */
  isPage: boolean;
}
export interface ReviewFinding {
  /** The check that found it. */
  rule:
    | "front-matter"
    | "mdx-syntax"
    | "internal-link"
    | "anchor"
    | "image"
    | "link-target"
    | "navigation"
    | "redirect"
    | "redirect-target"
    | "lost-address"
    | "active-content"
    | "undefined-component"
    | "undefined-identifier"
    | "missing-import"
    | "undefined-reference"
    | "duplicate-anchor"
    | "duplicate-route"
    | "code-fence"
    | "frontmatter-schema"
    | "hidden-unicode"
    | "image-alt"
    | "heading-order"
    | "spelling-new"
    | "translation-stale"
    | "frozen-version"
    | "external-link"
    | "vale"
    | (string & {});
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
  /** Whether the change introduces it, repairs it, or leaves it as it was. */
  state: "new" | "fixed" | "preexisting" | (string & {});
  /** The line that it is about; null when it is not known. */
  excerpt: string | null;
  /** That line before the change; null when there was none. */
  before: string | null;
  /** That line after the change; null when there is none. */
  after: string | null;
}
export interface ReviewActions {
  approve: {
    allowed: boolean;
    /** Why not, as a sentence for people; null if it is allowed. */
    why: string | null;
  };
  merge: {
    allowed: boolean;
    /** Why not, as a sentence for people; null if it is allowed. */
    why: string | null;
  };
  /** How it can be merged. */
  methods: ("merge" | "squash")[];
  close: {
    allowed: boolean;
    /** Why not, as a sentence for people; null if it is allowed. */
    why: string | null;
  };
  deleteBranch: {
    allowed: boolean;
    /** Why not, as a sentence for people; null if it is allowed. */
    why: string | null;
  };
  comment: {
    allowed: boolean;
    /** Why not, as a sentence for people; null if it is allowed. */
    why: string | null;
  };
  suggest: {
    allowed: boolean;
    /** Why not, as a sentence for people; null if it is allowed. */
    why: string | null;
  };
}
export interface GetReviewFileQuery {
  /** Of the file as the change names it: its new path, or the path of a deleted file. */
  path: string;
}
export interface ReviewContents {
  path: string;
  oldPath: string | null;
  /** The whole text before; null when there was none or it is not known. */
  before: string | null;
  /** The whole text after; null when there is none or it is not known. */
  after: string | null;
  hunks: ReviewHunk[];
  /** A text is larger than 1 MiB and is left out. */
  tooLarge: boolean;
  /** Why the texts are not known although they should be: the repository could not be read. */
  unavailable: Unavailable | null;
}
export interface ReviewHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: {
    kind: " " | "+" | "-";
    oldLine: number | null;
    newLine: number | null;
    text: string;
    /** What differs within the line: from and to, in UTF-16 code units. */
    changes?: number[][];
  }[];
}
export interface Unavailable {
  code: string;
  message: string;
}
export interface GetRenderedPageQuery {
  /** Of the file as the change names it: its new path, or the path of a deleted file. */
  path: string;
}
export interface RenderedPage {
  /** The whole page before, as HTML; null when there was none or it is not known. */
  before: string | null;
  /** The whole page after, as HTML; null when there is none or it is not known. */
  after: string | null;
  /** Indexes of the blocks that differ on this side. */
  changedBefore: number[];
  /** Indexes of the blocks that differ on this side. */
  changedAfter: number[];
  /** The page block by block, before beside after. */
  blocks: RenderedBlock[];
  /** The page is too large to be shown rendered. */
  tooLarge: boolean;
  /** Why there is nothing to show although there should be. */
  unavailable: Unavailable | null;
}
export interface RenderedBlock {
  /** HTML. */
  before: string | null;
  /** HTML. */
  after: string | null;
  state: "same" | "changed" | "added" | "removed" | (string & {});
  /**
   * First and last line; null on the other side.
   *
   * @minItems 2
   * @maxItems 2
   */
  beforeLines: number[] | null;
  /**
   * First and last line; null on the other side.
   *
   * @minItems 2
   * @maxItems 2
   */
  afterLines: number[] | null;
}
export interface SendReviewCommentsBody {
  /** As the review has it: null for a preview. */
  headCommit: string | null;
  /** About the change as a whole. */
  summary?: string;
  /** @maxItems 200 */
  comments: {
    /** Of a file of the change. */
    path: string;
    /** Which text the lines are counted in. */
    side: "before" | "after";
    startLine: number;
    /** The last line that it is about. */
    line: number;
    body: string;
  }[];
}
export interface ApplySuggestionsBody {
  /** The commit that was reviewed, as in the review. */
  headCommit: string;
  /** First line of the commit's message. */
  title?: string;
  /**
   * @minItems 1
   * @maxItems 200
   */
  suggestions: {
    /** Of a file of the change. */
    path: string;
    startLine: number;
    /** The last line that is replaced. */
    endLine: number;
    /** Current text of these lines, without the last line break. */
    expected: string;
    /** Their new text; empty to delete them. */
    replacement: string;
  }[];
  /** Also when the checks find new problems in it. */
  force?: boolean;
}
export interface ApproveReviewBody {
  /** The commit that was reviewed, as in the review. */
  headCommit: string;
  /** What the approval says on the code host. */
  body?: string;
}
export interface MergeReviewBody {
  /** The commit that was reviewed, as in the review. */
  headCommit: string;
  method: "merge" | "squash";
  /** Of the commit; the pull request's when absent. */
  title?: string;
  /** Delete the job's branch afterwards. */
  deleteBranch?: boolean;
}
export interface ListAllJobsQuery {
  /** Only those of this project. */
  projectId?: string;
  /** Only jobs with one of these statuses, separated by commas. */
  status?: string;
  /** Only jobs with one of these reasons, separated by commas. */
  reason?: string;
  /** Only jobs on this model. */
  model?: string;
  /** Only jobs on this base branch, or the job of this branch. */
  ref?: string;
  /** Only jobs whose author has this id, name or kind. */
  author?: string;
  /** Only jobs created then or later: a day of UTC, or a time with its zone. */
  createdFrom?: string;
  /** Only jobs created before that time, or up to the end of that day of UTC. */
  createdTo?: string;
  /** Only jobs with these pairs in their metadata; metadata.ticket=DOC-17 works as well. */
  metadata?: {
    [k: string]: string;
  };
  /** Only jobs with this topic. */
  topic?: string;
  /** Only jobs that were created with this label. */
  label?: string;
  /** Only jobs whose prompt or title contains each of these words or parts of words, in any case. */
  q?: string;
  /** Only jobs whose pull request is in this state; none for jobs without a pull request. */
  pullRequest?: "open" | "merged" | "closed" | "none";
  /** Maximum number of jobs on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}
export interface ListedJobPage {
  data: ListedJob[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}
export interface ListedJob {
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
    | "invalid_policy"
    | "repository_error"
    | "code_host_error"
    | "diff_too_large"
    | "worker_crashed_repeatedly"
    | "internal_error"
    | (string & {});
  /** One line for people. */
  message: string;
  /** Null until the agent has chosen one, unless the create gave one. */
  title: string | null;
  usage: Usage;
  pullRequest: PullRequest | null;
  /** Problems in the documentation that this job introduced, fixed or found. */
  checks: CheckCounts | null;
  /** The repository's own rules at the base commit, which applied to the job. */
  policy: JobPolicy | null;
  metadata: {
    [k: string]: string;
  };
  /** From the create; the project's are added. */
  labels: string[];
  /** From the create; the project's are added. */
  reviewers: string[];
  /** From the create; jobs with the same topic share one open pull request. */
  topic: string | null;
  updatedAt: string;
  finishedAt: string | null;
  /** Who created the job; null for jobs older than this field. */
  createdBy: Author | null;
  projectId: string;
  projectName: string;
  /** Its first 200 characters. */
  prompt: string;
}
export interface Inbox {
  /** Open pull requests and previews, the shortest change first. */
  review: {
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
      | "invalid_policy"
      | "repository_error"
      | "code_host_error"
      | "diff_too_large"
      | "worker_crashed_repeatedly"
      | "internal_error"
      | (string & {});
    /** One line for people. */
    message: string;
    /** Null until the agent has chosen one, unless the create gave one. */
    title: string | null;
    usage: Usage;
    pullRequest: PullRequest | null;
    /** Problems in the documentation that this job introduced, fixed or found. */
    checks: CheckCounts | null;
    /** The repository's own rules at the base commit, which applied to the job. */
    policy: JobPolicy | null;
    metadata: {
      [k: string]: string;
    };
    /** From the create; the project's are added. */
    labels: string[];
    /** From the create; the project's are added. */
    reviewers: string[];
    /** From the create; jobs with the same topic share one open pull request. */
    topic: string | null;
    updatedAt: string;
    finishedAt: string | null;
    /** Who created the job; null for jobs older than this field. */
    createdBy: Author | null;
    projectId: string;
    projectName: string;
    /** Its first 200 characters. */
    prompt: string;
    /** Lines added and removed; null until there is a change. */
    changedLines: number | null;
    changedFiles: number | null;
  }[];
  /** Failed and not archived, newest first; without cancelled ones. */
  failed: {
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
      | "invalid_policy"
      | "repository_error"
      | "code_host_error"
      | "diff_too_large"
      | "worker_crashed_repeatedly"
      | "internal_error"
      | (string & {});
    /** One line for people. */
    message: string;
    /** Null until the agent has chosen one, unless the create gave one. */
    title: string | null;
    usage: Usage;
    pullRequest: PullRequest | null;
    /** Problems in the documentation that this job introduced, fixed or found. */
    checks: CheckCounts | null;
    /** The repository's own rules at the base commit, which applied to the job. */
    policy: JobPolicy | null;
    metadata: {
      [k: string]: string;
    };
    /** From the create; the project's are added. */
    labels: string[];
    /** From the create; the project's are added. */
    reviewers: string[];
    /** From the create; jobs with the same topic share one open pull request. */
    topic: string | null;
    updatedAt: string;
    finishedAt: string | null;
    /** Who created the job; null for jobs older than this field. */
    createdBy: Author | null;
    projectId: string;
    projectName: string;
    /** Its first 200 characters. */
    prompt: string;
    /** Lines added and removed; null until there is a change. */
    changedLines: number | null;
    changedFiles: number | null;
  }[];
  /** Queued, waiting or running, newest first. */
  running: {
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
      | "invalid_policy"
      | "repository_error"
      | "code_host_error"
      | "diff_too_large"
      | "worker_crashed_repeatedly"
      | "internal_error"
      | (string & {});
    /** One line for people. */
    message: string;
    /** Null until the agent has chosen one, unless the create gave one. */
    title: string | null;
    usage: Usage;
    pullRequest: PullRequest | null;
    /** Problems in the documentation that this job introduced, fixed or found. */
    checks: CheckCounts | null;
    /** The repository's own rules at the base commit, which applied to the job. */
    policy: JobPolicy | null;
    metadata: {
      [k: string]: string;
    };
    /** From the create; the project's are added. */
    labels: string[];
    /** From the create; the project's are added. */
    reviewers: string[];
    /** From the create; jobs with the same topic share one open pull request. */
    topic: string | null;
    updatedAt: string;
    finishedAt: string | null;
    /** Who created the job; null for jobs older than this field. */
    createdBy: Author | null;
    projectId: string;
    projectName: string;
    /** Its first 200 characters. */
    prompt: string;
    /** Lines added and removed; null until there is a change. */
    changedLines: number | null;
    changedFiles: number | null;
  }[];
  /** Lists that have more than the 50 entries shown. */
  more: {
    review: boolean;
    failed: boolean;
    running: boolean;
  };
  /** Of projects with creates in the last 60 minutes, the fullest first. */
  limits: {
    projectId: string;
    projectName: string;
    /** Creates in any 60 minutes. */
    limit: number;
    used: number;
    /** When the oldest of them stops counting; null if none counts. */
    nextFreeAt: string | null;
  }[];
}
export interface GetOutcomesQuery {
  /** Only those of this project. */
  projectId?: string;
  /** First month, in UTC; eleven before the last one when absent. */
  from?: string;
  /** Last month, in UTC; this one when absent. */
  to?: string;
}
export interface Outcomes {
  months: {
    /** YYYY-MM */
    month: string;
    /** Created in that time. */
    jobs: number;
    withPullRequest: number;
    merged: number;
    closed: number;
    open: number;
    /** Time from opening to merge; null if none was merged. */
    medianHoursToMerge: number | null;
    /** Follow-ups of these jobs. */
    reworkTurns: number;
    /** Null when no price is known. */
    costUsd: number | null;
    /** Total cost divided by the number of merged ones. */
    costPerMerged: number | null;
    /** Problems that merged changes have fixed. */
    findingsFixed: number;
  }[];
  /** Those with the most jobs first, at most 200. */
  authors: {
    author: Author | null;
    /** Created in that time. */
    jobs: number;
    withPullRequest: number;
    merged: number;
    closed: number;
    open: number;
    /** Time from opening to merge; null if none was merged. */
    medianHoursToMerge: number | null;
    /** Follow-ups of these jobs. */
    reworkTurns: number;
    /** Null when no price is known. */
    costUsd: number | null;
    /** Total cost divided by the number of merged ones. */
    costPerMerged: number | null;
    /** Problems that merged changes have fixed. */
    findingsFixed: number;
  }[];
}
export interface GetActivityAnswer {
  queue: {
    queued: number;
    waitingCapacity: number;
    running: number;
    oldestQueuedSeconds: number;
    openPullRequests: number;
  };
  /** The instance's workers, with the number of jobs that each runs and the time of its last heartbeat. */
  workers: {
    id: string;
    startedAt: string;
    running: number;
    aliveSeconds: number;
  }[];
  /** Jobs created or ended in the last 60 minutes, and what the ended ones used. */
  lastHour: {
    created: number;
    completed: number;
    failed: number;
    tokens: number;
    costUsd: number | null;
  };
  /** Active jobs, running ones first; at most 100. */
  jobs: {
    id: string;
    projectId: string;
    projectName: string;
    /** The first 200 characters of what the turn is about. */
    prompt: string;
    model: string;
    reason: "running" | "queued" | "waiting_capacity" | (string & {});
    turn: number;
    /** Kind of its newest event. */
    lastEvent: string;
    /** Since the turn began, or since it has been waiting. */
    sinceSeconds: number;
    steps: number;
    tokens: number;
    costUsd: number | null;
  }[];
}
export interface ListPagesQuery {
  /** Part of the path or the title, in any case. */
  q?: string;
  /** Branch; the project's when absent. */
  ref?: string;
  /** How many pages at most. */
  limit?: number;
}
export interface ListPagesAnswer {
  data: {
    path: string;
    title: string | null;
  }[];
  /** Pages that match, also beyond the limit. */
  total: number;
  /** Null while the site is still being read; until then, pages outside of it are listed too. */
  generator: string | null;
  /** Commit of the branch when it was read, at most a minute ago. */
  commit: string;
}
export interface FindOverlapsBody {
  /**
   * Paths and globs of pages, as for a create.
   *
   * @maxItems 50
   */
  paths?: string[];
  /** Pages that the prompt names by path or address count too. */
  prompt?: string;
}
export interface FindOverlapsAnswer {
  data: {
    jobId: string;
    title: string | null;
    prLink: string;
    /** Pages that both change; at most 100. */
    paths: string[];
  }[];
}
export interface ModelPage {
  data: Model[];
}
export interface Model {
  /** `provider/name`; `provider/*` for a provider without a list. */
  id: string;
  provider: string;
  available: boolean;
  /** Why it is not available. */
  reason: string | null;
  /** Used by jobs that name no model. */
  isDefault: boolean;
  /** Null when it is not known. */
  price: ModelPrice | null;
}
export interface ModelPrice {
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
}
export interface ListProjectsQuery {
  /** Maximum number of projects on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
  /** Part of the name or of the repository's address. */
  q?: string;
}
export interface ListProjectsAnswer {
  data: ManagedProject[];
  nextCursor: string | null;
}
export interface ManagedProject {
  id: string;
  name: string;
  repository: string;
  /** Base branch; null for the repository's default branch. */
  ref: string | null;
  host: string;
  /** Base URL of the host's API; null if the repository's URL tells it. */
  hostUrl: string | null;
  /** Whether credentials are stored. They are never shown. */
  connected: boolean;
  /** null: the instance's default model. */
  model: string | null;
  /** Absent settings have their defaults. Values of an engine's environment are masked. */
  settings: {
    /** @maxItems 50 */
    paths?: string[] | null;
    /** @maxItems 50 */
    protectedPaths?: string[] | null;
    activeContent?: {
      /** @maxItems 100 */
      components?: string[];
      /** @maxItems 100 */
      hosts?: string[];
    } | null;
    rules?: {
      /**
       * Rules that are off unless a project asks for them.
       *
       * @maxItems 27
       */
      on?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Rules that are not applied.
       *
       * @maxItems 27
       */
      off?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Warnings whose new problems hold a job back here.
       *
       * @maxItems 27
       */
      strict?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
    } | null;
    concurrency?: number | null;
    maxOpenPullRequests?: number | null;
    archiveAfterDays?: number | null;
    keepTranscriptsDays?: number | null;
    keepRecordsDays?: number | null;
    budget?: {
      maxSteps?: number;
      maxTokens?: number;
      maxCostUsd?: number;
      timeoutSeconds?: number;
    } | null;
    monthlyCap?: {
      maxTokens?: number;
      maxCostUsd?: number;
    } | null;
    engine?: {
      kind: "acp";
      /**
       * @minItems 1
       * @maxItems 100
       */
      command: string[];
      environment?: {
        [k: string]: string;
      };
      /** @maxItems 100 */
      readOnlyPaths?: string[];
      authMethod?: string;
    } | null;
    /**
     * @minItems 1
     * @maxItems 100
     */
    models?: string[] | null;
    pullRequests?: {
      /** @maxItems 100 */
      labels?: string[];
      /** @maxItems 100 */
      reviewers?: string[];
      /** @maxItems 100 */
      assignees?: string[];
      draft?: boolean;
      fork?: boolean;
      deleteBranch?: boolean;
      codeOwners?: boolean;
      reminderAfterDays?: number;
      mendConflicts?: boolean;
      squashTitle?: string;
      autoMerge?: {
        maxFiles: number;
        maxLines: number;
        /**
         * @minItems 1
         * @maxItems 50
         */
        paths: string[];
      };
    } | null;
    feedback?: {
      followUps: "off" | "mentions" | "all";
    } | null;
    commits?: {
      throughApi?: boolean;
      author?: {
        name: string;
        email: string;
      };
      /** @maxItems 20 */
      coAuthors?: string[];
    } | null;
    evidence?: {
      unsupportedClaims?: "error" | "warning" | "off";
    } | null;
  };
  organisationId: string;
  createdAt: string;
  counts: {
    queued: number;
    running: number;
    openPullRequests: number;
  };
  /** Creates of the last 60 minutes, and when the next one becomes free. */
  limit: {
    limit: number;
    used: number;
    nextFreeAt: string | null;
  };
  /** What its jobs have used this month, in UTC. */
  thisMonth: {
    tokens: number;
    costUsd: number;
    resetsAt: string | null;
  };
  /** Number of days for which jobs, and their events and diffs, are kept after they end. */
  retention: {
    recordsDays: number;
    transcriptsDays: number;
  };
}
export interface CreateProjectBody {
  name: string;
  repository: string;
  ref?: string;
  host?:
    | "local"
    | "git"
    | "github"
    | "gitlab"
    | "gitea"
    | "forgejo"
    | "bitbucket"
    | "bitbucket-data-center"
    | "azure-devops";
  hostUrl?: string;
  model?: string;
  organisationId?: string;
  anyway?: boolean;
  credentials?: {
    token?: string | null;
    tokenKind?: "access" | "oauth";
    username?: string;
    app?: {
      id: string;
      privateKey: string;
      url?: string;
      link?: string;
    } | null;
    ssh?: {
      privateKey: string;
      knownHosts: string | null;
    } | null;
    signing?: {
      format: "ssh" | "openpgp";
      key: string;
    } | null;
    webhookSecret?: string | null;
    certificateAuthority?: string | null;
  };
}
export interface CreateProjectAnswer {
  id: string;
  name: string;
  repository: string;
  /** Base branch; null for the repository's default branch. */
  ref: string | null;
  host: string;
  /** Base URL of the host's API; null if the repository's URL tells it. */
  hostUrl: string | null;
  /** Whether credentials are stored. They are never shown. */
  connected: boolean;
  /** null: the instance's default model. */
  model: string | null;
  /** Absent settings have their defaults. Values of an engine's environment are masked. */
  settings: {
    /** @maxItems 50 */
    paths?: string[] | null;
    /** @maxItems 50 */
    protectedPaths?: string[] | null;
    activeContent?: {
      /** @maxItems 100 */
      components?: string[];
      /** @maxItems 100 */
      hosts?: string[];
    } | null;
    rules?: {
      /**
       * Rules that are off unless a project asks for them.
       *
       * @maxItems 27
       */
      on?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Rules that are not applied.
       *
       * @maxItems 27
       */
      off?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Warnings whose new problems hold a job back here.
       *
       * @maxItems 27
       */
      strict?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
    } | null;
    concurrency?: number | null;
    maxOpenPullRequests?: number | null;
    archiveAfterDays?: number | null;
    keepTranscriptsDays?: number | null;
    keepRecordsDays?: number | null;
    budget?: {
      maxSteps?: number;
      maxTokens?: number;
      maxCostUsd?: number;
      timeoutSeconds?: number;
    } | null;
    monthlyCap?: {
      maxTokens?: number;
      maxCostUsd?: number;
    } | null;
    engine?: {
      kind: "acp";
      /**
       * @minItems 1
       * @maxItems 100
       */
      command: string[];
      environment?: {
        [k: string]: string;
      };
      /** @maxItems 100 */
      readOnlyPaths?: string[];
      authMethod?: string;
    } | null;
    /**
     * @minItems 1
     * @maxItems 100
     */
    models?: string[] | null;
    pullRequests?: {
      /** @maxItems 100 */
      labels?: string[];
      /** @maxItems 100 */
      reviewers?: string[];
      /** @maxItems 100 */
      assignees?: string[];
      draft?: boolean;
      fork?: boolean;
      deleteBranch?: boolean;
      codeOwners?: boolean;
      reminderAfterDays?: number;
      mendConflicts?: boolean;
      squashTitle?: string;
      autoMerge?: {
        maxFiles: number;
        maxLines: number;
        /**
         * @minItems 1
         * @maxItems 50
         */
        paths: string[];
      };
    } | null;
    feedback?: {
      followUps: "off" | "mentions" | "all";
    } | null;
    commits?: {
      throughApi?: boolean;
      author?: {
        name: string;
        email: string;
      };
      /** @maxItems 20 */
      coAuthors?: string[];
    } | null;
    evidence?: {
      unsupportedClaims?: "error" | "warning" | "off";
    } | null;
  };
  organisationId: string;
  createdAt: string;
  counts: {
    queued: number;
    running: number;
    openPullRequests: number;
  };
  /** Creates of the last 60 minutes, and when the next one becomes free. */
  limit: {
    limit: number;
    used: number;
    nextFreeAt: string | null;
  };
  /** What its jobs have used this month, in UTC. */
  thisMonth: {
    tokens: number;
    costUsd: number;
    resetsAt: string | null;
  };
  /** Number of days for which jobs, and their events and diffs, are kept after they end. */
  retention: {
    recordsDays: number;
    transcriptsDays: number;
  };
  connection: {
    /** Whose the credentials are. */
    login: string;
    /** Permissions that they lack, by the host's names. */
    missing: string[];
  } | null;
}
export interface ChangeProjectBody {
  name?: string;
  repository?: string;
  ref?: string | null;
  model?: string | null;
  settings?: {
    /** @maxItems 50 */
    paths?: string[] | null;
    /** @maxItems 50 */
    protectedPaths?: string[] | null;
    activeContent?: {
      /** @maxItems 100 */
      components?: string[];
      /** @maxItems 100 */
      hosts?: string[];
    } | null;
    rules?: {
      /**
       * Rules that are off unless a project asks for them.
       *
       * @maxItems 27
       */
      on?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Rules that are not applied.
       *
       * @maxItems 27
       */
      off?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Warnings whose new problems hold a job back here.
       *
       * @maxItems 27
       */
      strict?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
    } | null;
    concurrency?: number | null;
    maxOpenPullRequests?: number | null;
    archiveAfterDays?: number | null;
    keepTranscriptsDays?: number | null;
    keepRecordsDays?: number | null;
    budget?: {
      maxSteps?: number;
      maxTokens?: number;
      maxCostUsd?: number;
      timeoutSeconds?: number;
    } | null;
    monthlyCap?: {
      maxTokens?: number;
      maxCostUsd?: number;
    } | null;
    /**
     * @minItems 1
     * @maxItems 100
     */
    models?: string[] | null;
    pullRequests?: {
      /** @maxItems 100 */
      labels?: string[];
      /** @maxItems 100 */
      reviewers?: string[];
      /** @maxItems 100 */
      assignees?: string[];
      draft?: boolean;
      fork?: boolean;
      deleteBranch?: boolean;
      codeOwners?: boolean;
      reminderAfterDays?: number;
      mendConflicts?: boolean;
      squashTitle?: string;
      autoMerge?: {
        maxFiles: number;
        maxLines: number;
        /**
         * @minItems 1
         * @maxItems 50
         */
        paths: string[];
      };
    } | null;
    feedback?: {
      followUps: "off" | "mentions" | "all";
    } | null;
    commits?: {
      throughApi?: boolean;
      author?: {
        name: string;
        email: string;
      };
      /** @maxItems 20 */
      coAuthors?: string[];
    } | null;
    evidence?: {
      unsupportedClaims?: "error" | "warning" | "off";
    } | null;
  };
  anyway?: boolean;
}
export interface RemoveProjectBody {
  confirm: string;
}
export interface RemoveProjectAnswer {
  removed: string;
  jobs: number;
  apiKeys: number;
  webhooks: number;
  cancelledJobs: string[];
}
export interface SetProjectCredentialsBody {
  host?:
    | "local"
    | "git"
    | "github"
    | "gitlab"
    | "gitea"
    | "forgejo"
    | "bitbucket"
    | "bitbucket-data-center"
    | "azure-devops";
  hostUrl?: string | null;
  anyway?: boolean;
  replace?: boolean;
  credentials?: {
    token?: string | null;
    tokenKind?: "access" | "oauth";
    username?: string;
    app?: {
      id: string;
      privateKey: string;
      url?: string;
      link?: string;
    } | null;
    ssh?: {
      privateKey: string;
      knownHosts: string | null;
    } | null;
    signing?: {
      format: "ssh" | "openpgp";
      key: string;
    } | null;
    webhookSecret?: string | null;
    certificateAuthority?: string | null;
  };
}
export interface SetProjectCredentialsAnswer {
  id: string;
  name: string;
  repository: string;
  /** Base branch; null for the repository's default branch. */
  ref: string | null;
  host: string;
  /** Base URL of the host's API; null if the repository's URL tells it. */
  hostUrl: string | null;
  /** Whether credentials are stored. They are never shown. */
  connected: boolean;
  /** null: the instance's default model. */
  model: string | null;
  /** Absent settings have their defaults. Values of an engine's environment are masked. */
  settings: {
    /** @maxItems 50 */
    paths?: string[] | null;
    /** @maxItems 50 */
    protectedPaths?: string[] | null;
    activeContent?: {
      /** @maxItems 100 */
      components?: string[];
      /** @maxItems 100 */
      hosts?: string[];
    } | null;
    rules?: {
      /**
       * Rules that are off unless a project asks for them.
       *
       * @maxItems 27
       */
      on?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Rules that are not applied.
       *
       * @maxItems 27
       */
      off?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
      /**
       * Warnings whose new problems hold a job back here.
       *
       * @maxItems 27
       */
      strict?: (
        | "front-matter"
        | "mdx-syntax"
        | "internal-link"
        | "anchor"
        | "image"
        | "link-target"
        | "navigation"
        | "redirect"
        | "redirect-target"
        | "lost-address"
        | "active-content"
        | "undefined-component"
        | "undefined-identifier"
        | "missing-import"
        | "undefined-reference"
        | "duplicate-anchor"
        | "duplicate-route"
        | "code-fence"
        | "frontmatter-schema"
        | "hidden-unicode"
        | "image-alt"
        | "heading-order"
        | "spelling-new"
        | "translation-stale"
        | "frozen-version"
        | "external-link"
        | "vale"
      )[];
    } | null;
    concurrency?: number | null;
    maxOpenPullRequests?: number | null;
    archiveAfterDays?: number | null;
    keepTranscriptsDays?: number | null;
    keepRecordsDays?: number | null;
    budget?: {
      maxSteps?: number;
      maxTokens?: number;
      maxCostUsd?: number;
      timeoutSeconds?: number;
    } | null;
    monthlyCap?: {
      maxTokens?: number;
      maxCostUsd?: number;
    } | null;
    engine?: {
      kind: "acp";
      /**
       * @minItems 1
       * @maxItems 100
       */
      command: string[];
      environment?: {
        [k: string]: string;
      };
      /** @maxItems 100 */
      readOnlyPaths?: string[];
      authMethod?: string;
    } | null;
    /**
     * @minItems 1
     * @maxItems 100
     */
    models?: string[] | null;
    pullRequests?: {
      /** @maxItems 100 */
      labels?: string[];
      /** @maxItems 100 */
      reviewers?: string[];
      /** @maxItems 100 */
      assignees?: string[];
      draft?: boolean;
      fork?: boolean;
      deleteBranch?: boolean;
      codeOwners?: boolean;
      reminderAfterDays?: number;
      mendConflicts?: boolean;
      squashTitle?: string;
      autoMerge?: {
        maxFiles: number;
        maxLines: number;
        /**
         * @minItems 1
         * @maxItems 50
         */
        paths: string[];
      };
    } | null;
    feedback?: {
      followUps: "off" | "mentions" | "all";
    } | null;
    commits?: {
      throughApi?: boolean;
      author?: {
        name: string;
        email: string;
      };
      /** @maxItems 20 */
      coAuthors?: string[];
    } | null;
    evidence?: {
      unsupportedClaims?: "error" | "warning" | "off";
    } | null;
  };
  organisationId: string;
  createdAt: string;
  counts: {
    queued: number;
    running: number;
    openPullRequests: number;
  };
  /** Creates of the last 60 minutes, and when the next one becomes free. */
  limit: {
    limit: number;
    used: number;
    nextFreeAt: string | null;
  };
  /** What its jobs have used this month, in UTC. */
  thisMonth: {
    tokens: number;
    costUsd: number;
    resetsAt: string | null;
  };
  /** Number of days for which jobs, and their events and diffs, are kept after they end. */
  retention: {
    recordsDays: number;
    transcriptsDays: number;
  };
  connection: {
    /** Whose the credentials are. */
    login: string;
    /** Permissions that they lack, by the host's names. */
    missing: string[];
  } | null;
}
export interface ConnectionTest {
  repository: string;
  host: string;
  hostUrl: string | null;
  /** The branch that jobs would start from; null if it could not be read. */
  defaultBranch: string | null;
  /** For example mkdocs or mintlify; null if not known, or not read. */
  generator: string | null;
  pages: number | null;
  /** Further documentation sites of the repository, each with the folder of its pages. */
  otherSites: {
    generator: string;
    folder: string;
    pages: number;
  }[];
  /** What stands in the way of a job, such as a missing token or an unknown certificate. */
  problems: {
    code: string;
    message: string;
    /** Where to get what is missing; null if there is no particular place. */
    url: string | null;
  }[];
  permissions: {
    name: string;
    /** null: the host does not say. */
    ok: boolean | null;
    message: string;
    /** Where to get what is missing; null if there is no particular place. */
    url: string | null;
  }[];
  checkedAt: string;
}
export interface CreateGithubAppLinkBody {
  organization?: string;
}
export interface CreateGithubAppLinkAnswer {
  url: string;
  id: string;
  expiresAt: string;
}
export interface PreviewRepositoryBody {
  repository: string;
  host?:
    | "local"
    | "git"
    | "github"
    | "gitlab"
    | "gitea"
    | "forgejo"
    | "bitbucket"
    | "bitbucket-data-center"
    | "azure-devops";
  hostUrl?: string;
  ref?: string;
  credentials?: {
    token?: string | null;
    tokenKind?: "access" | "oauth";
    username?: string;
    app?: {
      id: string;
      privateKey: string;
      url?: string;
      link?: string;
    } | null;
    ssh?: {
      privateKey: string;
      knownHosts: string | null;
    } | null;
    signing?: {
      format: "ssh" | "openpgp";
      key: string;
    } | null;
    webhookSecret?: string | null;
    certificateAuthority?: string | null;
  };
}
export interface RepositoryPreview {
  repository: string;
  host: string;
  hostUrl: string | null;
  /** The branch that jobs would start from; null if it could not be read. */
  defaultBranch: string | null;
  /** For example mkdocs or mintlify; null if not known, or not read. */
  generator: string | null;
  pages: number | null;
  /** Further documentation sites of the repository, each with the folder of its pages. */
  otherSites: {
    generator: string;
    folder: string;
    pages: number;
  }[];
  /** What stands in the way of a job, such as a missing token or an unknown certificate. */
  problems: {
    code: string;
    message: string;
    /** Where to get what is missing; null if there is no particular place. */
    url: string | null;
  }[];
  permissions: {
    name: string;
    /** null: the host does not say. */
    ok: boolean | null;
    message: string;
    /** Where to get what is missing; null if there is no particular place. */
    url: string | null;
  }[];
}
export interface ListApiKeysAnswer {
  data: {
    /** The eight characters after cpd_. */
    id: string;
    projectId: string;
    name: string;
    scopes: ("read" | "write")[];
    /** Empty: any address. */
    allowedIps: string[];
    monthlyCap: {
      maxTokens?: number;
      maxCostUsd?: number;
    };
    /** null: created before this was stored. */
    createdBy: Author | null;
    createdAt: string;
    expiresAt: string | null;
    lastUsedAt: string | null;
    revokedAt: string | null;
    thisMonth: {
      tokens: number;
      costUsd: number;
      resetsAt: string | null;
    };
    uses: {
      /** Jobs that it created in the last 30 days. */
      jobs30d: number;
    };
  }[];
}
export interface CreateApiKeyBody {
  name?: string;
  /** @minItems 1 */
  scopes?: ("read" | "write")[];
  /** Days until the key expires: 7, 30, 60 or 90; null for never. Default: 90. */
  expiresInDays?: 7 | 30 | 60 | 90 | null;
  /** @maxItems 50 */
  allowedIps?: string[];
  monthlyCap?: {
    maxTokens?: number;
    maxCostUsd?: number;
  };
}
export interface CreateApiKeyAnswer {
  /** The eight characters after cpd_. */
  id: string;
  projectId: string;
  name: string;
  scopes: ("read" | "write")[];
  /** Empty: any address. */
  allowedIps: string[];
  monthlyCap: {
    maxTokens?: number;
    maxCostUsd?: number;
  };
  /** null: created before this was stored. */
  createdBy: Author | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** The key itself: it is shown only here. */
  key: string;
}
export interface RotateApiKeyBody {
  overlapHours?: number;
}
export interface RotateApiKeyAnswer {
  /** The eight characters after cpd_. */
  id: string;
  projectId: string;
  name: string;
  scopes: ("read" | "write")[];
  /** Empty: any address. */
  allowedIps: string[];
  monthlyCap: {
    maxTokens?: number;
    maxCostUsd?: number;
  };
  /** null: created before this was stored. */
  createdBy: Author | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** The key itself: it is shown only here. */
  key: string;
  replaced: ApiKey;
}
export interface ApiKey {
  /** The eight characters after cpd_. */
  id: string;
  projectId: string;
  name: string;
  scopes: ("read" | "write")[];
  /** Empty: any address. */
  allowedIps: string[];
  monthlyCap: {
    maxTokens?: number;
    maxCostUsd?: number;
  };
  /** null: created before this was stored. */
  createdBy: Author | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}
export interface ListManagementKeysAnswer {
  data: ManagementKey[];
}
export interface ManagementKey {
  /** The eight characters after cpm_. */
  id: string;
  organisationId: string;
  name: string;
  permissions: (
    | "jobs:read"
    | "jobs:write"
    | "review:write"
    | "projects:read"
    | "projects:write"
    | "keys:read"
    | "keys:write"
    | "webhooks:read"
    | "webhooks:write"
    | "members:read"
    | "members:write"
    | "audit:read"
    | "usage:read"
    | "settings:write"
  )[];
  /** Empty: any address. */
  allowedIps: string[];
  createdBy: Author;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}
export interface CreateManagementKeyBody {
  name: string;
  /**
   * @minItems 1
   * @maxItems 14
   */
  permissions: (
    | "jobs:read"
    | "jobs:write"
    | "review:write"
    | "projects:read"
    | "projects:write"
    | "keys:read"
    | "keys:write"
    | "webhooks:read"
    | "webhooks:write"
    | "members:read"
    | "members:write"
    | "audit:read"
    | "usage:read"
    | "settings:write"
  )[];
  /** Days until the key expires: 7, 30, 60 or 90; null for never. Default: 90. */
  expiresInDays?: 7 | 30 | 60 | 90 | null;
  /** @maxItems 50 */
  allowedIps?: string[];
  organisationId?: string;
}
export interface CreateManagementKeyAnswer {
  /** The eight characters after cpm_. */
  id: string;
  organisationId: string;
  name: string;
  permissions: (
    | "jobs:read"
    | "jobs:write"
    | "review:write"
    | "projects:read"
    | "projects:write"
    | "keys:read"
    | "keys:write"
    | "webhooks:read"
    | "webhooks:write"
    | "members:read"
    | "members:write"
    | "audit:read"
    | "usage:read"
    | "settings:write"
  )[];
  /** Empty: any address. */
  allowedIps: string[];
  createdBy: Author;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** The key itself: it is shown only here. */
  key: string;
}
export interface RotateManagementKeyBody {
  overlapHours?: number;
}
export interface RotateManagementKeyAnswer {
  /** The eight characters after cpm_. */
  id: string;
  organisationId: string;
  name: string;
  permissions: (
    | "jobs:read"
    | "jobs:write"
    | "review:write"
    | "projects:read"
    | "projects:write"
    | "keys:read"
    | "keys:write"
    | "webhooks:read"
    | "webhooks:write"
    | "members:read"
    | "members:write"
    | "audit:read"
    | "usage:read"
    | "settings:write"
  )[];
  /** Empty: any address. */
  allowedIps: string[];
  createdBy: Author;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** The key itself: it is shown only here. */
  key: string;
  replaced: ManagementKey;
}
export interface ListWebhooksAnswer {
  data: Webhook[];
}
export interface Webhook {
  id: string;
  projectId: string;
  url: string;
  events: (
    | "job.completed"
    | "job.failed"
    | "job.archived"
    | "pull_request.opened"
    | "pull_request.merged"
    | "pull_request.closed"
    | "trigger.started"
    | "trigger.skipped"
    | "trigger.budget_used"
  )[];
  createdAt: string;
  /** Since when every attempt has failed. */
  failingSince: string | null;
  disabledAt: string | null;
  disabledReason: string | null;
}
export interface CreateWebhookBody {
  url: string;
  /** @minItems 1 */
  events?: (
    | "job.completed"
    | "job.failed"
    | "job.archived"
    | "pull_request.opened"
    | "pull_request.merged"
    | "pull_request.closed"
    | "trigger.started"
    | "trigger.skipped"
    | "trigger.budget_used"
  )[];
}
export interface CreateWebhookAnswer {
  id: string;
  projectId: string;
  url: string;
  events: (
    | "job.completed"
    | "job.failed"
    | "job.archived"
    | "pull_request.opened"
    | "pull_request.merged"
    | "pull_request.closed"
    | "trigger.started"
    | "trigger.skipped"
    | "trigger.budget_used"
  )[];
  createdAt: string;
  /** Since when every attempt has failed. */
  failingSince: string | null;
  disabledAt: string | null;
  disabledReason: string | null;
  /** Signs the messages; shown only here. */
  secret: string;
}
export interface RotateWebhookSecretBody {
  overlapHours?: number;
}
export interface RotateWebhookSecretAnswer {
  id: string;
  projectId: string;
  url: string;
  events: (
    | "job.completed"
    | "job.failed"
    | "job.archived"
    | "pull_request.opened"
    | "pull_request.merged"
    | "pull_request.closed"
    | "trigger.started"
    | "trigger.skipped"
    | "trigger.budget_used"
  )[];
  createdAt: string;
  /** Since when every attempt has failed. */
  failingSince: string | null;
  disabledAt: string | null;
  disabledReason: string | null;
  /** Signs the messages; shown only here. */
  secret: string;
}
export interface PingWebhookAnswer {
  deliveryId: string;
}
export interface ListDeliveriesQuery {
  /** Maximum number of deliveries on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}
export interface ListDeliveriesAnswer {
  data: Delivery[];
  nextCursor: string | null;
}
export interface Delivery {
  id: string;
  messageId: string;
  type: string;
  /** null for a message that belongs to no job, such as a ping or a trigger that started none. */
  jobId: string | null;
  state: "pending" | "delivered" | "failed";
  createdAt: string;
  nextAttemptAt: string | null;
  attempts: {
    at: string;
    /** HTTP status; null: there was no response. */
    status: number | null;
    error: string | null;
    /** Its beginning. */
    response: string;
    durationMs: number;
  }[];
}
export interface RedeliverAnswer {
  deliveryId: string;
}
export interface GetHostWebhookAnswer {
  /** What to enter at the code host. */
  url: string;
  /** Whether a webhook secret is stored: without one deliveries are refused. */
  expected: boolean;
  lastDeliveryAt: string | null;
  deliveries24h: number;
}
export interface ListContextRepositoriesAnswer {
  /** Items: A repository that a project's jobs read and never write. */
  data: {
    id: string;
    projectId: string;
    name: string;
    repository: string;
    /** null for the repository's default branch. */
    ref: string | null;
    /** Globs of what jobs see; everything if empty. */
    include: string[];
    host: string;
    hostUrl: string | null;
    /** Whether credentials are stored. */
    connected: boolean;
    createdAt: string;
  }[];
}
export interface AddContextRepositoryBody {
  /** Name that jobs use for it; citations begin with it. */
  name: string;
  /** URL, or path of a repository of the machine. */
  repository: string;
  /** Branch; the repository's default branch when absent. */
  ref?: string;
  /**
   * Globs of what jobs see; everything if empty.
   *
   * @maxItems 50
   */
  include?: string[];
  host?:
    | "local"
    | "git"
    | "github"
    | "gitlab"
    | "gitea"
    | "forgejo"
    | "bitbucket"
    | "bitbucket-data-center"
    | "azure-devops";
  hostUrl?: string;
  credentials?: {
    token?: string | null;
    tokenKind?: "access" | "oauth";
    username?: string;
    app?: {
      id: string;
      privateKey: string;
      url?: string;
      link?: string;
    } | null;
    ssh?: {
      privateKey: string;
      knownHosts: string | null;
    } | null;
    certificateAuthority?: string | null;
  };
  /** Store it even if the branch cannot be read now. */
  anyway?: boolean;
}
export interface AddContextRepositoryAnswer {
  id: string;
  projectId: string;
  name: string;
  repository: string;
  /** null for the repository's default branch. */
  ref: string | null;
  /** Globs of what jobs see; everything if empty. */
  include: string[];
  host: string;
  hostUrl: string | null;
  /** Whether credentials are stored. */
  connected: boolean;
  createdAt: string;
}
export interface GetContextRepositoryAnswer {
  id: string;
  projectId: string;
  name: string;
  repository: string;
  /** null for the repository's default branch. */
  ref: string | null;
  /** Globs of what jobs see; everything if empty. */
  include: string[];
  host: string;
  hostUrl: string | null;
  /** Whether credentials are stored. */
  connected: boolean;
  createdAt: string;
}
export interface ChangeContextRepositoryBody {
  name?: string;
  ref?: string | null;
  /** @maxItems 50 */
  include?: string[];
  credentials?: {
    token?: string | null;
    tokenKind?: "access" | "oauth";
    username?: string;
    app?: {
      id: string;
      privateKey: string;
      url?: string;
      link?: string;
    } | null;
    ssh?: {
      privateKey: string;
      knownHosts: string | null;
    } | null;
    certificateAuthority?: string | null;
  } | null;
  anyway?: boolean;
}
export interface ChangeContextRepositoryAnswer {
  id: string;
  projectId: string;
  name: string;
  repository: string;
  /** null for the repository's default branch. */
  ref: string | null;
  /** Globs of what jobs see; everything if empty. */
  include: string[];
  host: string;
  hostUrl: string | null;
  /** Whether credentials are stored. */
  connected: boolean;
  createdAt: string;
}
export interface TestContextRepositoryAnswer {
  ok: boolean;
  /** The branch that was found. */
  ref: string | null;
  /** Commit that jobs would read now. */
  commit: string | null;
  /** Why not, as one of the error codes. */
  code: string | null;
  message: string;
  checkedAt: string;
}
export interface ListTriggersAnswer {
  /** Items: What starts jobs of a project by itself. */
  data: {
    id: string;
    projectId: string;
    name: string;
    kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
    settings: {
      /** For a schedule: minute, hour, day of the month, month, day of the week. */
      cron?: string;
      /** For a schedule; UTC when absent. */
      timeZone?: string;
      /** Who sends deliveries; generic when absent: signed as Standard Webhooks describes. */
      host?: "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "azure-devops";
      /** Only events of the repository with this address; of any when absent. */
      repository?: string;
      /** For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository. */
      source?: "." | string;
      /**
       * Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.
       *
       * @minItems 1
       * @maxItems 20
       */
      translate?: string[];
      /**
       * Only these branches or tags, as globs.
       *
       * @maxItems 50
       */
      refs?: string[];
      /**
       * Only when a path that was changed matches.
       *
       * @maxItems 50
       */
      paths?: string[];
      /**
       * Only merged pull requests with one of these labels.
       *
       * @maxItems 20
       */
      labels?: string[];
      /** For a source change: the person who pushed or merged is asked to review. */
      askAuthors?: boolean;
      /** For a source change: pushes or merged pull requests; pushes when absent. */
      on?: "push" | "merge";
    };
    prompt: string;
    topic: string;
    enabled: boolean;
    windowSeconds: number;
    budget: {
      maxJobs?: number;
      maxCostUsd?: number;
    };
    /** This month, in UTC, as the budget counts it; costUsd is what its jobs have cost so far. */
    used: {
      jobs: number;
      costUsd: number;
    };
    /** Where deliveries go; null for a schedule. */
    deliveryUrl: string | null;
    /** When a schedule is due. */
    nextAt: string | null;
    createdAt: string;
  }[];
  /** Nothing starts by itself in this project. */
  stopped: boolean;
  /** The operator has stopped the triggers of all projects. */
  instanceStopped: boolean;
}
export interface CreateTriggerBody {
  /** Name for people; unique in the project. */
  name: string;
  settings?: {
    /** For a schedule: minute, hour, day of the month, month, day of the week. */
    cron?: string;
    /** For a schedule; UTC when absent. */
    timeZone?: string;
    /** Who sends deliveries; generic when absent: signed as Standard Webhooks describes. */
    host?: "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "azure-devops";
    /** Only events of the repository with this address; of any when absent. */
    repository?: string;
    /** For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository. */
    source?: "." | string;
    /**
     * Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.
     *
     * @minItems 1
     * @maxItems 20
     */
    translate?: string[];
    /**
     * Only these branches or tags, as globs.
     *
     * @maxItems 50
     */
    refs?: string[];
    /**
     * Only when a path that was changed matches.
     *
     * @maxItems 50
     */
    paths?: string[];
    /**
     * Only merged pull requests with one of these labels.
     *
     * @maxItems 20
     */
    labels?: string[];
    /** For a source change: the person who pushed or merged is asked to review. */
    askAuthors?: boolean;
    /** For a source change: pushes or merged pull requests; pushes when absent. */
    on?: "push" | "merge";
  };
  /** Prompt of the jobs: a template with {{field}} for values of the event, which are quoted as data. */
  prompt: string;
  /** Which pull request its jobs share: a template; the trigger's name when absent. */
  topic?: string;
  enabled?: boolean;
  /** How long to wait for further events of the same topic after the first. */
  windowSeconds?: number;
  /** Per month, in UTC; no limit when absent. */
  budget?: {
    maxJobs?: number;
    maxCostUsd?: number;
  };
  kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
}
export interface CreateTriggerAnswer {
  id: string;
  projectId: string;
  name: string;
  kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
  settings: {
    /** For a schedule: minute, hour, day of the month, month, day of the week. */
    cron?: string;
    /** For a schedule; UTC when absent. */
    timeZone?: string;
    /** Who sends deliveries; generic when absent: signed as Standard Webhooks describes. */
    host?: "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "azure-devops";
    /** Only events of the repository with this address; of any when absent. */
    repository?: string;
    /** For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository. */
    source?: "." | string;
    /**
     * Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.
     *
     * @minItems 1
     * @maxItems 20
     */
    translate?: string[];
    /**
     * Only these branches or tags, as globs.
     *
     * @maxItems 50
     */
    refs?: string[];
    /**
     * Only when a path that was changed matches.
     *
     * @maxItems 50
     */
    paths?: string[];
    /**
     * Only merged pull requests with one of these labels.
     *
     * @maxItems 20
     */
    labels?: string[];
    /** For a source change: the person who pushed or merged is asked to review. */
    askAuthors?: boolean;
    /** For a source change: pushes or merged pull requests; pushes when absent. */
    on?: "push" | "merge";
  };
  prompt: string;
  topic: string;
  enabled: boolean;
  windowSeconds: number;
  budget: {
    maxJobs?: number;
    maxCostUsd?: number;
  };
  /** This month, in UTC, as the budget counts it; costUsd is what its jobs have cost so far. */
  used: {
    jobs: number;
    costUsd: number;
  };
  /** Where deliveries go; null for a schedule. */
  deliveryUrl: string | null;
  /** When a schedule is due. */
  nextAt: string | null;
  createdAt: string;
  /** Signs the deliveries; shown only now. */
  secret: string | null;
}
export interface StopTriggersBody {
  stopped: boolean;
}
export interface StopTriggersAnswer {
  stopped: boolean;
}
export interface StopAllTriggersBody {
  stopped: boolean;
}
export interface StopAllTriggersAnswer {
  stopped: boolean;
}
export interface GetTriggerAnswer {
  id: string;
  projectId: string;
  name: string;
  kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
  settings: {
    /** For a schedule: minute, hour, day of the month, month, day of the week. */
    cron?: string;
    /** For a schedule; UTC when absent. */
    timeZone?: string;
    /** Who sends deliveries; generic when absent: signed as Standard Webhooks describes. */
    host?: "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "azure-devops";
    /** Only events of the repository with this address; of any when absent. */
    repository?: string;
    /** For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository. */
    source?: "." | string;
    /**
     * Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.
     *
     * @minItems 1
     * @maxItems 20
     */
    translate?: string[];
    /**
     * Only these branches or tags, as globs.
     *
     * @maxItems 50
     */
    refs?: string[];
    /**
     * Only when a path that was changed matches.
     *
     * @maxItems 50
     */
    paths?: string[];
    /**
     * Only merged pull requests with one of these labels.
     *
     * @maxItems 20
     */
    labels?: string[];
    /** For a source change: the person who pushed or merged is asked to review. */
    askAuthors?: boolean;
    /** For a source change: pushes or merged pull requests; pushes when absent. */
    on?: "push" | "merge";
  };
  prompt: string;
  topic: string;
  enabled: boolean;
  windowSeconds: number;
  budget: {
    maxJobs?: number;
    maxCostUsd?: number;
  };
  /** This month, in UTC, as the budget counts it; costUsd is what its jobs have cost so far. */
  used: {
    jobs: number;
    costUsd: number;
  };
  /** Where deliveries go; null for a schedule. */
  deliveryUrl: string | null;
  /** When a schedule is due. */
  nextAt: string | null;
  createdAt: string;
}
export interface ChangeTriggerBody {
  /** Name for people; unique in the project. */
  name?: string;
  settings?: {
    /** For a schedule: minute, hour, day of the month, month, day of the week. */
    cron?: string;
    /** For a schedule; UTC when absent. */
    timeZone?: string;
    /** Who sends deliveries; generic when absent: signed as Standard Webhooks describes. */
    host?: "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "azure-devops";
    /** Only events of the repository with this address; of any when absent. */
    repository?: string;
    /** For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository. */
    source?: "." | string;
    /**
     * Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.
     *
     * @minItems 1
     * @maxItems 20
     */
    translate?: string[];
    /**
     * Only these branches or tags, as globs.
     *
     * @maxItems 50
     */
    refs?: string[];
    /**
     * Only when a path that was changed matches.
     *
     * @maxItems 50
     */
    paths?: string[];
    /**
     * Only merged pull requests with one of these labels.
     *
     * @maxItems 20
     */
    labels?: string[];
    /** For a source change: the person who pushed or merged is asked to review. */
    askAuthors?: boolean;
    /** For a source change: pushes or merged pull requests; pushes when absent. */
    on?: "push" | "merge";
  };
  /** Prompt of the jobs: a template with {{field}} for values of the event, which are quoted as data. */
  prompt?: string;
  /** Which pull request its jobs share: a template; the trigger's name when absent. */
  topic?: string;
  enabled?: boolean;
  /** How long to wait for further events of the same topic after the first. */
  windowSeconds?: number;
  /** Per month, in UTC; no limit when absent. */
  budget?: {
    maxJobs?: number;
    maxCostUsd?: number;
  };
}
export interface ChangeTriggerAnswer {
  id: string;
  projectId: string;
  name: string;
  kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
  settings: {
    /** For a schedule: minute, hour, day of the month, month, day of the week. */
    cron?: string;
    /** For a schedule; UTC when absent. */
    timeZone?: string;
    /** Who sends deliveries; generic when absent: signed as Standard Webhooks describes. */
    host?: "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "azure-devops";
    /** Only events of the repository with this address; of any when absent. */
    repository?: string;
    /** For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository. */
    source?: "." | string;
    /**
     * Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.
     *
     * @minItems 1
     * @maxItems 20
     */
    translate?: string[];
    /**
     * Only these branches or tags, as globs.
     *
     * @maxItems 50
     */
    refs?: string[];
    /**
     * Only when a path that was changed matches.
     *
     * @maxItems 50
     */
    paths?: string[];
    /**
     * Only merged pull requests with one of these labels.
     *
     * @maxItems 20
     */
    labels?: string[];
    /** For a source change: the person who pushed or merged is asked to review. */
    askAuthors?: boolean;
    /** For a source change: pushes or merged pull requests; pushes when absent. */
    on?: "push" | "merge";
  };
  prompt: string;
  topic: string;
  enabled: boolean;
  windowSeconds: number;
  budget: {
    maxJobs?: number;
    maxCostUsd?: number;
  };
  /** This month, in UTC, as the budget counts it; costUsd is what its jobs have cost so far. */
  used: {
    jobs: number;
    costUsd: number;
  };
  /** Where deliveries go; null for a schedule. */
  deliveryUrl: string | null;
  /** When a schedule is due. */
  nextAt: string | null;
  createdAt: string;
}
export interface RotateTriggerSecretAnswer {
  id: string;
  projectId: string;
  name: string;
  kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
  settings: {
    /** For a schedule: minute, hour, day of the month, month, day of the week. */
    cron?: string;
    /** For a schedule; UTC when absent. */
    timeZone?: string;
    /** Who sends deliveries; generic when absent: signed as Standard Webhooks describes. */
    host?: "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "bitbucket" | "azure-devops";
    /** Only events of the repository with this address; of any when absent. */
    repository?: string;
    /** For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository. */
    source?: "." | string;
    /**
     * Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.
     *
     * @minItems 1
     * @maxItems 20
     */
    translate?: string[];
    /**
     * Only these branches or tags, as globs.
     *
     * @maxItems 50
     */
    refs?: string[];
    /**
     * Only when a path that was changed matches.
     *
     * @maxItems 50
     */
    paths?: string[];
    /**
     * Only merged pull requests with one of these labels.
     *
     * @maxItems 20
     */
    labels?: string[];
    /** For a source change: the person who pushed or merged is asked to review. */
    askAuthors?: boolean;
    /** For a source change: pushes or merged pull requests; pushes when absent. */
    on?: "push" | "merge";
  };
  prompt: string;
  topic: string;
  enabled: boolean;
  windowSeconds: number;
  budget: {
    maxJobs?: number;
    maxCostUsd?: number;
  };
  /** This month, in UTC, as the budget counts it; costUsd is what its jobs have cost so far. */
  used: {
    jobs: number;
    costUsd: number;
  };
  /** Where deliveries go; null for a schedule. */
  deliveryUrl: string | null;
  /** When a schedule is due. */
  nextAt: string | null;
  createdAt: string;
  /** Signs the deliveries; shown only now. */
  secret: string | null;
}
export interface TestTriggerBody {
  /** Fields of the event; an example of the trigger's kind when absent. */
  event?: {
    kind?: "schedule" | "push" | "merge" | "release" | "comment" | "feedback";
    repository?: string;
    ref?: string;
    commit?: string;
    before?: string;
    /** @maxItems 3000 */
    paths?: string[];
    /** @maxItems 50 */
    labels?: string[];
    number?: number;
    title?: string;
    author?: string;
    url?: string;
    text?: string;
    page?: string;
    helpful?: boolean;
    language?: string;
    at?: string;
    /** @maxItems 3000 */
    ownPaths?: string[];
    morePaths?: boolean;
  };
  /** Also start a job, as a delivery with this event would. */
  start?: boolean;
}
export interface TestTriggerAnswer {
  prompt: string;
  topic: string;
  /** Why such an event would start nothing. */
  ignored: string | null;
  /** Open pull requests that change pages which the prompt names. */
  overlaps: {
    jobId: string;
    prLink: string;
    paths: string[];
  }[];
  started: boolean;
}
export interface ListTriggerHistoryQuery {
  /** Maximum number of entries on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}
export interface ListTriggerHistoryAnswer {
  data: {
    id: string;
    deliveryId: string;
    at: string;
    event: {
      kind: "schedule" | "push" | "merge" | "release" | "comment" | "feedback";
      repository?: string;
      ref?: string;
      commit?: string;
      before?: string;
      /** @maxItems 3000 */
      paths?: string[];
      /** @maxItems 50 */
      labels?: string[];
      number?: number;
      title?: string;
      author?: string;
      url?: string;
      text?: string;
      page?: string;
      helpful?: boolean;
      language?: string;
      at?: string;
      /** @maxItems 3000 */
      ownPaths?: string[];
      morePaths?: boolean;
    };
    /** joined: it became a turn of the topic's job. */
    state: "waiting" | "due" | "started" | "joined" | "ignored" | "refused" | (string & {});
    /** Why nothing was started, or which other open pull requests change the same pages. */
    note: string;
    jobId: string | null;
  }[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}
export interface ListSlackChannelsAnswer {
  /** Items: A channel of Slack in which people ask for jobs of a project. */
  data: {
    id: string;
    projectId: string;
    teamId: string;
    teamName: string;
    channelId: string;
    /** The Request URL of the Slack app, for events and buttons. */
    requestUrl: string;
    createdAt: string;
  }[];
}
export interface ConnectSlackChannelBody {
  /** Bot User OAuth Token of the Slack app. */
  botToken: string;
  /** Signing secret of the Slack app. */
  signingSecret: string;
  /** The channel in which jobs of the project are asked for. */
  channelId: string;
}
export interface ConnectSlackChannelAnswer {
  id: string;
  projectId: string;
  teamId: string;
  teamName: string;
  channelId: string;
  /** The Request URL of the Slack app, for events and buttons. */
  requestUrl: string;
  createdAt: string;
}
export interface GetInstructionsQuery {
  /** Branch; the project's when absent. */
  ref?: string;
}
export interface InstructionsPreview {
  /** What the branch has. */
  commit: string;
  files: {
    path: string;
    text: string;
    characters: number;
    /** How many of them jobs get; the rest is cut. */
    usedCharacters: number;
  }[];
  /** What jobs get; null: there are no instructions. */
  text: string | null;
  characters: number;
  charactersMax: number;
  isCut: boolean;
  /** The policy of the branch; null: there is none. */
  policy: {
    path: string;
    /** The file as it is. */
    text: string;
    /** What jobs are told about it; null if it cannot be read, in which case jobs do not start. */
    rules: string | null;
    problems: {
      line: number;
      column: number;
      message: string;
    }[];
  } | null;
}
export interface ListTranslationsQuery {
  /** Branch; the project's when absent. */
  ref?: string;
}
export interface TranslationList {
  /** What the branch has. */
  commit: string;
  sourceLanguage: string;
  /** By language; empty where nothing is translated. */
  data: TranslationState[];
}
export interface TranslationState {
  language: string;
  /** Pages that are up to date with their sources. */
  current: number;
  stale: {
    path: string;
    /** The page that it translates. */
    source: string;
    /** Blocks of the source that have changed since. */
    staleBlocks: number;
    /** Of the source, as it is. */
    blocks: number;
    /** The source's commit that it is up to date with; null if that is not known. */
    upTo: {
      commit: string;
      at: string | null;
    } | null;
  }[];
  unknown: {
    path: string;
    source: string;
    /** Why it is not known, as the rest of a sentence. */
    reason: string;
  }[];
  /** Whether the language's record cannot be read, so that the history alone is looked at. */
  isRecordBroken: boolean;
}
export interface ListAuditQuery {
  /** For example api_key.created, or a group such as api_key; several separated by commas. */
  action?: string;
  /** Name, id or kind of whoever made the change. */
  author?: string;
  /** Only entries of this project. */
  projectId?: string;
  /** Not before this time. */
  from?: string;
  /** Before this time. */
  to?: string;
  /** Maximum number of entries on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}
export interface ListAuditAnswer {
  data: AuditEntry[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}
export interface AuditEntry {
  id: number;
  at: string;
  /** For example api_key.created; others may be added. */
  action: string;
  author: Author;
  /** IP address; null: the machine itself. */
  from: string | null;
  /** null if it concerns the whole instance. */
  organisationId: string | null;
  projectId: string | null;
  subject: {
    kind: string;
    id: string;
    name: string | null;
  };
  /** Masked where it was a secret. */
  before: unknown;
  /** Masked where it was a secret. */
  after: unknown;
}
export interface ListUsageQuery {
  /** First month. */
  from?: string;
  /** Last month. */
  to?: string;
  /** What each row is about. */
  groupBy?: "project" | "key" | "month";
  /** Only this project. */
  projectId?: string;
}
export interface ListUsageAnswer {
  data: UsageRow[];
}
export interface UsageRow {
  month: string;
  /** null: all projects together. */
  projectId: string | null;
  projectName: string | null;
  /** null: not by API key, or all together. */
  apiKeyId: string | null;
  apiKeyName: string | null;
  jobs: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** null if no job reported its cost. */
  costUsd: number | null;
  /** Cap per month; null for no limit. */
  cap: {
    maxTokens?: number;
    maxCostUsd?: number;
  } | null;
}
export interface GetInstanceAnswer {
  version: string;
  publicUrl: string;
  contact: string | null;
  defaultModel: string;
  models: Model[];
  budgetMax: {
    maxSteps: number | null;
    maxTokens: number | null;
    maxCostUsd: number | null;
    timeoutSeconds: number | null;
  };
  signIn: {
    password: boolean;
    openId: boolean;
  };
  organisations: number;
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
export interface WebhookPing {
  type: "webhook.ping";
  /** When it was asked for. */
  timestamp: string;
  data: {
    projectId: string;
    webhookId: string;
  };
}
export interface JobCompletedMessage {
  type: "job.completed";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    job: JobRecord;
  };
}
export interface JobFailedMessage {
  type: "job.failed";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    job: JobRecord;
  };
}
export interface JobArchivedMessage {
  type: "job.archived";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    job: JobRecord;
  };
}
export interface PullRequestOpenedMessage {
  type: "pull_request.opened";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    job: JobRecord;
  };
}
export interface PullRequestMergedMessage {
  type: "pull_request.merged";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    job: JobRecord;
  };
}
export interface PullRequestClosedMessage {
  type: "pull_request.closed";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    job: JobRecord;
  };
}
export interface TriggerStartedMessage {
  type: "trigger.started";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    trigger: {
      id: string;
      name: string;
      kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
    };
    topic: string;
    /** null: there is no job. */
    jobId: string | null;
    /** Whether the job of the topic already existed. */
    joined: boolean;
    /** The note of the history: why nothing was started, or a warning. */
    note: string;
  };
}
export interface TriggerSkippedMessage {
  type: "trigger.skipped";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    trigger: {
      id: string;
      name: string;
      kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
    };
    topic: string;
    /** null: there is no job. */
    jobId: string | null;
    /** Whether the job of the topic already existed. */
    joined: boolean;
    /** The note of the history: why nothing was started, or a warning. */
    note: string;
  };
}
export interface TriggerBudgetUsedMessage {
  type: "trigger.budget_used";
  /** When it happened. */
  timestamp: string;
  data: {
    projectId: string;
    trigger: {
      id: string;
      name: string;
      kind: "schedule" | "source_change" | "release" | "mention" | "page_feedback";
    };
    topic: string;
    /** null: there is no job. */
    jobId: string | null;
    /** Whether the job of the topic already existed. */
    joined: boolean;
    /** The note of the history: why nothing was started, or a warning. */
    note: string;
  };
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
    | "not_signed_in"
    | "insufficient_permission"
    | "cross_site_request"
    | "too_many_attempts"
    | "organisation_not_found"
    | "member_not_found"
    | "last_owner"
    | "invitation_not_found"
    | "invitation_expired"
    | "share_link_not_found"
    | "session_not_found"
    | "project_not_found"
    | "job_not_found"
    | "job_archived"
    | "job_active"
    | "transcript_expired"
    | "no_preview"
    | "job_not_active"
    | "patch_pending"
    | "too_many_api_keys"
    | "too_many_streams"
    | "api_key_not_found"
    | "webhook_not_found"
    | "trigger_not_found"
    | "trigger_name_taken"
    | "schedule_never_fires"
    | "context_not_found"
    | "context_name_taken"
    | "slack_not_found"
    | "slack_refused"
    | "slack_unavailable"
    | "management_key_not_found"
    | "delivery_not_found"
    | "confirmation_needed"
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
    | "branch_taken"
    | "topic_mismatch"
    | "invalid_repository_url"
    | "url_not_allowed"
    | "repository_unreachable"
    | "repository_empty"
    | "ref_not_found"
    | "markup_not_edited"
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
    | "stale_review"
    | "merge_conflict"
    | "suggestions_have_problems"
    | "merge_not_allowed"
    | "working_tree_changed"
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
    | "invalid_policy"
    | "usage"
    | "stopped"
    | "invalid_configuration"
    | "port_in_use"
    | "cannot_listen"
    | "data_folder_not_writable"
    | "data_folder_newer"
    | "store_unavailable"
    | "store_empty"
    | "store_not_empty"
    | "store_in_use"
    | "backup_unreadable"
    | "sandbox_unavailable"
    | (string & {});
  /** Identifies the request in the service's log. */
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
export interface GetMeAnswer {
  kind: "api_key" | "management_key" | "user" | "share_link";
  id: string;
  name: string;
  email: string | null;
  /** Role in the first organisation; null for keys and links. */
  role: Role | null;
  permissions: (
    | "jobs:read"
    | "jobs:write"
    | "review:write"
    | "projects:read"
    | "projects:write"
    | "keys:read"
    | "keys:write"
    | "webhooks:read"
    | "webhooks:write"
    | "members:read"
    | "members:write"
    | "audit:read"
    | "usage:read"
    | "settings:write"
  )[];
  organisations: {
    id: string;
    name: string;
    role: Role | null;
  }[];
  /** Null: all projects of the organisations. */
  projectIds: string[] | null;
  /** The only job that a share link shows. */
  jobId: string | null;
  expiresAt: string | null;
  version: string;
  publicUrl: string;
}
export interface ChangeMeBody {
  name?: string;
}
export interface ChangeMeAnswer {
  kind: "api_key" | "management_key" | "user" | "share_link";
  id: string;
  name: string;
  email: string | null;
  /** Role in the first organisation; null for keys and links. */
  role: Role | null;
  permissions: (
    | "jobs:read"
    | "jobs:write"
    | "review:write"
    | "projects:read"
    | "projects:write"
    | "keys:read"
    | "keys:write"
    | "webhooks:read"
    | "webhooks:write"
    | "members:read"
    | "members:write"
    | "audit:read"
    | "usage:read"
    | "settings:write"
  )[];
  organisations: {
    id: string;
    name: string;
    role: Role | null;
  }[];
  /** Null: all projects of the organisations. */
  projectIds: string[] | null;
  /** The only job that a share link shows. */
  jobId: string | null;
  expiresAt: string | null;
  version: string;
  publicUrl: string;
}
export interface ChangeMyPasswordBody {
  current: string | null;
  next: string;
}
export interface ListMySessionsAnswer {
  data: {
    id: string;
    /** Whether it is the session of this request. */
    current: boolean;
    /** The application that acts for the caller; null for a browser. */
    application: string | null;
    userAgent: string | null;
    ip: string | null;
    createdAt: string;
    lastSeenAt: string;
    expiresAt: string;
  }[];
}
export interface GetSignInOptionsAnswer {
  /** Nobody owns the instance yet: its log has a link that creates the owner. */
  needsOwner: boolean;
  password: boolean;
  openId: {
    id: string;
    name: string;
  } | null;
}
export interface ClaimFirstOwnerBody {
  token: string;
  name: string;
  email: string;
  password: string;
}
export interface FollowSignInLinkBody {
  token: string;
}
export interface ResetPasswordBody {
  token: string;
  password: string;
}
export interface SignInBody {
  email: string;
  password: string;
}
export interface SignInAnswer {
  user: {
    id: string;
    name: string;
    email: string;
  };
}
export interface StartOpenIdSignInBody {
  providerId?: "openid";
  callbackURL?: string;
}
export interface StartOpenIdSignInAnswer {
  url: string;
  redirect: boolean;
}
export interface GetAuthorizationQuery {
  /** Always code. */
  response_type: "code";
  /** Id of the application, as it was registered. */
  client_id: string;
  /** Where the browser is redirected with the code. */
  redirect_uri: string;
  /** SHA-256 of the application's verifier, in base64url (PKCE). */
  code_challenge: string;
  /** Always S256. */
  code_challenge_method: "S256";
  /** Returned to the application unchanged. */
  state?: string;
  /** The address of /mcp, if it is named. */
  resource?: string;
}
export interface GetAuthorizationAnswer {
  application: string;
  sendsTo: string;
}
export interface DecideAuthorizationBody {
  request: {
    response_type: "code";
    client_id: string;
    redirect_uri: string;
    code_challenge: string;
    code_challenge_method: "S256";
    state?: string;
    resource?: string;
  };
  allow: boolean;
}
export interface DecideAuthorizationAnswer {
  redirectTo: string;
}
export interface ListMembersQuery {
  /** Only this organisation; the caller's first one if one is needed. */
  organisationId?: string;
}
export interface ListMembersAnswer {
  data: {
    userId: string;
    organisationId: string;
    name: string;
    email: string;
    role: Role;
    createdAt: string;
    /** Null if not since the oldest session that is kept. */
    lastSeenAt: string | null;
  }[];
}
export interface ChangeMemberQuery {
  /** Only this organisation; the caller's first one if one is needed. */
  organisationId?: string;
}
export interface ChangeMemberBody {
  role: "owner" | "editor" | "viewer";
}
export interface RemoveMemberQuery {
  /** Only this organisation; the caller's first one if one is needed. */
  organisationId?: string;
}
export interface ListOrganisationsAnswer {
  data: {
    id: string;
    name: string;
    createdAt: string;
  }[];
}
export interface CreateOrganisationBody {
  name: string;
}
export interface CreateOrganisationAnswer {
  id: string;
  name: string;
  createdAt: string;
}
export interface ListInvitationsAnswer {
  data: {
    id: string;
    organisationId: string;
    /** Null if anybody with the link may use it. */
    email: string | null;
    role: Role;
    createdBy: Author | null;
    createdAt: string;
    expiresAt: string;
  }[];
}
export interface CreateInvitationBody {
  email?: string | null;
  role: "owner" | "editor" | "viewer";
  expiresInDays?: number;
  organisationId?: string;
}
export interface CreateInvitationAnswer {
  id: string;
  organisationId: string;
  /** Null if anybody with the link may use it. */
  email: string | null;
  role: Role;
  createdBy: Author | null;
  createdAt: string;
  expiresAt: string;
  url: string;
}
export interface ReadInvitationAnswer {
  /** Null if anybody with the link may use it. */
  email: string | null;
  role: Role;
  organisation: {
    id: string;
    name: string;
  };
  expiresAt: string;
}
export interface AcceptInvitationBody {
  name?: string;
  email?: string;
  password?: string;
}
export interface ListShareLinksAnswer {
  data: {
    id: string;
    projectId: string;
    jobId: string;
    /** Until the job has a title, the first line of its prompt. */
    jobTitle: string;
    createdBy: Author | null;
    createdAt: string;
    expiresAt: string;
    revokedAt: string | null;
    lastUsedAt: string | null;
    state: "open" | "expired" | "revoked";
  }[];
}
export interface CreateShareLinkBody {
  expiresInDays?: number;
}
export interface CreateShareLinkAnswer {
  id: string;
  projectId: string;
  jobId: string;
  /** Until the job has a title, the first line of its prompt. */
  jobTitle: string;
  createdBy: Author | null;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  state: "open" | "expired" | "revoked";
  url: string;
}
export interface OpenShareLinkBody {
  token: string;
}
export interface OpenShareLinkAnswer {
  projectId: string;
  jobId: string;
  expiresAt: string;
}
export interface ListAllShareLinksAnswer {
  data: {
    id: string;
    projectId: string;
    jobId: string;
    /** Until the job has a title, the first line of its prompt. */
    jobTitle: string;
    createdBy: Author | null;
    createdAt: string;
    expiresAt: string;
    revokedAt: string | null;
    lastUsedAt: string | null;
    state: "open" | "expired" | "revoked";
  }[];
}

/** What webhooks get; the type tells which. */
export type WebhookMessage =
  | JobCompletedMessage
  | JobFailedMessage
  | JobArchivedMessage
  | PullRequestOpenedMessage
  | PullRequestMergedMessage
  | PullRequestClosedMessage
  | TriggerStartedMessage
  | TriggerSkippedMessage
  | TriggerBudgetUsedMessage;
export type ListJobsAnswer = JobPage;
export type ListJobEventsAnswer = EventPage;
export type GetJobChecksAnswer = JobChecks;
export type GetReviewAnswer = Review;
export type GetReviewFileAnswer = ReviewContents;
export type GetRenderedPageAnswer = RenderedPage;
export type ListAllJobsAnswer = ListedJobPage;
export type GetInboxAnswer = Inbox;
export type GetOutcomesAnswer = Outcomes;
export type ListModelsAnswer = ModelPage;
export type GetProjectAnswer = ManagedProject;
export type ChangeProjectAnswer = ManagedProject;
export type TestProjectConnectionAnswer = ConnectionTest;
export type PreviewRepositoryAnswer = RepositoryPreview;
export type RevokeApiKeyAnswer = ApiKey;
export type RevokeManagementKeyAnswer = ManagementKey;
export type GetWebhookAnswer = Webhook;
export type DisableWebhookAnswer = Webhook;
export type EnableWebhookAnswer = Webhook;
export type GetInstructionsAnswer = InstructionsPreview;
export type ListTranslationsAnswer = TranslationList;
