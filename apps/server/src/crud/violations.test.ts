import { type Call, categories, codes, dictionarySave, regionSave, userSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { whileHeld } from '../../test-support/index.ts'
import { type Suite, startSuite } from '../http/test-kit/index.ts'
import { platformAdministrator } from '../modules/access/index.ts'
import { addMembership, addReachable, addUser, send } from '../modules/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

it('a save into what somebody deletes at the same moment is refused', async () => {
  const { owner } = suite.database
  const { id } = await addUser(suite.database)
  const tenantId = await addMembership(suite.database, id, null)
  const entry = { tenantId, categoryId: categories.position, dicName: '监查员', dicCode: 'CRA', sort: 1 }
  const { saving } = await whileHeld(
    suite.database,
    async (trx) => {
      await trx.deleteFrom('tenantUser').where('tenantId', '=', tenantId).execute()
      await trx.deleteFrom('tenant').where('id', '=', tenantId).execute()
    },
    async (awaited) => {
      const saving = send(suite.server, dictionarySave, entry, { token: suite.admin.token })
      await awaited()
      return { saving }
    },
  )
  expect(await saving).toMatchObject({ code: codes.notFound, data: null })
  const left = owner.selectFrom('dictionary').select('id').where('tenantId', '=', tenantId)
  expect(await left.execute()).toEqual([])
})

describe('what another row has already', () => {
  const refusedBy = async (call: Call, input: object) => {
    const { code, errors = [] } = await send(suite.server, call, input, { token: suite.admin.token })
    expect(code).toBe(codes.invalid)
    return errors.map(({ field, message }) => `${field}: ${message}`)
  }

  it('is said of every field at once, whatever the case', async () => {
    const region = { areaName: 'Freedonia', areaCode: 'FD', sort: 1 }
    const { data: id } = await send(suite.server, regionSave, region, { token: suite.admin.token })
    const both = ['areaName: 区域名称已被使用，请换一个', 'areaCode: 区域编码已被使用，请换一个']
    expect(await refusedBy(regionSave, { ...region, areaName: 'FREEDONIA', areaCode: 'fd' })).toEqual(both)
    expect(await refusedBy(regionSave, { ...region, areaName: 'Sylvania' })).toEqual(both.slice(1))
    const again = await send(suite.server, regionSave, { ...region, id }, { token: suite.admin.token })
    expect(again.code).toBe(codes.ok)
  })

  it('counts a missing parent as equal, and another category as another place', async () => {
    const entry = {
      tenantId: '0',
      categoryId: categories.position,
      dicName: '护士',
      dicCode: 'NURSE-9',
      sort: 1,
    }
    expect((await send(suite.server, dictionarySave, entry, { token: suite.admin.token })).code).toBe(
      codes.ok,
    )
    expect(await refusedBy(dictionarySave, entry)).toEqual(['dicCode: 编码已被使用，请换一个'])
    const elsewhere = { ...entry, categoryId: categories.userType }
    expect((await send(suite.server, dictionarySave, elsewhere, { token: suite.admin.token })).code).toBe(
      codes.ok,
    )
  })

  it('is said of a new user with everything else that is wrong', async () => {
    const { userName, email, phone } = await addReachable(suite.database, {})
    const user = {
      userName,
      email,
      phone,
      fullName: '重复',
      roleId: platformAdministrator.id,
      countryId: 'nowhere',
    }
    const fields = (await refusedBy(userSave, user)).map((line) => line.split(':')[0])
    expect(fields.sort()).toEqual(['countryId', 'email', 'phone', 'userName'])
  })
})
