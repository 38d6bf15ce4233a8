/** A webhook delivery as received. Header names are in lower case. */
export interface HostDelivery {
  headers: Readonly<Record<string, string | undefined>>;
  /** The signed bytes. */
  body: Buffer;
}

/** The events in a delivery that Copydesk understands. */
export type HostEvent =
  | { kind: "pull_request"; number: number; state: "open" | "merged" | "closed"; branch: string }
  /** A comment on a pull request, or on a line of it. */
  | {
      kind: "comment";
      number: number;
      /** Unique within the pull request; absent if the delivery does not have it. */
      id?: string;
      /** In the form that `canWrite` takes: an id if people can choose any name. */
      author: string;
      /** Name for people to read, if `author` is an id. */
      authorName?: string;
      text: string;
      path?: string;
      line?: number;
      url: string;
    }
  /** A comment whose text is not in the delivery: it has to be read from the host. */
  | { kind: "review"; number: number }
  /** A failed check of the branch's newest commit. The branch is empty if the host names only the commit. */
  | { kind: "check_failed"; branch: string; commit: string; name: string; text: string; url: string };

export type FeedbackEvent = Extract<HostEvent, { kind: "comment" | "check_failed" }>;

export interface ReadDelivery {
  /** The host's own id of the delivery, unchanged if it is sent again. */
  deliveryId: string;
  /** Empty if the delivery is about something else. */
  events: HostEvent[];
}

/**
 * Throws `invalid_signature` if the delivery lacks the secret's signature, `invalid_request` if it cannot be
 * read.
 */
export type ReadWebhook = (delivery: HostDelivery, secret: string) => Promise<ReadDelivery>;
