import { codes, sendSignInCode, signInByPhone, userList, userPull, userSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Kysely } from 'kysely'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { up } from '../../../platform/database/migrations/0032-phone-keys.ts'
import { ordinaryUser } from '../../access/index.ts'
import { addUser, newAddress, newPhone, secretSentTo, send } from '../sign-in/test-kit/index.ts'
import { phoneKey, searchedContact } from './index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

let count = 0
const save = (phone: string) => {
  const userName = `phoned${++count}-${phoneKey(phone)}`
  const fields = {
    userName,
    fullName: '有号',
    email: `${userName}@hospital.example`,
    roleId: ordinaryUser.id,
  }
  return send(suite.server, userSave, { ...fields, phone }, suite.admin)
}

/** Returns the usual notations of a mobile number. */
const written = (phone: string): string[] => {
  const parts = [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)]
  return [
    phone,
    parts.join(' '),
    parts.join('-'),
    `+86 ${phone}`,
    `86 ${phone}`,
    `0086-${parts.join('-')}`,
    `(${parts[0]}) ${parts[1]}–${parts[2]}`,
    phone.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `＋８６${phone}`,
  ]
}

describe('the key of a number', () => {
  it.each([
    ...written('13800138000').map((phone) => [phone, '13800138000'] as const),
    ['010-88886666', '01088886666'],
    ['(010) 8888 6666', '01088886666'],
    ['+86 10 88886666', '01088886666'],
    ['+49 170 1234567', '+491701234567'],
    ['0049 170 1234567', '+491701234567'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+1 380 013 8000', '+13800138000'],
    ['+86 400 820 8820', '4008208820'],
    ['021-00000012', '02100000012'],
    ['123-45', '12345'],
  ])('of %s is %s', (phone, key) => {
    expect(phoneKey(phone)).toBe(key)
  })

  it('replaces a keyword that is a complete number, but not part of one', () => {
    for (const phone of written('13800138000')) expect(searchedContact(phone)).toBe('13800138000')
    expect(searchedContact('+49 170 1234567')).toBe('+491701234567')
    for (const part of ['0013', '2024-01', '张伟', '张 13', 'li@hospital.example', '-', ''])
      expect(searchedContact(part)).toBe(part)
  })

  it('is searched without the spaces and hyphens in part of a number', () => {
    for (const part of ['0013 8000', '0013-8000', '００１３　８０００', '0013–80 00'])
      expect(searchedContact(part)).toBe('00138000')
    expect(searchedContact('138 00')).toBe('13800')
  })
})

describe('a number in another notation', () => {
  it('is found at sign-in and shares the limits of its codes', async () => {
    const phone = newPhone()
    await save(`+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`)
    const address = newAddress()
    const ask = (typed: string) => send(suite.server, sendSignInCode, { phone: typed }, { address })
    expect((await ask(phone)).code).toBe(codes.ok)
    for (const typed of written(phone)) expect((await ask(typed)).code).toBe(codes.limitReached)
    const phoneCaptcha = await secretSentTo(suite.database, phone)
    const entered = { phone: `0086 ${phone}`, phoneCaptcha }
    expect((await send(suite.server, signInByPhone, entered, { address })).code).toBe(
      codes.mustChangePassword,
    )
  })

  it('is shown as typed and rejected as taken by another user', async () => {
    const phone = newPhone()
    const typed = `${phone.slice(0, 3)}-${phone.slice(3)}`
    expect((await save(typed)).code).toBe(codes.ok)
    await suite.database.owner
      .updateTable('appUser')
      .set({ phoneValid: 0 })
      .where('phoneKey', '=', phone)
      .execute()
    for (const again of written(phone))
      expect(await save(again)).toMatchObject({ code: codes.invalid, errors: [{ field: 'phone' }] })
    for (const again of written(phone)) {
      const { data } = await send(suite.server, userPull, { phone: again }, suite.admin)
      expect(data).toMatchObject({ phone: typed })
      const found = await send(suite.server, userList, { keyWord: again }, suite.admin)
      expect(found.data?.list).toMatchObject([{ phone: typed }])
    }
    const [middle, end] = [phone.slice(3, 7), phone.slice(7)]
    for (const keyWord of [`${middle} ${end}`, `${middle}-${end}`, `${middle} ${end.slice(0, 2)}`]) {
      const found = await send(suite.server, userList, { keyWord }, suite.admin)
      expect(found.data?.list).toContainEqual(expect.objectContaining({ phone: typed }))
    }
  })
})

describe('the migration', () => {
  it('rewrites outdated keys unless another user already has the new key', async () => {
    const { owner } = suite.database
    const add = async (phone: string, key: string) =>
      (await addUser(suite.database, { phone, phoneKey: key })).id
    const german = await add('0049 170 7654321', '00491707654321')
    const landline = await add('021-55550101', '02155550101')
    const again = await add('+86 21 55550101', '+862155550101')
    const abroad = await add('+86 22 55550102', '+862255550102')
    const short = await add('955-88', '95588')
    await owner.transaction().execute((trx) => up(trx as unknown as Kysely<unknown>))
    const rows = await owner
      .selectFrom('appUser')
      .select(['id', 'phoneKey'])
      .where('id', 'in', [german, landline, again, abroad, short])
      .execute()
    expect(Object.fromEntries(rows.map(({ id, phoneKey: key }) => [id, key]))).toEqual({
      [german]: '+491707654321',
      [landline]: '02155550101',
      [again]: '+862155550101',
      [abroad]: '02255550102',
      [short]: '95588',
    })
  })
})
