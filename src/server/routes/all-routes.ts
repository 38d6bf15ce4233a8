import type { FastifyInstance } from "fastify";
import type { Operation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";
import { archiveJobOperation, registerArchiveJob, unarchiveJobOperation } from "./archive-job.ts";
import { cancelJobOperation, registerCancelJob } from "./cancel-job.ts";
import { createJobOperation, registerCreateJob } from "./create-job.ts";
import { deleteJobOperation, registerDeleteJob } from "./delete-job.ts";
import { getJobOperation, registerGetJob } from "./get-job.ts";
import { getPullRequestOperation, registerGetPullRequest } from "./get-pull-request.ts";
import { liveOperation, readyOperation, registerHealth } from "./health.ts";
import { listJobEventsOperation, streamJobEventsOperation } from "./job-event-operations.ts";
import { registerJobEvents } from "./job-events.ts";
import { getJobChecksOperation, getJobDiffOperation, registerJobResults } from "./job-results.ts";
import { listJobsOperation, registerListJobs } from "./list-jobs.ts";
import { listModelsOperation, registerListModels } from "./list-models.ts";
import { getActivityOperation, registerGetActivity } from "./manage/activity.ts";
import { getInboxOperation, registerGetInbox } from "./manage/inbox.ts";
import { listAllJobsOperation, registerListAllJobs } from "./manage/jobs.ts";
import { manageRoutes } from "./manage/manage-routes.ts";
import { getOutcomesOperation, registerGetOutcomes } from "./manage/outcomes.ts";
import { findOverlapsOperation, registerFindOverlaps } from "./manage/overlaps.ts";
import { listPagesOperation, registerListPages } from "./manage/pages.ts";
import { openPreviewOperation, registerOpenPreview } from "./open-preview.ts";
import {
  decideAuthorizationOperation,
  describeAuthorizationOperation,
  registerApplications,
} from "./people/applications.ts";
import {
  finishOpenIdOperation,
  registerAuthRoutes,
  signInOperation,
  signOutOperation,
  startOpenIdOperation,
} from "./people/auth-routes.ts";
import {
  acceptInvitationOperation,
  readInvitationOperation,
  registerInvitationLinks,
} from "./people/invitation-links.ts";
import {
  createInvitationOperation,
  listInvitationsOperation,
  registerInvitations,
  revokeInvitationOperation,
} from "./people/invitations.ts";
import {
  changeMeOperation,
  changePasswordOperation,
  getMeOperation,
  listSessionsOperation,
  registerMe,
  revokeSessionOperation,
} from "./people/me.ts";
import {
  changeMemberOperation,
  createOrganisationOperation,
  listMembersOperation,
  listOrganisationsOperation,
  registerMembers,
  removeMemberOperation,
} from "./people/members.ts";
import {
  closeShareLinkOperation,
  createShareLinkOperation,
  listAllShareLinksOperation,
  listShareLinksOperation,
  openShareLinkOperation,
  registerShareLinks,
  revokeShareLinkOperation,
} from "./people/share-links.ts";
import {
  firstOwnerOperation,
  registerSignInLinks,
  resetPasswordOperation,
  signInLinkOperation,
  signInOptionsOperation,
} from "./people/sign-in-links.ts";
import { receiveHostWebhookOperation, registerReceiveHostWebhook } from "./receive-host-webhook.ts";
import { receiveSlackOperation, registerReceiveSlack } from "./receive-slack.ts";
import {
  receiveTriggerDeliveryOperation,
  registerReceiveTriggerDelivery,
} from "./receive-trigger-delivery.ts";
import { registerDecideReview } from "./review/decide-review.ts";
import {
  applySuggestionsOperation,
  approveReviewOperation,
  closeReviewOperation,
  deleteReviewedBranchOperation,
  mergeReviewOperation,
  sendReviewCommentsOperation,
} from "./review/decision-operations.ts";
import { registerReadReview } from "./review/read-review.ts";
import {
  getRenderedPageOperation,
  getReviewFileOperation,
  getReviewImageOperation,
  getReviewOperation,
} from "./review/review-operations.ts";
import { registerSendMessage, sendMessageOperation } from "./send-message.ts";

interface Route {
  /** In the order of the API's description. */
  operations: readonly Operation[];
  register(app: FastifyInstance, deps: ServerDeps): void | Promise<void>;
}

const peopleRoutes: readonly Route[] = [
  {
    operations: [
      ...[getMeOperation, changeMeOperation, changePasswordOperation],
      ...[listSessionsOperation, revokeSessionOperation],
    ],
    register: registerMe,
  },
  {
    operations: [signInOptionsOperation, firstOwnerOperation, signInLinkOperation, resetPasswordOperation],
    register: registerSignInLinks,
  },
  {
    operations: [signInOperation, signOutOperation, startOpenIdOperation, finishOpenIdOperation],
    register: registerAuthRoutes,
  },
  {
    operations: [describeAuthorizationOperation, decideAuthorizationOperation],
    register: registerApplications,
  },
  {
    operations: [
      ...[listMembersOperation, changeMemberOperation, removeMemberOperation],
      ...[listOrganisationsOperation, createOrganisationOperation],
    ],
    register: registerMembers,
  },
  {
    operations: [listInvitationsOperation, createInvitationOperation, revokeInvitationOperation],
    register: registerInvitations,
  },
  { operations: [readInvitationOperation, acceptInvitationOperation], register: registerInvitationLinks },
  {
    operations: [
      ...[listShareLinksOperation, createShareLinkOperation, revokeShareLinkOperation],
      ...[openShareLinkOperation, closeShareLinkOperation, listAllShareLinksOperation],
    ],
    register: registerShareLinks,
  },
];

/** Routes of the API that are served and described. The client's types are generated from them. */
export const routes: readonly Route[] = [
  { operations: [createJobOperation], register: registerCreateJob },
  { operations: [getJobOperation], register: registerGetJob },
  { operations: [sendMessageOperation], register: registerSendMessage },
  { operations: [cancelJobOperation], register: registerCancelJob },
  { operations: [archiveJobOperation, unarchiveJobOperation], register: registerArchiveJob },
  { operations: [deleteJobOperation], register: registerDeleteJob },
  { operations: [openPreviewOperation], register: registerOpenPreview },
  { operations: [listJobsOperation], register: registerListJobs },
  { operations: [listJobEventsOperation, streamJobEventsOperation], register: registerJobEvents },
  { operations: [getJobDiffOperation, getJobChecksOperation], register: registerJobResults },
  {
    operations: [
      getReviewOperation,
      getReviewFileOperation,
      getRenderedPageOperation,
      getReviewImageOperation,
    ],
    register: registerReadReview,
  },
  {
    operations: [
      sendReviewCommentsOperation,
      applySuggestionsOperation,
      approveReviewOperation,
      mergeReviewOperation,
      closeReviewOperation,
      deleteReviewedBranchOperation,
    ],
    register: registerDecideReview,
  },
  { operations: [getPullRequestOperation], register: registerGetPullRequest },
  { operations: [listAllJobsOperation], register: registerListAllJobs },
  { operations: [getInboxOperation], register: registerGetInbox },
  { operations: [getOutcomesOperation], register: registerGetOutcomes },
  { operations: [getActivityOperation], register: registerGetActivity },
  { operations: [listPagesOperation], register: registerListPages },
  { operations: [findOverlapsOperation], register: registerFindOverlaps },
  { operations: [listModelsOperation], register: registerListModels },
  ...peopleRoutes,
  ...manageRoutes,
  { operations: [receiveHostWebhookOperation], register: registerReceiveHostWebhook },
  { operations: [receiveTriggerDeliveryOperation], register: registerReceiveTriggerDelivery },
  { operations: [receiveSlackOperation], register: registerReceiveSlack },
  { operations: [liveOperation, readyOperation], register: registerHealth },
];
