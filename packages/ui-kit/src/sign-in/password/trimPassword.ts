/** Characters that are drawn as nothing or as a blank; those of Unicode's own list of blanks are in `\s`. */
const blank = '[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]'

const outer = new RegExp(`^${blank}+|${blank}+$`, 'gu')

/**
 * Drops what is copied along with a password: blanks, line ends and characters that cannot be seen, at both ends.
 * Passwords are letters and digits alone, so a blank is never part of one. What stands inside stays and is complained
 * about.
 */
export const trimPassword = (text: string): string => text.replace(outer, '')
