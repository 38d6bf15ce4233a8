/** Path of the public URL, "" or "/prefix": the service writes it into the page. */
export const basePath = document.querySelector<HTMLMetaElement>('meta[name="copydesk-base"]')?.content ?? "";

/** Only styles with it are let in; the service makes a new one for each page. */
export const styleNonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? "";
