import {
  codes,
  sendEmailVerification,
  tenantUserDelete,
  tenantUserSave,
  userResetPassword,
  userSave,
  userUpdateImportant,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import type { TenantPerson } from '../../../app/test-kit/index.ts'
import { asTenants, inTransaction } from '../../../platform/database/index.ts'
import { ordinaryUser } from '../../access/index.ts'
import {
  accept,
  type Inviting,
  joined,
  newAddress,
  startInviting,
} from '../../studies/study-invitations/test-kit/index.ts'
import { found, membership } from '../../tenants/tenant-users/test-kit/memberships.ts'
import {
  addReachable,
  ageLimits,
  messagesTo,
  newPhone,
  secretSentTo,
  send,
  signInAs,
} from '../sign-in/test-kit/index.ts'

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

type Somebody = Awaited<ReturnType<typeof addReachable>>

/** Uses up the daily limit of mails that administrators may cause for an address. */
const exhaust = async (email: string) => {
  await inviting.suite.database.owner
    .insertInto('rateLimit')
    .values({ bucket: `caused:${email}`, used: 30, endsAt: new Date(Date.now() + 3_600_000) })
    .execute()
}

const mailsTo = async ({ email }: Pick<Somebody, 'email'>) =>
  (await messagesTo(inviting.suite.database, email)).length

const limited = {
  code: codes.limitReached,
  message: '今天向该收件人发送的消息已达上限（30 条），请明天再试',
}

/** Adds a user to a tenant, as its administrator. */
const add = (administrator: TenantPerson, { id }: Somebody) => {
  const { tenantId, token } = administrator
  const userIds = [found(administrator, tenantId, id)]
  return send(inviting.suite.server, tenantUserSave, { tenantId, ...membership, userIds }, { token })
}

const remove = async ({ tenantId, token }: TenantPerson, { id }: Somebody) => {
  const { server, database } = inviting.suite
  const memberships = database.owner.selectFrom('tenantUser').select('id').where('userId', '=', id)
  const { id: membershipId } = await memberships.where('tenantId', '=', tenantId).executeTakeFirstOrThrow()
  return send(server, tenantUserDelete, { id: membershipId }, { token })
}

describe('the mails that administrators cause to one address in a day', () => {
  it('are limited to 30, however often a user is added and removed', async () => {
    const { suite } = inviting
    const somebody = await addReachable(suite.database)
    for (let round = 0; round < 17; round += 1) {
      for (const administrator of [suite.here, suite.there]) {
        expect(await add(administrator, somebody)).toMatchObject({ code: codes.ok, data: { added: 1 } })
        expect(await remove(administrator, somebody)).toMatchObject({ code: codes.ok })
      }
    }
    expect(await mailsTo(somebody)).toBe(30)
    await ageLimits(suite.database, 86_400)
    await add(suite.here, somebody)
    expect(await mailsTo(somebody)).toBe(31)
  })

  it('include invitations and are counted for each address separately', async () => {
    const { suite, invite } = inviting
    const [written, other] = [newAddress(), newAddress()]
    await exhaust(written)
    const { code, data } = await invite({ EmailList: [written, other] })
    expect({ code, success: data?.success }).toEqual({ code: codes.ok, success: [other] })
    expect(data?.outcomes.map(({ name, state }) => [name, state])).toEqual([
      [written, 'unsent'],
      [other, 'sent'],
    ])
    expect(data?.failure).toEqual([expect.stringContaining(`${written}：未发送（`)])
    expect(await messagesTo(suite.database, written)).toEqual([])
    expect(await messagesTo(suite.database, other)).toHaveLength(1)
  })

  it('keep an earlier invitation link valid', async () => {
    const { suite, invite } = inviting
    const address = newAddress()
    await invite({ EmailList: [address] })
    const key = await secretSentTo(suite.database, address)
    await suite.database.owner
      .updateTable('invitation')
      .set({ expiresAt: new Date(Date.now() + 6 * 86_400_000) })
      .where('email', '=', address)
      .execute()
    await suite.database.owner.deleteFrom('rateLimit').execute()
    await exhaust(address)
    await invite({ EmailList: [address] })
    expect(await messagesTo(suite.database, address)).toHaveLength(1)
    expect(await accept(suite, address, key)).toMatchObject({ code: codes.ok })
    expect(await joined(suite, address)).toHaveLength(1)
  })

  it('block verification, new password, new account and change of contact once used up', async () => {
    const { suite } = inviting
    const somebody = await addReachable(suite.database, { emailValid: 1 })
    const { id, email, phone } = somebody
    await exhaust(email)
    const { server, admin } = suite
    expect(await send(server, sendEmailVerification, { id }, admin)).toMatchObject(limited)
    expect(await send(server, userResetPassword, { id }, admin)).toMatchObject(limited)
    const changed = { id, fullName: '改名', email, phone: newPhone() }
    expect(await send(server, userUpdateImportant, changed, admin)).toMatchObject(limited)
    const fresh = newAddress()
    await exhaust(fresh)
    const account = { email: fresh, phone: newPhone(), fullName: '新人', userName: `new-${newPhone()}` }
    const saved = { ...account, roleId: ordinaryUser.id }
    expect(await send(server, userSave, saved, admin)).toMatchObject(limited)
    expect([await mailsTo(somebody), await mailsTo({ email: fresh })]).toEqual([0, 0])
    // Changes without a message and changes that users make themselves still work.
    expect(await send(server, userUpdateImportant, { ...changed, phone }, admin)).toMatchObject({
      code: codes.ok,
    })
    const token = await signInAs(server, somebody.userName)
    expect(await send(server, sendEmailVerification, {}, { token })).toMatchObject({ code: codes.ok })
    expect(await mailsTo(somebody)).toBe(1)
  })

  it('can be counted from a tenant’s session, which has no access to other limits', async () => {
    const { database, here } = inviting.suite
    const inTenant = (statement: string) =>
      inTransaction(database.db, asTenants([here.tenantId]), (trx) => sql.raw(statement).execute(trx))
    await expect(inTenant('select * from rate_limit')).rejects.toThrow(/permission denied/)
    await inTenant(`select spend_caused_mails(array['a@x.example', 'a@x.example'], 30, 'infinity')`)
    const { used } = await database.owner
      .selectFrom('rateLimit')
      .select('used')
      .where('bucket', '=', 'caused:a@x.example')
      .executeTakeFirstOrThrow()
    expect(used).toBe(1)
  })
})
