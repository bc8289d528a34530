/*
 * Layout of an inspection file. The file is HTML and, at the same time, a script that declares one function, whose source has everything but the
 * first and the last bytes. So the page can load its own file as a script and read each byte of it, also from a disk.
 * For JavaScript `<!--` begins a comment that ends with the line, and so does `-->` at the beginning of a line. The
 * escapes below keep this text itself from ending the script or the function.
 */

/** Version of the format, which the signature covers. */
export const fileFormat = 'atrium-inspection-file-1'

/** Name of the function. */
export const functionName = 'atriumInspectionFile'

/** A line break of scripts that HTML does not change into another one. */
const lineBreak = '\u2028'

/** What precedes the function and what follows it. */
export const around = { before: `\x3c!--${lineBreak}`, after: `${lineBreak}-->` } as const

/** Beginning and end of the function. */
export const ends = { first: `function ${functionName}(){/\x2a-->`, last: '*\x2f}' } as const

/** Number of characters of an Ed25519 signature in base64url. */
export const signatureLength = 86

/** Returns the text that the signature signs. */
export const signedText = (sha256: string): string => JSON.stringify([fileFormat, sha256])

/** What surrounds a part. */
export const partTags = {
  before: (name: string): string => `\x3cscript type="application/gzip" id="part-${name}">`,
  after: '\x3c/script>',
} as const
