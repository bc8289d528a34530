import { randomUUID } from 'node:crypto'
import type { RolesRequest } from '@atrium/contract'
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
}

/** One rule of the protocol. */
export interface Check {
  /** Statement that is true if the check passes. */
  readonly name: string
  /**
   * @returns a remark, '' for none
   * @throws Failed if it does not pass
   */
  readonly run: (checking: Checking) => Promise<string>
}

/** The calls that the suite makes, at their usual paths. */
export const paths = {
  init: '/atrium/init',
  roles: '/atrium/roles',
  invitations: '/atrium/invitations',
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
