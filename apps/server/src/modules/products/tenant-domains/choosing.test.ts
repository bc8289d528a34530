import { randomUUID } from 'node:crypto'
import { codes, domainCombobox, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite

const addDomain = async (tenantId: string, softwareId: string, urlName: string) => {
  const id = randomUUID()
  const url = 'https://edc.example'
  await suite.database.owner
    .insertInto('tenantUrl')
    .values({ tenantId, id, softwareId, urlName, url, mobileUrl: url })
    .execute()
  return id
}

const choices = async (input: { tenantId: string; softwareId?: string }, sender: Sender) =>
  (await send(suite.server, domainCombobox, input, sender)).data?.map(({ desc }) => desc)

beforeAll(async () => {
  suite = await startSuite()
  await addDomain(suite.here.tenantId, softwareCodes.edc, '正式环境')
  await addDomain(suite.here.tenantId, softwareCodes.edc, '培训环境')
  await addDomain(suite.here.tenantId, softwareCodes.rtsm, '随机系统')
  await addDomain(suite.there.tenantId, softwareCodes.edc, '别家环境')
})

afterAll(() => suite.close())

describe('choosing a domain of a tenant', () => {
  it('offers the domains of one product, or of all, by name, to the platform and to the tenant’s administrator', async () => {
    const { tenantId } = suite.here
    for (const sender of [suite.admin, suite.here]) {
      expect(await choices({ tenantId, softwareId: softwareCodes.edc }, sender)).toEqual([
        '培训环境',
        '正式环境',
      ])
      expect(await choices({ tenantId }, sender)).toEqual(['培训环境', '随机系统', '正式环境'])
      expect(await choices({ tenantId, softwareId: softwareCodes.etmf }, sender)).toEqual([])
    }
  })

  it('is not possible for other tenants’ domains', async () => {
    const { tenantId } = suite.there
    const response = await send(suite.server, domainCombobox, { tenantId }, suite.here)
    expect(response).toMatchObject({ code: codes.notFound, data: null })
    expect(await choices({ tenantId }, suite.admin)).toEqual(['别家环境'])
  })

  it('is forbidden for users without a menu that needs it', async () => {
    const { tenantId, token } = suite.guest
    const response = await send(suite.server, domainCombobox, { tenantId }, { token })
    expect(response).toMatchObject({ code: codes.forbidden, data: null })
  })

  it('requires a tenant', async () => {
    const response = await send(suite.server, domainCombobox, { tenantId: '' }, suite.admin)
    expect(response).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantId', message: '请选择租户！' }],
    })
  })
})
