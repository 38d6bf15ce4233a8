/** Wakes idle workers, without a payload; the triggers on `jobs` send it if a job is queued. */
export const queueChannel = "copydesk_queue";

/** Sent, with the job's id, in the transaction that cancels a job. */
export const cancelChannel = "copydesk_cancel";

/** Reports that a delivery to a webhook is due; the trigger of 0007 sends it too. */
export const webhookChannel = "copydesk_webhook";

/**
 * Sent in the transaction that stores feedback or changes the state of a pull request, so that workers look
 * for follow-up work.
 */
export const feedbackChannel = "copydesk_feedback";
