/**
 * Header with the approximate length of a download in bytes, for its progress bar. The length is an estimate because
 * the server is still producing the file when the first bytes leave.
 */
export const expectedLengthHeader = 'x-expected-length'
