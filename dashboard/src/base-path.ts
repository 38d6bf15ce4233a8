/** Path of the public URL, "" or "/prefix", which the service writes into the page. */
export const basePath = document.querySelector<HTMLMetaElement>('meta[name="copydesk-base"]')?.content ?? "";

/** Only styles with this nonce are allowed; the service makes a new one for each page. */
export const styleNonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? "";
