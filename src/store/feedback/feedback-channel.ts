/**
 * Sent in the transaction that stores feedback or changes the state of a pull request: workers look at what
 * follows.
 */
export const feedbackChannel = "copydesk_feedback";
