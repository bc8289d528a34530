import { type Call, isLook } from '@atrium/contract'
import { recordAudit } from '../audit/index.ts'
import { asSystem, inTransaction } from '../database/transaction.ts'
import type { Execution } from './work.ts'

/** What an event says of a look of an inspector. */
export interface Look {
  /** Path of the call. */
  readonly read: Call['path']
  /** Id of the study to which the inspector limited the call; '' for all of the inspection. */
  readonly study: string
  /** The other fields that the inspector filled in, such as `keyWord=丁`. */
  readonly filters: readonly string[]
  /** Number of rows that are shown; -1 for a file, whose own event has it. */
  readonly count: number
}

/** Fields that are no filters. */
const unfiltered: readonly string[] = ['limit', 'page', 'studyId', 'tenantId', 'timeZone']

/** Values of fields that the inspector left empty or unchecked. */
const unset: readonly unknown[] = ['', false, undefined]

const filtersOf = (input: object): string[] =>
  Object.entries(input)
    .filter(([field, value]) => !unfiltered.includes(field) && !unset.includes(value))
    .map(([field, value]) => `${field}=${value}`)

const studyIn = (input: object): string => ('studyId' in input ? String(input.studyId) : '')

function countOf(data: unknown, { form }: Call): number {
  if (form === 'download') return -1
  const list = typeof data === 'object' && data !== null && 'list' in data ? data.list : data
  return Array.isArray(list) ? list.length : 1
}

/** Records what an inspector is shown, before the response is sent. Does nothing for other users and other calls. */
export async function recordLook(call: Call, execution: Omit<Execution, 'signature'>, data: unknown) {
  const { caller, client, requestId, services } = execution
  const { inspection } = caller
  if (!inspection || !isLook(call)) return
  const input = Object(execution.input)
  const after: Look = {
    ...{ read: call.path, study: studyIn(input), filters: filtersOf(input), count: countOf(data, call) },
  }
  await inTransaction(services.db, asSystem, (trx) =>
    recordAudit(trx, {
      ...{ actorId: caller.userId, actorName: caller.userName, tenantId: inspection.tenantId },
      call: 'inspection:look',
      ...{ entity: 'inspection_look', entityId: inspection.id, after },
      ...{ requestId, address: client.address, userAgent: client.userAgent },
    }),
  )
}
