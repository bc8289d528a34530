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

const addition = 'People see where they are signed in, and end what they do not know or need any more.'
const forOthers = 'Administrators end the sessions of people whose device was lost, or who have left.'

export const ownSessions = call({
  method: 'POST',
  path: '/sys/user/session/list/self',
  summary: 'One’s own running sessions: the present one, then those used last',
  access: signedIn,
  effect: 'read',
  request: z.object(paging),
  response: listOf(Session),
  addition,
})

export const endOwnSessions = call({
  method: 'POST',
  path: '/sys/user/session/end/self',
  summary: 'End one of one’s own sessions, or all; never the present one, which signing out ends',
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
  summary: 'A user’s running sessions, those used last first',
  access: menu('user'),
  effect: 'read',
  request: z.object({ ...userId, ...paging }),
  response: listOf(Session),
  addition: forOthers,
})

export const endUserSessions = call({
  method: 'POST',
  path: '/sys/user/session/end/admin',
  summary: 'End one of a user’s sessions, or all; never that of the call itself',
  access: menu('user'),
  effect: 'write',
  request: z.object({ ...userId, ...which }).check(oneOrAll),
  response: noData,
  done: 'session.done.ended',
  addition: forOthers,
})
