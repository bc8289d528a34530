import {
  inspectionClose,
  inspectionDecide,
  inspectionFile,
  inspectionOpen,
  softwareCodes,
} from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { TestDatabase } from '../../../test-support/index.ts'
import { addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../../modules/products/licences/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Adds a study to a tenant. @returns its id */
export async function addStudy({ owner }: TestDatabase, tenantId: string): Promise<string> {
  const licensed = { tenantId, softwareId: softwareCodes.edc }
  const studyId = uuidv7()
  await addLinkedStudy(owner, { ...licensed, studyId, tenantUrlId: await addDomain(owner, licensed) })
  return studyId
}

/** Returns an inspection of a tenant as a form has it. */
export const inspection = (tenantId: string, studyIds: string[]) => ({
  ...{ tenantId, studyIds, authority: '药品监督管理局', inspectorName: '何检查', purpose: '上市前检查' },
  ...{ email: `${uniqueText('inspector')}@nmpa.example`, unblindingReason: '' },
  ...{ accessFrom: '2098-01-01', accessUntil: '2098-01-31' },
})

/** Row of an inspection that asks for unblinding. */
export const inspectionRow = (tenantId: string, userId: string, studyIds: readonly string[] = []) => ({
  ...{ tenantId, id: uuidv7(), studyIds: [...studyIds], userId, openedBy: userId, openerName: '方予宁' },
  ...{ authority: uniqueText('检查机构'), inspectorName: '何检查', email: 'inspector@nmpa.example' },
  ...{ purpose: '上市前检查', unblinding: 'requested' as const, unblindingReason: '核对揭盲' },
  ...{ accessFrom: new Date('2026-01-01'), accessUntil: new Date('2099-01-01') },
})

/** Adds an open inspection to the tenant of `here`. */
async function open({ database, here }: Suite) {
  const { id: userId } = await addUser(database)
  const row = inspectionRow(here.tenantId, userId, [await addStudy(database, here.tenantId)])
  await database.owner.insertInto('inspection').values(row).execute()
  return { id: row.id, token: here.token }
}

export const inspectionMutations: readonly Mutation[] = [
  {
    call: inspectionOpen,
    prepare: async ({ database, here }) => ({
      input: inspection(here.tenantId, [await addStudy(database, here.tenantId)]),
      token: here.token,
    }),
  },
  {
    call: inspectionClose,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      return { input: { id }, token }
    },
  },
  {
    call: inspectionDecide,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      return { input: { id, isApproved: true, decisionReason: '检查需要' }, token }
    },
  },
  {
    call: inspectionFile,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      return { input: { id }, token }
    },
  },
]
