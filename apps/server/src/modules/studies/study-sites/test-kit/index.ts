import { randomUUID } from 'node:crypto'
import {
  categories,
  type InputOf,
  siteSave,
  studySave,
  studySiteDelete,
  studySiteInfo,
  studySiteList,
  studySiteSave,
  studySiteUnselected,
  tenantSiteSave,
} from '@atrium/contract'
import { type Suite, startSuite } from '../../../../app/test-kit/index.ts'
import { type Sender, send } from '../../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../../reference-data/dictionaries/index.ts'

/**
 * Adds a study to the caller's tenant, or to another one.
 * @returns its id
 */
export const addStudy = async (
  { server }: Suite,
  sender: Sender & { readonly tenantId: string },
): Promise<string> => {
  const study = {
    tenantId: sender.tenantId,
    studyName: '示例研究',
    studyCode: randomUUID(),
    planCode: 'P-1',
    principal: '方予宁',
    nameAbbr: '示例',
    fameFull: '示例研究',
    siteCount: 3,
    patientCount: 60,
  }
  return String((await send(server, studySave, study, sender)).data)
}

/**
 * Adds a site and selects it for a tenant.
 * @returns the tenant site's id
 */
export const addSite = async (
  { server, admin, here }: Suite,
  siteName: string,
  more: object = {},
  tenantId = here.tenantId,
): Promise<string> => {
  const site = {
    siteName,
    levelId: globalEntryId(categories.siteLevel, '3A'),
    typeId: globalEntryId(categories.siteType, 'GENERAL'),
    ...more,
  }
  const { data } = await send(server, siteSave, site, admin)
  const chosen = { tenantId, siteIds: [String(data)] }
  return String((await send(server, tenantSiteSave, chosen, admin)).data)
}

/** Adds a study without sites to the tenant `here`. The helpers call as that tenant's administrator by default. */
async function withStudy(suite: Suite) {
  const { server, here } = suite
  const studyId = await addStudy(suite, here)

  const save = (input: InputOf<typeof studySiteSave>, sender: Sender = here) =>
    send(server, studySiteSave, input, sender)
  const enrol = (tenantSiteId: string, code: string, more: object = {}, sender: Sender = here) =>
    save({ studyId, tenantSiteId, code, ...more }, sender)
  /**
   * Adds a site and puts it into the study.
   * @returns the ids of the tenant site and the study site
   */
  const enrolled = async (siteName: string, code: string, more: object = {}) => {
    const tenantSiteId = await addSite(suite, siteName, more)
    return { tenantSiteId, id: String((await enrol(tenantSiteId, code)).data) }
  }
  const info = (id: string, sender: Sender = here) => send(server, studySiteInfo, { id }, sender)
  const remove = (id: string, sender: Sender = here) => send(server, studySiteDelete, { id }, sender)
  const list = (input: object = {}, sender: Sender = here) =>
    send(server, studySiteList, { studyId, ...input }, sender)
  const codesIn = async (input: object = {}) => (await list(input)).data?.list.map(({ code }) => code)
  const unselected = (input: object = {}, sender: Sender = here) =>
    send(server, studySiteUnselected, { studyId, ...input }, sender)
  const namesToPick = async (input: object = {}) =>
    (await unselected({ limit: 1000, ...input })).data?.list.map(({ siteName }) => siteName)

  return { studyId, save, enrol, enrolled, info, remove, list, codesIn, unselected, namesToPick }
}

/**
 * Starts a suite.
 * @returns the suite and a function that gives each test a new study
 */
export async function startStudySites() {
  const suite = await startSuite()
  return { suite, withStudy: () => withStudy(suite) }
}

export type StudySites = Awaited<ReturnType<typeof startStudySites>>
