import { randomUUID } from 'node:crypto'
import { categories, type InputOf, inviteEdc, softwareCodes, unblindingApprove } from '@atrium/contract'
import { sql } from 'kysely'
import { linkedProduct, type Suite, signedIn, startSuite } from '../../../../app/test-kit/index.ts'
import { tenantAdministrator } from '../../../access/index.ts'
import { addUser, type Sender, send } from '../../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../../reference-data/dictionaries/index.ts'
import { startProduct } from './product.ts'
import { linkStudy } from './study.ts'

/** Tenant role and user type of people who join the tenant. */
export const roleId = tenantAdministrator.id
export const typeId = globalEntryId(categories.userType, 'SPONSOR')

/** Returns an address that no other test uses. */
export const newAddress = (): string => `a.${randomUUID()}@hospital.example`

/** Adds a user to the tenant. */
export async function addPerson({ database, here }: Suite, fullName: string, facts: object = {}) {
  const { tenantId } = here
  const { id: userId, userName } = await addUser(database, { fullName })
  const id = randomUUID()
  await database.owner
    .insertInto('tenantUser')
    .values({ tenantId, id, userId, ...facts })
    .execute()
  return { id, userId, userName, fullName }
}

/** Adds a tenant role that may only invite. @returns its id */
export async function addInviterRole({ database: { owner } }: Suite): Promise<string> {
  const id = 'inviters'
  await owner.insertInto('role').values({ id, name: '邀请人', roleType: 2 }).execute()
  await owner
    .insertInto('roleMenu')
    .columns(['roleId', 'menuId'])
    .expression((eb) =>
      eb
        .selectFrom('menu')
        .select([sql<string>`${id}`.as('roleId'), 'id'])
        .where('code', '=', 'authorization'),
    )
    .execute()
  return id
}

/** Adds many users to the tenant, each with an e-mail address. */
async function addPeople({ database: { owner }, here }: Suite, count: number) {
  const { tenantId } = here
  const people = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    userId: randomUUID(),
    fullName: `受邀人 ${index}`,
    email: newAddress(),
  }))
  const users = people.map(({ userId: id, fullName, email }) => {
    const names = { userName: id, userNameKey: id, fullName, email, emailKey: email, emailValid: 0 }
    return { id, ...names, passwordHash: '', passwordChangedAt: new Date() }
  })
  await owner.insertInto('appUser').values(users).execute()
  const members = people.map(({ id, userId }) => ({ tenantId, id, userId }))
  await owner.insertInto('tenantUser').values(members).execute()
  return people
}

/** Starts a suite with a product and a study that uses EDC, with two sites by default. */
export async function startInviting({ sites }: { readonly sites?: number } = {}) {
  const suite = await startSuite()
  const product = await startProduct()
  const { tenantId } = suite.here
  for (const code of ['EDC', 'RTSM', 'CTMS', 'ETMF']) await linkedProduct(suite.database, code)
  const { apiUrl } = product
  const linked = (softwareId: string, sites?: number) =>
    linkStudy(suite.database, { tenantId, softwareId, apiUrl, ...(sites !== undefined && { sites }) })
  const edc = await linked(softwareCodes.edc, sites)
  const { owner } = suite.database

  const input = (more: Partial<InputOf<typeof inviteEdc>> = {}): InputOf<typeof inviteEdc> => ({
    tenantId,
    studyUrlId: edc.studyUrlId,
    userRole: roleId,
    userTypeId: typeId,
    userPowerRoleId: 'M1',
    userStudyRoles: [{ roleId: 'R1', environmentId: 'E1', roleName: 'CRA', studyId: edc.studyId }],
    ...more,
  })

  return {
    suite,
    product,
    tenantId,
    edc,
    /** Links another study of the tenant with a product; all of them use the same URL. */
    linked,
    /** Returns the input of an invitation to EDC. */
    input,
    invite: (more: Partial<InputOf<typeof inviteEdc>> = {}, sender: Sender = suite.here) =>
      send(suite.server, inviteEdc, input(more), sender),
    addPerson: (fullName: string, facts: object = {}) => addPerson(suite, fullName, facts),
    /** Adds a signed-in administrator of the tenant, or a user with another role there. */
    addAdministrator: async (role: string = roleId) => {
      const person = await signedIn(suite.database, null)
      const memberId = randomUUID()
      await owner
        .insertInto('tenantUser')
        .values({ tenantId, id: memberId, userId: person.userId, roleId: role })
        .execute()
      return { ...person, memberId }
    },
    addPeople: (count: number) => addPeople(suite, count),
    /** Returns a tenant user's study authorizations. */
    authorizationsOf: (tenantUserId: string) =>
      owner
        .selectFrom('studyUser')
        .select(['studyUrlId', 'studySiteId'])
        .where('tenantUserId', '=', tenantUserId)
        .orderBy('studySiteId')
        .execute(),
    /** Returns a tenant user's grants in products. */
    grantsOf: (tenantUserId: string) =>
      owner
        .selectFrom('productAuthorization')
        .select(['studyUrlId', 'grants', 'state', 'message', 'attempts'])
        .where('tenantUserId', '=', tenantUserId)
        .execute(),
    /** Approves the tenant's open requests for unblinded access, as a platform administrator. @returns the responses */
    approveAll: async () => {
      const open = await owner
        .selectFrom('unblinding')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('state', '=', 'requested')
        .orderBy('id')
        .execute()
      const responses = []
      for (const { id } of open)
        responses.push(await send(suite.server, unblindingApprove, { id }, suite.admin))
      return responses
    },
    /** Makes pending deliveries due now. */
    waitPause: () =>
      owner
        .updateTable('productAuthorization')
        .set({ nextAttemptAt: new Date(0) })
        .where('nextAttemptAt', 'is not', null)
        .execute(),
    close: async () => {
      await product.close()
      await suite.close()
    },
  }
}

export type Inviting = Awaited<ReturnType<typeof startInviting>>
