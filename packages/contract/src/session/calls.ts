import * as z from 'zod/mini'
import { call, menu, signedIn } from '../core/call.ts'
import { id, noData, optionalId } from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Session } from './entities.ts'

const userId = { userId: id }

/** One session by its id, or all of them. */
const which = {
  all: z._default(z.boolean(textKey('rule.choice')), false),
  id: optionalId,
}

const oneOrAll = z.refine<{ all: boolean; id: string }>(({ all, id }) => all || id !== '', {
  error: textKey('rule.required'),
  path: ['id'],
})

const addition =
  'Users see where they are signed in, and end sessions that they do not recognise or no longer need.'
const forOthers = 'Administrators end the sessions of users who lost a device or left.'

export const ownSessions = call({
  method: 'POST',
  path: '/sys/user/session/list/self',
  summary: 'The caller’s own sessions: the current one first, then most recently used first',
  access: signedIn,
  effect: 'read',
  request: z.object(paging),
  response: listOf(Session),
  addition,
})

export const endOwnSessions = call({
  method: 'POST',
  path: '/sys/user/session/end/self',
  summary: 'End one or all of the caller’s other sessions; signing out ends the current one',
  access: signedIn,
  effect: 'write',
  request: z.object(which).check(oneOrAll),
  response: noData,
  done: 'session.done.ended',
  addition,
})

export const userSessions = call({
  method: 'POST',
  path: '/sys/user/session/list/admin',
  summary: 'Sessions of a user, most recently used first',
  access: menu('user'),
  effect: 'read',
  request: z.object({ ...userId, ...paging }),
  response: listOf(Session),
  addition: forOthers,
})

export const endUserSessions = call({
  method: 'POST',
  path: '/sys/user/session/end/admin',
  summary: 'End one or all sessions of a user, except the session that makes the call',
  access: menu('user'),
  effect: 'write',
  request: z.object({ ...userId, ...which }).check(oneOrAll),
  response: noData,
  done: 'session.done.ended',
  addition: forOthers,
})
