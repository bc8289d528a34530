import { addressGroup } from '../failures/index.ts'
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

/** Messages that one phone or one address is sent in a day, whatever they are for. */
export const perDay = 30

/** How often users change their own e-mail address or phone in a day: each change sends messages, and tells what is taken. */
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

/** The limit of a number, or of an e-mail address, for a day of the deployment's time zone. */
export const dayLimit = (recipient: string, timeZone: string): Limit => ({
  bucket: `day:${recipient}`,
  most: perDay,
  window: { dayIn: timeZone },
})
