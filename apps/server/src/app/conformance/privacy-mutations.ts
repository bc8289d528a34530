import {
  holdPlace,
  holdRelease,
  privacyApprove,
  privacyDecline,
  privacyExport,
  privacyRequest,
  privacyWithdraw,
  userStatus,
} from '@atrium/contract'
import { addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Adds an open request about a locked user. @returns its id */
async function requested({ database, admin }: Suite, ofCaller: boolean): Promise<string> {
  const { id: userId } = await addUser(database, { status: userStatus.locked })
  const { id: other } = await addUser(database)
  const id = uniqueText('privacyRequest')
  await database.owner
    .insertInto('privacyRequest')
    .values({
      ...{ id, userId, ground: 'person', reason: '本人申请', requesterName: '申请人' },
      requestedBy: ofCaller ? admin.userId : other,
    })
    .execute()
  return id
}

const decided =
  (input: object, ofCaller = false): Mutation['prepare'] =>
  async (suite) => ({
    input: { id: await requested(suite, ofCaller), ...input },
    token: suite.admin.token,
  })

/** Mutations with which the platform exports and pseudonymises people, and places legal holds. */
export const privacyMutations: readonly Mutation[] = [
  {
    call: privacyExport,
    prepare: async ({ admin }) => ({ input: { id: admin.userId }, token: admin.token }),
  },
  {
    call: privacyRequest,
    prepare: async ({ database, admin }) => ({
      input: { userId: (await addUser(database)).id, ground: 'person', reason: '本人申请' },
      token: admin.token,
    }),
  },
  { call: privacyApprove, prepare: decided({ decisionReason: '已核对' }) },
  { call: privacyDecline, prepare: decided({ decisionReason: '仍在任' }) },
  { call: privacyWithdraw, prepare: decided({}, true) },
  {
    call: holdPlace,
    // A hold on a tenant of the suite would keep what other tests delete.
    prepare: async ({ database, admin }) => ({
      input: {
        ...{ scope: 'person', heldPerson: (await addUser(database)).id },
        ...{ name: uniqueText('留存'), reason: '诉讼' },
      },
      token: admin.token,
    }),
  },
  {
    call: holdRelease,
    prepare: async ({ database, admin }) => {
      const id = uniqueText('hold')
      await database.owner
        .insertInto('legalHold')
        .values({
          ...{ id, scope: 'person', heldPerson: (await addUser(database)).id, name: id, reason: '诉讼' },
          ...{ placedBy: admin.userId, placerName: '管理员' },
        })
        .execute()
      return { input: { id, releaseReason: '结案' }, token: admin.token }
    },
  },
]
