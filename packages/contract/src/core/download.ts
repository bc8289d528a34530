/**
 * The header in which a download says about how many bytes will follow, so that its progress can be shown: an
 * estimate, since the file is still being made when its first bytes leave.
 */
export const expectedLengthHeader = 'x-expected-length'
