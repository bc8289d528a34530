import {
  codes,
  globalTenantId,
  maskedKey,
  type RequestOf,
  softwareCodes,
  softwareSave,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { entity, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'

type SoftwareFields = RequestOf<typeof softwareSave>

/** References that prevent the deletion of a product: their columns, and the texts that count their rows. */
export const productUses = [
  { table: 'file', column: 'softwareId', text: 'file.use.files' },
  { table: 'job', column: 'jobGroup', text: 'job.use.jobs' },
  { table: 'message', column: 'softwareId', text: 'message.use.messages' },
  { table: 'studyUrl', column: 'softwareId', text: 'licence.use.studies' },
  { table: 'tenantSoftware', column: 'softwareId', text: 'licence.use.licences' },
  { table: 'tenantUrl', column: 'softwareId', text: 'domain.use.domains' },
] as const satisfies readonly { table: keyof Database; column: string; text: keyof Uses }[]

async function softwareUses(trx: Trx, { id }: Row<'software'>): Promise<Uses> {
  const uses: Record<string, number> = {}
  for (const { table, column, text } of productUses) {
    const { count } = await trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(sql<string>`${sql.ref(column)}`, '=', id)
      .executeTakeFirstOrThrow()
    uses[text] = count
  }
  return uses
}

/** Key columns that a save of a product writes; none if the key is unchanged. */
export interface KeyColumns {
  readonly appKeyEncrypted?: string
  readonly keySetAt?: RawBuilder<Date>
  readonly formerKeyEncrypted?: string | null
  readonly formerKeyEndsAt?: RawBuilder<Date> | null
}

const isDelivered = (id: string): boolean => Object.values<string>(softwareCodes).includes(id)

/** Returns issues with fields of a product that cannot be stored. */
function softwareIssues(
  input: SoftwareFields,
  row: Row<'software'> | undefined,
): FieldIssue<keyof SoftwareFields>[] {
  const renamed = row !== undefined && isDelivered(row.id) && row.webCode !== input.webCode
  const keyless = input.appKey === maskedKey && !row?.appKeyEncrypted
  return [
    ...(renamed ? [fieldIssue('webCode', 'software.rule.webCodeFixed')] : []),
    ...(keyless ? [fieldIssue('appKey', 'software.rule.keyMissing')] : []),
  ]
}

/**
 * A product: the platform's administrators add, change and delete it.
 * @param keys key columns that a save writes
 */
export const products = (keys: KeyColumns = {}) =>
  entity('software', softwareSave, {
    tenantOf: () => globalTenantId,
    apart: { appKey: true },
    computed: () => keys,
    rules: async ({ input }, row) => softwareIssues(input, row),
    unique: { software_web_code_unique: 'webCode', software_app_code_unique: 'appCode' },
    uses: async (trx, row) => {
      // The suite itself is a product too and cannot be deleted.
      if (row.id === softwareCodes.account) reject(codes.forbidden, 'software.refusal.userCentre')
      return softwareUses(trx, row)
    },
  })
