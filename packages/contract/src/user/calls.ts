import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { optionalEmail } from '../core/email.ts'
import { id, noData, noFields, text } from '../core/fields.ts'
import { listOf, Option, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { optionalPhone } from '../identity/contacts.ts'
import { ListedUser, PulledUser, UserBasics, UserImportant, UserInput, userStatus } from './entities.ts'

const call = callOf('user')

/** Filters of the list and of an export of all users. */
const filters = {
  /** Part of the full name, e-mail address or phone number. */
  keyWord: text(100),
  /** Part of the user name. */
  userName: text(64),
  /** Limits the list to this state. */
  status: z.optional(z.enum([userStatus.normal, userStatus.locked], textKey('rule.choice'))),
  /** Whether to include special users. */
  searchAll: z._default(z.boolean(textKey('rule.choice')), false),
}

export const userList = call({
  method: 'POST',
  path: '/sys/user/list',
  summary: 'Users by user name and keyword',
  access: menu('user'),
  effect: 'read',
  request: z.object({
    ...filters,
    ...ordering(['fullName', 'userName', 'email', 'phone', 'status', 'createTime']),
    ...paging,
  }),
  response: listOf(ListedUser),
})

export const userSave = call({
  method: 'POST',
  path: '/sys/user/save',
  summary: 'Add a user and send them a password for one sign-in, or grant a system role to an existing user',
  access: menu('user'),
  effect: 'write',
  request: UserInput,
  response: z.string(),
})

export const userUpdate = call({
  method: 'POST',
  path: '/sys/user/update',
  summary:
    'Change a user’s role and its period, status and basic information; a lock or a role change ends their sessions',
  access: menu('user'),
  effect: 'write',
  request: UserBasics,
  response: noData,
  done: 'done.edited',
})

export const userUpdateImportant = call({
  method: 'POST',
  path: '/sys/user/update/admin',
  summary: 'Change a user’s name, e-mail address and phone number',
  access: menu('user'),
  effect: 'write',
  request: UserImportant,
  response: noData,
  done: 'done.edited',
})

export const userResetPassword = call({
  method: 'GET',
  path: '/sys/user/reset/password',
  summary: 'Send a user a random password that is valid for one sign-in, and end their sessions',
  access: menu('user'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'user.done.passwordSent',
})

/** Maximum number of users selected for one export. An export of all users has no limit. */
export const maxExported = 10_000

export const userExport = call({
  method: 'POST',
  path: '/sys/user/export',
  summary: 'Export users as a workbook in a zip file: all that match the filters, or the selected ones',
  access: menu('user'),
  /** Counts as a write, because it takes personal data out of the system and the audit trail must show that. */
  effect: 'write',
  request: z
    .object({
      /** Exports all users who match the filters; otherwise those in `userIds`, regardless of the filters. */
      all: z._default(z.boolean(textKey('rule.choice')), false),
      userIds: z._default(
        z.array(id, textKey('rule.choice')).check(z.maxLength(maxExported, textKey('rule.tooMany'))),
        [],
      ),
      ...filters,
    })
    .check(
      z.refine(({ all, userIds }) => all || userIds.length > 0, {
        error: textKey('rule.required'),
        path: ['userIds'],
      }),
    ),
  response: noData,
  form: 'download',
})

export const userPull = call({
  method: 'POST',
  path: '/sys/user/pull',
  summary: 'Find an existing user by complete e-mail address or phone number',
  access: menu('user'),
  effect: 'read',
  request: z.object({ email: optionalEmail, phone: optionalPhone }).check(
    z.refine(({ email, phone }) => email !== '' || phone !== '', {
      error: textKey('rule.required'),
      path: ['email'],
    }),
  ),
  response: PulledUser,
})

export const systemRoles = call({
  method: 'GET',
  path: '/base/system/user/role',
  summary: 'Enabled system roles that the caller may grant',
  access: menu('user'),
  effect: 'read',
  request: noFields,
  response: z.array(Option),
})
