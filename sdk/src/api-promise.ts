/** The data of a response, with the response itself. */
export interface WithResponse<T> {
  data: T;
  /** Status and headers; its body has been read. */
  response: Response;
  /** Identifies the request in the service's log. */
  requestId: string | null;
}

/** A promise of the data. */
export interface ApiPromise<T> extends Promise<T> {
  /** The data with the HTTP response that it came with: of the last attempt, when there were several. */
  withResponse(): Promise<WithResponse<T>>;
}

export function toApiPromise<T>(whole: Promise<WithResponse<T>>): ApiPromise<T> {
  const data = whole.then((result) => result.data);
  return Object.assign(data, {
    withResponse() {
      // Whoever asks for the whole does not wait for the data alone: its rejection would be nobody's.
      data.catch(() => undefined);
      return whole;
    },
  });
}
