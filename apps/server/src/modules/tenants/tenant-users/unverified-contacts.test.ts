import {
  codes,
  tenantUserSave,
  tenantUserUnassigned,
  tenantUserUpdateImportant,
  userPull,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { addReachable, addUser, newPhone, send } from '../../identity/sign-in/test-kit/index.ts'
import { insertMembership } from './test-kit/index.ts'
import { membership } from './test-kit/memberships.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

/** Adds a user to the other tenant, whose administrator enters an address and a number for them that are unverified. */
const pretender = async (email: string, phone: string) => {
  const { tenantId } = suite.there
  const user = await addUser(suite.database, { fullName: '冒名' })
  const id = await insertMembership(suite.database, { tenantId, userId: user.id })
  const input = { id, fullName: '冒名', email, phone }
  expect(await send(suite.server, tenantUserUpdateImportant, input, suite.there)).toMatchObject({
    code: codes.ok,
  })
  return user
}

const find = async (keyWord: string, { token } = suite.here) => {
  const input = { tenantId: suite.here.tenantId, keyWord }
  return (await send(suite.server, tenantUserUnassigned, input, { token })).data?.list ?? []
}
const pull = (input: { email?: string; phone?: string }) =>
  send(suite.server, userPull, input, { token: suite.admin.token })

describe('an address or number that another tenant’s administrator entered', () => {
  it('does not find the account, for a tenant’s administrator or the platform’s', async () => {
    const [email, phone] = [`manager-${newPhone()}@hospital.example`, newPhone()]
    await pretender(email, phone)
    for (const contact of [email, phone]) expect(await find(contact)).toEqual([])
    for (const contact of [{ email }, { phone }])
      expect(await pull(contact)).toMatchObject({ code: codes.notFound })
  })

  it('still finds the account that has verified it', async () => {
    const phone = newPhone()
    const email = `${phone}@hospital.example`
    await pretender(email, phone)
    const contacts = { email, emailKey: email, phone, phoneKey: phone }
    const owner = await addReachable(suite.database, { fullName: '本人', ...contacts })
    for (const contact of [email, phone])
      expect(await find(contact)).toMatchObject([{ fullName: '本人', emailValid: 0, phoneValid: 0 }])
    for (const contact of [{ email }, { phone }])
      expect(await pull(contact)).toMatchObject({ data: { ucId: owner.id } })
  })

  it('is shown as unverified if its account is found by user name or listed', async () => {
    const [email, phone] = [`manager-${newPhone()}@hospital.example`, newPhone()]
    const { userName, id } = await pretender(email, phone)
    const [found] = await find(userName)
    expect(found).toMatchObject({ fullName: '冒名', emailValid: 1, phoneValid: 1 })
    const input = { tenantId: suite.here.tenantId, ...membership, userIds: [found?.id ?? ''] }
    expect(await send(suite.server, tenantUserSave, input, suite.here)).toMatchObject({ data: { added: 1 } })
    const platform = { token: suite.admin.token }
    const searched = await send(
      suite.server,
      tenantUserUnassigned,
      { tenantId: suite.guest.tenantId, keyWord: email },
      platform,
    )
    expect(searched.data?.list).toMatchObject([{ id, emailValid: 1, phoneValid: 1 }])
  })
})

describe('the database', () => {
  it('marks every changed contact as unverified', async () => {
    const { id, phone } = await addReachable(suite.database)
    const { owner } = suite.database
    const validOf = (columns: { phone: string; phoneKey?: string; phoneValid?: number }) =>
      owner
        .updateTable('appUser')
        .set(columns)
        .where('id', '=', id)
        .returning('phoneValid')
        .executeTakeFirstOrThrow()
    expect(await validOf({ phone: `+86 ${phone}`, phoneKey: phone })).toEqual({ phoneValid: 0 })
    const next = newPhone()
    expect(await validOf({ phone: next, phoneKey: next, phoneValid: 0 })).toEqual({ phoneValid: 1 })
  })

  it('lets only one account verify a contact', async () => {
    const { email } = await addReachable(suite.database)
    await addUser(suite.database, { email, emailKey: email, emailValid: 1 })
    const second = addUser(suite.database, { email, emailKey: email, emailValid: 0 })
    await expect(second).rejects.toMatchObject({ constraint: 'app_user_email_key_key' })
  })
})
