/**
 * The header with the approximate length of a download in bytes, for its progress: an estimate, because the file is
 * still being made when its first bytes leave.
 */
export const expectedLengthHeader = 'x-expected-length'
