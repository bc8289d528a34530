/** What an e-mail address is found by and unique by: hardly any server still tells cases of letters apart. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

/** China's country code, in the ways that people write it before a mobile number. */
const chinese = /^(\+|00)?86(?=1\d{10}$)/

/**
 * What a telephone number is found by and unique by: its digits, after a + where it is international.
 * Mainland mobile numbers count the same with and without their country code.
 */
export const phoneKey = (phone: string): string =>
  phone.normalize('NFKC').replace(/[\s-]/g, '').replace(chinese, '')
