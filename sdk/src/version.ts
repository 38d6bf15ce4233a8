/** Version of this package: that of the service it was built with. */
export const version = "0.1.0";
