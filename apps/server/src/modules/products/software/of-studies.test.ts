import { randomUUID } from 'node:crypto'
import { codes, globalTenantId, invitingSoftware, softwareCodes, studySoftware } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite

const addDomain = (tenantId: string, softwareId: string) => {
  const url = 'https://product.example'
  return suite.database.owner
    .insertInto('tenantUrl')
    .values({ tenantId, id: randomUUID(), softwareId, urlName: softwareId, url, mobileUrl: url })
    .execute()
}

beforeAll(async () => {
  suite = await startSuite()
  await addDomain(suite.here.tenantId, softwareCodes.edc)
  await addDomain(suite.here.tenantId, softwareCodes.etmf)
  await addDomain(suite.here.tenantId, softwareCodes.igcp)
  await addDomain(suite.there.tenantId, softwareCodes.rtsm)
})

afterAll(() => suite.close())

const { edc, rtsm, ctms, etmf } = softwareCodes

const idsOf = async (
  call: typeof studySoftware | typeof invitingSoftware,
  tenantId: string,
  sender: Sender,
) => (await send(suite.server, call, { tenantId }, sender)).data?.map(({ id }) => id)

describe('the products with authorization per study', () => {
  it('are those with a URL of the tenant and authorization per study', async () => {
    const { tenantId } = suite.here
    for (const sender of [suite.admin, suite.here])
      for (const call of [studySoftware, invitingSoftware])
        expect(await idsOf(call, tenantId, sender)).toEqual([edc, etmf])
    await suite.database.owner
      .updateTable('software')
      .set({ authorizationStyle: null })
      .where('id', '=', etmf)
      .execute()
    expect(await idsOf(studySoftware, tenantId, suite.here)).toEqual([edc, etmf])
    expect(await idsOf(invitingSoftware, tenantId, suite.here)).toEqual([edc])
  })

  it('are, without a tenant, all products for the platform and those of their own tenants for others', async () => {
    for (const none of ['', globalTenantId]) {
      expect(await idsOf(studySoftware, none, suite.admin)).toEqual([edc, rtsm, ctms, etmf])
      expect(await idsOf(studySoftware, none, suite.here)).toEqual([edc, etmf])
    }
    expect(await send(suite.server, invitingSoftware, { tenantId: '' }, suite.here)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantId' }],
    })
  })

  it('are not found for a tenant of other users', async () => {
    const { tenantId } = suite.there
    for (const call of [studySoftware, invitingSoftware])
      for (const id of [tenantId, 'nobody'])
        expect(await send(suite.server, call, { tenantId: id }, suite.here)).toMatchObject({
          code: codes.notFound,
          data: null,
        })
  })

  it('have a name in the caller’s language, and do not include the key', async () => {
    const { token, tenantId } = suite.here
    const { data } = await send(suite.server, studySoftware, { tenantId }, { token, language: 'en' })
    expect(data?.[0]).toMatchObject({
      displayName: 'Electronic Data Capture (EDC)',
      authorizationStyle: 2,
    })
    expect(Object.keys(data?.[0] ?? {})).not.toContain('appKey')
  })
})
