/** Characters that are invisible or look like spaces, in addition to Unicode's spaces in `\s`. */
const blank = '[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]'

const outer = new RegExp(`^${blank}+|${blank}+$`, 'gu')

/**
 * Drops characters that are often copied along with a password: spaces, line ends and invisible characters at both
 * ends. Passwords consist of letters and digits, so a space is never part of one. Characters inside stay and are
 * reported.
 */
export const trimPassword = (text: string): string => text.replace(outer, '')
