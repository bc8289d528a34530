import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type InvitationRequest,
  InvitationResponse,
  type Language,
  type RolesRequest,
} from '@atrium/contract'
import type { Offer } from './offer.ts'
import { Failed, type ProductClient, type Result } from './product.ts'
import type { StandIn } from './stand-in.ts'

/** Context of a check: the product, and an invented study of a tenant that is new to it. */
export interface Checking {
  readonly client: ProductClient
  readonly standIn: StandIn
  readonly scope: RolesRequest
  /** The product's offer in the study, after it has sent one. */
  offer?: Offer
  /** Whether the product supports access notices, after it has responded to one. */
  hasNotices?: boolean
}

/** One rule of the protocol. */
export interface Check {
  /** Statement that is true if the check passes. */
  readonly name: string
  /** Whether the check applies to the product. It does by default. */
  readonly appliesTo?: (checking: Checking) => boolean
  /**
   * @returns a remark, '' for none
   * @throws Failed if it does not pass
   * @throws Warning if the product lacks what is checked, and need not have it
   */
  readonly run: (checking: Checking) => Promise<string>
}

/** The calls that the suite makes, at their usual paths. */
export const paths = {
  init: '/atrium/init',
  roles: '/atrium/roles',
  invitations: '/atrium/invitations',
  access: '/atrium/access',
} as const

export const createChecking = (client: ProductClient, standIn: StandIn): Checking => ({
  client,
  standIn,
  scope: {
    tenantId: randomUUID(),
    tenantName: '一致性检查 Conformance check',
    tenantUrlId: randomUUID(),
    studyUrlId: randomUUID(),
    study: { id: randomUUID(), code: 'CHECK-001', name: '一致性检查研究 <Study> & "check"' },
    sites: [
      { id: randomUUID(), code: '01', name: '明济医院' },
      { id: randomUUID(), code: '02', name: "St. Mary's" },
    ],
  },
})

const said = ({ status, code, message }: Result): string =>
  code === undefined
    ? `the product responded with HTTP ${status}, without the envelope`
    : `the product responded with HTTP ${status} and code ${code} ${message}`.trim()

/** @throws Failed if the call did not succeed */
export function mustSucceed(response: Result): Result {
  if (response.status !== 200 || response.code !== 200) throw new Failed(said(response))
  return response
}

/**
 * Returns whether the product reports that it is busy or unavailable. This counts as neither success nor rejection,
 * whatever the body.
 */
export const isUnavailable = ({ status }: Result): boolean => status >= 500 || status === 429

/** @throws Failed if the response is not a rejection that the suite can show: an envelope with a code other than 200 */
export function mustReject(response: Result): Result {
  if (response.code === undefined || response.code === 200 || isUnavailable(response))
    throw new Failed(said(response))
  return response
}

/** @throws Failed if the signature was accepted */
export function mustBeUnsigned(response: Result): void {
  if (response.status !== 401) throw new Failed(`${said(response)}, not HTTP 401`)
}

/** User of a call. */
export type Person = InvitationRequest['users'][number]

/** Invents a user who is new to the product. */
export const personOf = (name: string, language: Language = 'zh'): Person => {
  const userId = randomUUID()
  const email = `${userId}@conformance.example`
  return { userId, userName: `check${userId.slice(0, 8)}`, fullName: name, email, phone: '', language }
}

/** @throws Failed unless the response names each person exactly once */
export function readResponse(response: Result, users: readonly Person[]): InvitationResponse {
  const read = InvitationResponse.safeParse(mustSucceed(response).data).data
  if (!read)
    throw new Failed('the data of the response are not { success: [userId], failure: [{ userId, message }] }')
  const named = [...read.success, ...read.failure.map(({ userId }) => userId)]
  if (!isDeepStrictEqual(named.toSorted(), users.map(({ userId }) => userId).toSorted()))
    throw new Failed('success and failure together do not contain each person exactly once')
  return read
}

/** @throws Failed unless all people were accepted */
export function mustTake(response: Result, users: readonly Person[]): void {
  const [failed] = readResponse(response, users).failure
  if (failed) throw new Failed(`the product rejected a person: ${failed.message}`)
}
