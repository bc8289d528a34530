import { categories, codes, findRegistration, register, sendRegistrationCode } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { people, testApp } from '../../../app/test-kit/index.ts'
import { asTenants, inTransaction } from '../../../platform/database/index.ts'
import {
  addReachable,
  anotherCode,
  encrypt,
  messagesTo,
  newAddress,
  newPhone,
  type Reachable,
  secretSentTo,
  send,
} from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'
import { invite } from './index.ts'

let database: TestDatabase
let server: Reachable
let here: Awaited<ReturnType<typeof people>>['here']
let close: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  const services = { ...testServices(database), sendsSms: true }
  const app = await testApp(database.db, { services })
  server = { api: `${await app.listen({ host: '127.0.0.1', port: 0 })}/api` }
  ;({ here } = await people(database))
  close = async () => {
    await app.close()
    await database.close()
  }
})

afterAll(() => close())

const invited = async (): Promise<string> => {
  const email = `${newPhone()}@hospital.example`
  const { tenantId, userId: invitedBy } = here
  await inTransaction(database.db, asTenants([tenantId]), (trx) =>
    invite(trx, testServices(database), { tenantId, email, language: 'zh', invitedBy }),
  )
  return secretSentTo(database, email)
}

const ask = (key: string, phone: string) =>
  send(server, sendRegistrationCode, { key, phone }, { address: newAddress() })

const accept = async (key: string, phone: string, phoneCode: string) => {
  const username = `newcomer-${newPhone()}`
  const chosen = { password: 'Fresh0Password', purpose: 'registration', name: username } as const
  const fields = { key, phone, phoneCode, username, name: '王晓' }
  const positionId = globalEntryId(categories.position, 'PM')
  return send(server, register, { ...fields, positionId, password: await encrypt(server, chosen) })
}

const holdersOf = (phone: string) =>
  database.owner.selectFrom('appUser').select('phoneValid').where('phoneKey', '=', phone).execute()

describe('registration with SMS enabled', () => {
  it('verifies the number by the code sent to it', async () => {
    const [key, phone] = [await invited(), newPhone()]
    expect(await send(server, findRegistration, { key })).toMatchObject({ data: { phoneCodeNeeded: true } })
    expect(await ask(key, phone)).toMatchObject({ code: codes.ok })
    expect(await accept(key, phone, await secretSentTo(database, phone))).toMatchObject({ code: codes.ok })
    expect(await holdersOf(phone)).toEqual([{ phoneValid: 0 }])
  })

  it('is rejected without a code, with a wrong code, and with the code of another number or invitation', async () => {
    const [key, phone, other] = [await invited(), newPhone(), newPhone()]
    await ask(key, phone)
    const code = await secretSentTo(database, phone)
    expect(await accept(key, phone, '')).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'phoneCode' }],
    })
    expect(await accept(key, phone, anotherCode(code))).toMatchObject({ code: codes.badCode })
    expect(await accept(key, other, code)).toMatchObject({ code: codes.badCode })
    expect(await accept(await invited(), phone, code)).toMatchObject({ code: codes.badCode })
    expect([await holdersOf(phone), await holdersOf(other)]).toEqual([[], []])
  })

  it('accepts a number that another account has unverified, but not a verified one', async () => {
    const squatter = await addReachable(database, { phoneValid: 1 })
    const first = await invited()
    await ask(first, squatter.phone)
    const code = await secretSentTo(database, squatter.phone)
    expect(await accept(first, squatter.phone, code)).toMatchObject({ code: codes.ok })
    const owner = await addReachable(database)
    const second = await invited()
    expect(await ask(second, owner.phone)).toMatchObject({ code: codes.ok })
    expect(await accept(second, owner.phone, await secretSentTo(database, owner.phone))).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'phone' }],
    })
  })

  it('sends no code for an invalid key, and at most ten a day for a valid one', async () => {
    const phone = newPhone()
    expect(await ask('nonsense', phone)).toMatchObject({ code: codes.badCode })
    expect(await messagesTo(database, phone)).toEqual([])
    const key = await invited()
    const responses = []
    for (let time = 0; time < 11; time += 1) responses.push((await ask(key, newPhone())).code)
    expect(responses).toEqual([...Array(10).fill(codes.ok), codes.limitReached])
  })
})
