import { randomUUID } from 'node:crypto'
import { categories, codes, type InputOf, inviteEdc, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { linkedProduct, type Suite, startSuite } from '../../http/test-kit/index.ts'
import { tenantAdministrator } from '../access/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'
import { addUser, messagesTo, type Sender, send } from '../sign-in/test-kit/index.ts'
import { answering, linkStudy, type Place, type Product, startProduct } from './test-kit/index.ts'

let suite: Suite
let product: Product
let tenantId = ''
let edc: Place

beforeAll(async () => {
  suite = await startSuite()
  product = await startProduct()
  tenantId = suite.here.tenantId
  for (const code of ['EDC']) await linkedProduct(suite.database, code)
  edc = await linkStudy(suite.database, { tenantId, softwareId: softwareCodes.edc, apiUrl: product.apiUrl })
})

afterAll(async () => {
  await product.close()
  await suite.close()
})

beforeEach(() => {
  product.told.length = 0
  product.answers(answering())
})

const role = tenantAdministrator.id
const type = globalEntryId(categories.userType, 'SPONSOR')

/** Somebody in the tenant. */
const addPerson = async (fullName: string, facts: object = {}, enabled = 0) => {
  const { id: userId } = await addUser(suite.database, { fullName, ...facts })
  const id = randomUUID()
  await suite.database.owner.insertInto('tenantUser').values({ tenantId, id, userId, enabled }).execute()
  return { id, userId }
}

const newAddress = () => `a.${randomUUID()}@hospital.example`

const edcInput = (more: Partial<InputOf<typeof inviteEdc>> = {}): InputOf<typeof inviteEdc> => ({
  tenantId,
  studyUrlId: edc.studyUrlId,
  userRole: role,
  userTypeId: type,
  userPowerRoleId: 'M1',
  userStudyRoles: [{ roleId: 'R1', environmentId: 'E1', roleName: 'CRA', studyId: edc.studyId }],
  ...more,
})

const invite = (more: Partial<InputOf<typeof inviteEdc>> = {}, sender: Sender = suite.here) =>
  send(suite.server, inviteEdc, edcInput(more), sender)

const authorizations = (tenantUserId: string) =>
  suite.database.owner
    .selectFrom('studyUser')
    .select(['studyUrlId', 'studySiteId'])
    .where('tenantUserId', '=', tenantUserId)
    .orderBy('studySiteId')
    .execute()

const grantsOf = (column: 'tenantUserId' | 'invitationId', id: string) =>
  suite.database.owner
    .selectFrom('productAuthorization')
    .select(['studyUrlId', 'grants', 'state', 'message', 'attempts'])
    .where(column, '=', id)
    .execute()

describe('an invitation to EDC', () => {
  it('authorizes who is in the tenant at once, and tells the product what they may do', async () => {
    const one = await addPerson('方予宁')
    const { code, data } = await invite({ userList: [one.id], siteList: [...edc.siteIds] })
    expect({ code, data }).toEqual({
      code: codes.ok,
      data: { success: ['方予宁'], failure: [], retry: { userList: [], EmailList: [] } },
    })
    expect(await authorizations(one.id)).toEqual(
      [...edc.siteIds].toSorted().map((studySiteId) => ({ studyUrlId: edc.studyUrlId, studySiteId })),
    )
    const grants = {
      generalRoleId: 'M1',
      roles: [
        {
          roleId: 'R1',
          roleName: 'CRA',
          environmentId: 'E1',
          projectId: '',
          siteIds: [],
          stockHouseIds: [],
          isBlind: 0,
        },
      ],
      siteIds: edc.siteIds,
      allSites: false,
    }
    expect(await grantsOf('tenantUserId', one.id)).toEqual([
      { studyUrlId: edc.studyUrlId, grants, state: 'accepted', message: '', attempts: 0 },
    ])
    expect(product.told).toMatchObject([
      {
        path: expect.stringMatching(/\/atrium\/invitations$/),
        body: { tenantId, studyUrlId: edc.studyUrlId, users: [{ userId: one.userId }], grant: grants },
      },
    ])
  })

  it('invites any other address by e-mail', async () => {
    const address = newAddress()
    const { code, data } = await invite({ EmailList: [` ${address} `] })
    expect({ code, data }).toMatchObject({ code: codes.ok, data: { success: [address], failure: [] } })
    expect(await messagesTo(suite.database, address)).toMatchObject([{ template: 'invitation', tenantId }])
    expect(product.told).toEqual([])
  })
})
