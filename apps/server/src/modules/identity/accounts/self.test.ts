import { codes, regionChildren, regionList, updateSelf, userCenterInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { addReachable, messagesTo, newPhone, send, signInAs } from '../sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite({ identitySources: ['hospital'] })
})

afterAll(() => suite.close())

const signedIn = async (facts?: Parameters<typeof addReachable>[1]) => {
  const user = await addReachable(suite.database, facts)
  return { ...user, token: await signInAs(suite.server, user.userName) }
}
const update = (token: string, input: Record<string, unknown>) =>
  send(suite.server, updateSelf, input, { token })
const selfOf = async (token: string) => (await send(suite.server, userCenterInfo, {}, { token })).data

describe('changing one’s own data', () => {
  it('changes the fields that are sent and keeps the rest', async () => {
    const { token, phone } = await signedIn()
    const before = await selfOf(token)
    const change = { fullName: '李新名', language: 'en', birthday: '1990-02-28', sex: '1' }
    expect(await update(token, change)).toMatchObject({ code: codes.ok, message: '修改成功' })
    expect(await selfOf(token)).toEqual({ ...before, ...change, displayName: '李新名', rowVersion: 2 })
    await update(token, { birthday: '' })
    expect(await selfOf(token)).toMatchObject({ birthday: '', fullName: '李新名', phone })
  })

  it('accepts the same address and number, even in another notation, without a notice', async () => {
    const { token, email, phone } = await signedIn()
    const written = { email: email.toUpperCase(), phone: `+86 ${phone}` }
    expect(await update(token, { fullName: '改名', email, phone })).toMatchObject({ code: codes.ok })
    expect(await update(token, written)).toMatchObject({ code: codes.ok })
    expect(await selfOf(token)).toMatchObject({ ...written, emailValid: 0, fullName: '改名' })
    for (const recipient of [email, phone, ...Object.values(written)])
      expect(await messagesTo(suite.database, recipient)).toEqual([])
  })

  it('accepts a region only if its parts belong together', async () => {
    const { token } = await signedIn()
    const { data: countries } = await send(suite.server, regionList, { keyWord: '中国' }, { token })
    const countryId = countries?.list.find(({ areaName }) => areaName === '中国')?.id ?? ''
    const below = async (id: string) =>
      (await send(suite.server, regionChildren, { id }, { token })).data ?? []
    const [first, second] = await below(countryId)
    const provinceId = first?.id ?? ''
    const cityId = (await below(provinceId))[0]?.id ?? ''
    expect(await update(token, { countryId, provinceId, cityId })).toMatchObject({ code: codes.ok })
    expect(await selfOf(token)).toMatchObject({ countryId, provinceId, cityId, countryName: '中国' })
    expect(await update(token, { provinceId: second?.id })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'cityId' }],
    })
    await update(token, { countryId: '', provinceId: '', cityId: '' })
    expect(await selfOf(token)).toMatchObject({ countryId: '', provinceId: '', cityId: '' })
  })

  it.each([
    [{ fullName: ' ' }, 'fullName'],
    [{ email: '' }, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ phone: '1234' }, 'phone'],
    [{ phone: '12345x' }, 'phone'],
    [{ phone: '- - - - -' }, 'phone'],
    [{ phone: '+1 - 2 - 34' }, 'phone'],
    [{ birthday: '2023-02-30' }, 'birthday'],
    [{ birthday: '9999-01-01' }, 'birthday'],
    [{ sex: '2' }, 'sex'],
    [{ language: 'fr' }, 'language'],
  ])('rejects %j', async (input, field) => {
    const response = await update(suite.admin.token, input)
    expect(response).toMatchObject({ code: codes.invalid, errors: [{ field }] })
  })

  it('rejects overwriting a concurrent change, and reports the changed fields', async () => {
    const { token } = await signedIn()
    await update(token, { fullName: '另一标签页' })
    expect(await update(token, { fullName: '旧标签页', rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [{ field: 'fullName', current: '另一标签页' }],
    })
    expect(await update(token, { fullName: '新标签页', rowVersion: 2 })).toMatchObject({ code: codes.ok })
  })

  it('rejects changes of fields that an external identity source owns, and accepts others', async () => {
    const { token, phone } = await signedIn({ org: 'hospital' })
    expect(await update(token, { fullName: '改名', phone: newPhone() })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'fullName' }, { field: 'phone' }],
    })
    expect(await update(token, { language: 'en', phone })).toMatchObject({ code: codes.ok })
  })
})
