import { addressGroup } from '../../../caller/client.ts'
import type { OneTimeCodeTable } from '../../../database/tables/codes.ts'
import type { Limit } from './spend.ts'

const hour = { seconds: 3600 }

/**
 * How much one address may ask of what needs no session. A site's staff may share one, so these are far
 * above what people need and far below what harvesting names or guessing codes in bulk needs.
 */
const byAddress = {
  /** Having a captcha drawn, which takes milliseconds of a core. */
  draw: 300,
  /** Looking a user name up. */
  find: 60,
  /** Having a code or a user name sent. */
  send: 60,
  /** Trying a code. */
  try: 120,
} as const

/** The limit of an address for one of the things that need no session. */
export const addressLimit = (what: keyof typeof byAddress, address: string): Limit => ({
  bucket: `${what}:${addressGroup(address)}`,
  most: byAddress[what],
  window: hour,
})

/** Messages that one phone, one address or one name is sent in a day for one purpose. */
export const perDay = 30

/** How many of them anybody may ask for without a captcha: nobody uses up somebody's day by machine. */
export const freePerDay = 5

/** What is sent to people; a purpose of its own for each, so that none uses up what another needs. */
export type SendPurpose = OneTimeCodeTable['purpose'] | 'remind' | 'verify' | 'password'

/** How many codes users may have sent in a day to e-mail addresses and phones that they want for their own. */
export const contactLimit = (userId: string, timeZone: string): Limit => ({
  bucket: `contact:${userId}`,
  most: 10,
  window: { dayIn: timeZone },
})

/** How often somebody may end sessions, their own or others': each time leaves an event in the audit trail. */
export const endingLimit = (userId: string): Limit => ({
  bucket: `ending:${userId}`,
  most: 60,
  window: { seconds: 600 },
})

/** How often somebody new may try to accept an invitation: each try tells which names and numbers are taken. */
export const registrationLimit = (invitationId: string): Limit => ({
  bucket: `register:${invitationId}`,
  most: 30,
  window: hour,
})

/**
 * How often an address may ask for what serves who has forgotten something, in a day, without a captcha: a user name
 * and a code, and once more.
 */
export const forgottenLimit = (address: string): Limit => ({
  bucket: `forgotten:${addressGroup(address)}`,
  most: 3,
  window: { seconds: 86_400 },
})

/**
 * The limit of a recipient for a day of the deployment's time zone.
 * @param recipient the key of a number or an address or, where what is sent goes by the name, of a name: who asks
 *   must not learn from it what is known of whom
 */
export const dayLimit = (purpose: SendPurpose, recipient: string, timeZone: string): Limit => ({
  bucket: `day:${purpose}:${recipient}`,
  most: perDay,
  window: { dayIn: timeZone },
})
