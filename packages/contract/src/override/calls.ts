import * as z from 'zod/mini'
import { callOf, menu, signedIn } from '../core/call.ts'
import { id, noData, requiredText } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

const call = callOf('override')
const addition =
  'Teams try a module from their own machine in a deployed suite; the specification lists no call for this.'

/** A TCP port without leading zeros: 1 to 65535. */
const port = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])'

/**
 * Address of a server on the browser's own machine. [::1] is not allowed, because Content Security Policy has no
 * source expression for it (Level 3, 2.3.1).
 */
export const loopbackOrigin = new RegExp(`^http://(127\\.0\\.0\\.1|localhost):${port}$`)

/** A module served from the user's own machine, in the pages of one session. */
export const Override = z.object({
  /** Name of the module, which is the name of its remote. */
  name: z.string(),
  origin: z.string(),
  /** ISO 8601, UTC. */
  expireTime: z.string(),
})
export type Override = z.output<typeof Override>

export const overrideAllow = call({
  method: 'POST',
  path: '/release/override',
  summary: 'Run a module from the caller’s own machine in the pages of their session, for eight hours',
  access: menu('module'),
  effect: 'write',
  request: z.object({
    name: id,
    origin: requiredText(64).check(z.regex(loopbackOrigin, textKey('override.rule.origin'))),
  }),
  response: Override,
  done: 'override.done.allowed',
  addition,
})

export const overrideEnd = call({
  method: 'POST',
  path: '/release/override/end',
  summary: 'Run the released version of a module again in the caller’s session',
  access: signedIn,
  effect: 'write',
  request: z.object({ name: id }),
  response: noData,
  done: 'override.done.ended',
  addition,
})
