/** Of this package: that of the service it was made with. */
export const version = "0.1.0";
