/** The data of a response, with the response itself. */
export interface WithResponse<T> {
  data: T;
  /** Status and headers; the body has been read. */
  response: Response;
  /** Identifies the request in the service's log. */
  requestId: string | null;
}

/** A promise of the data. */
export interface ApiPromise<T> extends Promise<T> {
  /** Resolves to the data with its HTTP response: that of the last attempt, if there were several. */
  withResponse(): Promise<WithResponse<T>>;
}

export function toApiPromise<T>(whole: Promise<WithResponse<T>>): ApiPromise<T> {
  const data = whole.then((result) => result.data);
  return Object.assign(data, {
    withResponse() {
      // A caller of `withResponse` does not await the data alone: its rejection would be unhandled.
      data.catch(() => undefined);
      return whole;
    },
  });
}
