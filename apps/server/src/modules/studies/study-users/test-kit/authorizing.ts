import { randomUUID } from 'node:crypto'
import {
  type InputOf,
  softwareCodes,
  studyUserList,
  studyUserRemove,
  studyUserSave,
  studyUserUnselected,
} from '@atrium/contract'
import { startSuite } from '../../../../app/test-kit/index.ts'
import { type Sender, send } from '../../../identity/sign-in/test-kit/index.ts'
import { addTenantUser } from '../../../tenants/tenant-users/test-kit/index.ts'
import { addStudy, addStudySite } from './study.ts'

type Listed = Partial<InputOf<typeof studyUserList>>

/**
 * Starts a suite with an EDC study with two sites in the tenant `here`, and the same in another tenant. The helpers
 * call as administrator of `here` by default.
 */
export async function startStudyUsers() {
  const suite = await startSuite()
  const { database, server, here, there } = suite
  const softwareId = softwareCodes.edc

  /** Adds a tenant's licence for a product. */
  const licence = (tenantId: string, softwareId: string, facts: object = {}) =>
    database.owner
      .insertInto('tenantSoftware')
      .values({ tenantId, id: randomUUID(), softwareId, ...facts })
      .execute()
  for (const { tenantId } of [here, there]) await licence(tenantId, softwareId)
  const study = await addStudy(database, { tenantId: here.tenantId, softwareId }, '示例研究')
  const first = await addStudySite(database, study, '01')
  const second = await addStudySite(database, study, '02', '云岫院区')
  const foreign = await addStudy(database, { tenantId: there.tenantId, softwareId }, '别家研究')
  const foreignSite = await addStudySite(database, foreign, '01')

  let people = 0
  /** Adds a user to the tenant, with a unique name by default. */
  const colleague = async (fullName = `研究者${++people}`, tenantId = here.tenantId) => ({
    ...(await addTenantUser(database, tenantId, { fullName })),
    fullName,
  })

  const save = (input: Partial<InputOf<typeof studyUserSave>>, sender: Sender = here) => {
    const sent = { studyUrlId: study.studyUrlId, studySiteIds: [], tenantUserIds: [], ...input }
    return send(server, studyUserSave, sent, sender)
  }
  const remove = (ids: string[], isSite = false, sender: Sender = here) =>
    send(server, studyUserRemove, { ids, isSite }, sender)
  const listResponse = (input: Listed = {}, sender: Sender = here) =>
    send(server, studyUserList, { studyUrlId: study.studyUrlId, limit: 1000, ...input }, sender)
  const list = async (input: Listed = {}, sender: Sender = here) =>
    (await listResponse(input, sender)).data?.list ?? []
  /** Returns the row of a user in a list. */
  const rowOf = async ({ id }: { readonly id: string }, input: Listed = {}) =>
    (await list(input)).find(({ tenantUserId }) => tenantUserId === id)
  /** Returns the ids of users who can be selected. */
  const unselected = async (input: Partial<InputOf<typeof studyUserUnselected>> = {}) => {
    const sent = { studyUrlId: study.studyUrlId, limit: 1000, ...input }
    return (await send(server, studyUserUnselected, sent, here)).data?.list.map(({ id }) => id) ?? []
  }

  const studies = { study, foreign, foreignSite, first, second, sites: [first, second] }
  return { suite, ...studies, licence, colleague, save, remove, listResponse, list, rowOf, unselected }
}

export type StudyUsers = Awaited<ReturnType<typeof startStudyUsers>>
