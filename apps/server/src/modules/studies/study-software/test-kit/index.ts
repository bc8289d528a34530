import {
  codes,
  type InputOf,
  type SoftwareOfStudy,
  softwareCodes,
  studyLinkDelete,
  studyLinkList,
  studyLinkSave,
  studySave,
} from '@atrium/contract'
import { expect } from '@jest/globals'
import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { startSuite } from '../../../../app/test-kit/index.ts'
import type { TenantSoftwareTable } from '../../../../platform/database/tables/licences.ts'
import { type Sender, send } from '../../../identity/sign-in/test-kit/index.ts'
import { addDomain } from '../../../products/licences/test-kit/index.ts'

/**
 * Starts a suite whose tenants add studies and link them with products. Caller and tenant are `here` and its
 * administrator by default. The tenant has licences for EDC, RTSM and CTMS.
 */
export async function startStudySoftware() {
  const suite = await startSuite()
  const { tenantId } = suite.here
  const { owner } = suite.database

  /** Sets a tenant's licence for a product; unlimited by default. */
  const license = (softwareId: string, facts: Partial<Insertable<TenantSoftwareTable>> = {}, of = tenantId) =>
    owner
      .insertInto('tenantSoftware')
      .values({ tenantId: of, id: uuidv7(), softwareId, ...facts })
      .onConflict((conflict) =>
        conflict.constraint('tenant_software_unique').doUpdateSet({
          isEnable: true,
          timeEnable: false,
          startTime: null,
          endTime: null,
          studyEnable: false,
          maxStudy: 1,
          ...facts,
        }),
      )
      .execute()
  for (const softwareId of [softwareCodes.edc, softwareCodes.rtsm, softwareCodes.ctms])
    await license(softwareId)

  let made = 0
  /** Adds a study. @returns its id */
  const addStudy = async (studyName = '示例研究', sender: Sender = suite.here, of = tenantId) => {
    const studyCode = `LINK-${++made}`
    const names = {
      studyName,
      studyCode,
      planCode: `${studyCode}-P`,
      nameAbbr: studyName,
      fameFull: studyName,
    }
    const facts = { tenantId: of, principal: '方予宁', siteCount: 1, patientCount: 10 }
    return String((await send(suite.server, studySave, { ...names, ...facts }, sender)).data)
  }

  /**
   * Adds a domain for a product.
   * @returns its id
   */
  const domain = (softwareId: string, of = tenantId) => addDomain(owner, { tenantId: of, softwareId })

  const save = (input: InputOf<typeof studyLinkSave>, sender: Sender = suite.here) =>
    send(suite.server, studyLinkSave, input, sender)

  /** Links a study with a product. @returns the link's id */
  const link = async (studyId: string, softwareId: string): Promise<string> => {
    const { code, data } = await save({ studyId, tenantUrlId: await domain(softwareId) })
    expect(code).toBe(codes.ok)
    return String(data)
  }

  const remove = (id: string, sender: Sender = suite.here) =>
    send(suite.server, studyLinkDelete, { id }, sender)

  const list = async (input: InputOf<typeof studyLinkList> = {}, sender: Sender = suite.here) =>
    (await send(suite.server, studyLinkList, { limit: 1000, ...input }, sender)).data?.list ?? []

  /** Returns a product with its link to a study. */
  const softwareOf = async (
    studyId: string,
    softwareId: string,
    sender?: Sender,
  ): Promise<SoftwareOfStudy> => {
    const study = (await list({}, sender)).find(({ id }) => id === studyId)
    const found = study?.softList.find(({ softId }) => softId === softwareId)
    if (!found) throw new Error('the study or the product is missing')
    return found
  }

  return { suite, license, addStudy, domain, save, link, remove, list, softwareOf }
}

export type StudySoftware = Awaited<ReturnType<typeof startStudySoftware>>
