import { type AccessRequest, AccessResponse, defaultLanguage, type UserAccess } from '@atrium/contract'
import { derivedId } from '../../../platform/database/derived-id.ts'
import type { Reason } from '../../../platform/texts/translator.ts'
import {
  callProduct,
  type LinkServices,
  ProductFailure,
  retriedReason,
  withShortReasons,
} from '../linked/index.ts'
import type { Notice } from './waiting.ts'

/** Outcome for a user: `waiting` if the attempt failed. */
export interface NoticeResult {
  readonly userId: string
  readonly version: number
  readonly state: 'notified' | 'unsupported' | 'waiting'
  /** Why the attempt failed; null if it did not. */
  readonly failure: Reason | null
}

/** Path of the call by which a product is notified. */
export const accessNoticePath = '/atrium/access'

/** Maximum size of the users of a call, in characters of JSON. Usual limits of servers are one megabyte. */
const maxSize = 500_000

/** Returns the first of the users, as many as fit into a call; at least one. */
function fitting(users: readonly UserAccess[]): readonly UserAccess[] {
  let size = 0
  const end = users.findIndex((user, index) => {
    size += JSON.stringify(user).length
    return size > maxSize && index > 0
  })
  return end < 0 ? users : users.slice(0, end)
}

const resultsOf = (users: readonly UserAccess[], response: AccessResponse): NoticeResult[] => {
  const { success, failure } = withShortReasons(response)
  const [taken, rejected] = [new Set(success), new Map(failure.map((one) => [one.userId, one.message]))]
  return users.map(({ user: { userId }, accessVersion: version }) => {
    if (taken.has(userId)) return { userId, version, state: 'notified', failure: null }
    const message = rejected.get(userId)
    const failure: Reason =
      message === undefined ? { key: 'product.answer' } : { key: 'product.refused', params: { message } }
    return { userId, version, state: 'waiting', failure }
  })
}

/** Results of a call that failed for all users. */
const failed = (users: readonly UserAccess[], failure: ProductFailure): NoticeResult[] =>
  users.map(({ user: { userId }, accessVersion: version }) =>
    failure.isMissing
      ? { userId, version, state: 'unsupported', failure: null }
      : { userId, version, state: 'waiting', failure: retriedReason(failure) },
  )

/**
 * Sends the rights of users to the product; no transaction is open meanwhile.
 * @returns the results of the users that were sent: all of them, or as many as fit into a call
 */
export async function sendNotice(
  services: LinkServices,
  { domain, users: wanted, attempts }: Notice,
): Promise<NoticeResult[]> {
  const { tenantId, tenantName, tenantUrlId, softwareId, apiUrl } = domain
  const users = fitting(wanted)
  const body: AccessRequest = { tenantId, tenantName, tenantUrlId, users: [...users] }
  try {
    const { data } = await callProduct(services, {
      softwareId,
      tenantId,
      apiUrl,
      path: accessNoticePath,
      body,
      // A call whose result was not stored is repeated with the same key. After a failure it gets a new one, because
      // products return their earlier response to a key that they know.
      idempotencyKey: derivedId(JSON.stringify([body, attempts])),
      language: defaultLanguage,
      data: AccessResponse,
      people: { sent: users.length, confirmedBy: ({ success }) => new Set(success).size },
    })
    return resultsOf(users, data)
  } catch (error) {
    if (!(error instanceof ProductFailure)) throw error
    return failed(users, error)
  }
}
