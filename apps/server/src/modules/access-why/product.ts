import {
  type AccessRow,
  codes,
  type Language,
  softwareSwitch,
  type Translate,
  type WhyFinding,
  type WhyStep,
} from '@atrium/contract'
import type { Trx } from '../../platform/database/transaction.ts'
import { Rejection } from '../../platform/http/rejection.ts'
import type { Services } from '../../platform/http/work.ts'
import { removalOf } from '../access-report/index.ts'
import { findOpening } from '../products/portal/index.ts'
import { lastAuthorization } from './facts.ts'
import { account, type Check, type Known, membership, stepOf } from './steps.ts'

/** A tenant's product, with the links of the study by which it may be opened; `['']` without a study. */
export interface Opened {
  readonly tenantId: string
  readonly softwareId: string
  readonly studyUrlIds: readonly string[]
}

interface Asking {
  readonly trx: Trx
  readonly language: Language
  readonly services: Services
}

/**
 * Decides whether a person may open a product, by the function that opens it. Call it as `atrium_system`, after checking
 * that the reader may read the tenant.
 * @returns the rejection; undefined if the person may open it
 */
export async function rejectionOf(
  asking: Asking,
  userId: string,
  { tenantId, softwareId, studyUrlIds }: Opened,
): Promise<Rejection | undefined> {
  let last = new Rejection(codes.notFound)
  for (const studyUrlId of studyUrlIds) {
    try {
      await findOpening(asking, userId, { tenantId, softwareId, studyUrlId })
      return undefined
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      last = error
    }
  }
  return last
}

const findings: Partial<Record<AccessRow['state'], WhyFinding>> = {
  upcoming: 'upcoming',
  ended: 'ended',
  training: 'training',
  waiting: 'waiting',
  refused: 'refused',
}

/** What is known about opening a product. */
export interface Product {
  readonly name: string
  /** Names of the study, if one is asked about. */
  readonly studyName: string
  readonly studyId: string
  readonly isStudyAuthorization: number
  readonly studyUrlIds: readonly string[]
  /** Authorizations of the person, as the access report shows them to the reader. */
  readonly rows: readonly AccessRow[]
  readonly rejection: Rejection | undefined
  readonly licenceId: string
  readonly t: Translate
}

/** Returns the step of an authorization that the person does not have, but may have had. */
async function missingAuthorization(known: Known, { studyId, studyUrlIds, name }: Product): Promise<WhyStep> {
  const { trx, tenantId, held, language } = known
  const memberId = held.find((one) => one.tenantId === tenantId)?.memberId ?? ''
  const key = await lastAuthorization(trx, { tenantId, memberId, studyId, studyUrlIds })
  const removal = key === undefined ? undefined : await removalOf(trx, { tenantId, key }, language)
  return stepOf('authorization', removal ? 'removed' : 'none', { name, ...removal })
}

/** Returns the step of the authorization that gives access, or else of the one that comes closest. */
async function authorization(known: Known, product: Product): Promise<WhyStep> {
  const { rows, rejection, isStudyAuthorization, studyId, t } = product
  const isRejected = rejection?.code === codes.notFound
  if (isStudyAuthorization === softwareSwitch.no && studyId === '')
    return stepOf('authorization', 'notNeeded')
  const gives = ({ state }: AccessRow) => state === 'current' || state === 'waiting' || state === 'refused'
  const [row] = rows.toSorted((one, other) => Number(gives(other)) - Number(gives(one)))
  if (!row) return missingAuthorization(known, product)
  const sites = rows.filter((one) => gives(one) === gives(row)).map(({ siteName }) => siteName)
  const named = sites.includes('') ? '' : sites.join(' / ')
  const roles = [...new Set(rows.flatMap((one) => one.roles))].join(' / ')
  const parts = { roles, sites: named }
  return stepOf('authorization', findings[row.state] ?? (isRejected ? 'none' : 'met'), {
    isMet: !isRejected,
    name: row.studyName,
    detail: named && roles ? t('accessWhy.sites', parts) : roles || named,
    ...{ accessFrom: row.accessFrom, accessUntil: row.accessUntil },
    ...{ since: row.since, grantedBy: row.grantedBy, reason: row.reason },
    ...{ entity: 'study', entityId: row.studyId },
  })
}

/** Returns the rules for opening a product. */
export function productChecks(known: Known, product: Product): Check[] {
  const { name, studyId, studyName, studyUrlIds, rejection, licenceId, t } = product
  const link: Check = () =>
    stepOf('link', studyUrlIds.length > 0 ? 'met' : 'none', { name: studyName, detail: name })
  const licence: Check = () => {
    const history = licenceId === '' ? {} : { entity: 'tenant_software', entityId: licenceId }
    if (rejection?.code !== codes.licence) return stepOf('licence', 'met', { name, ...history })
    const detail = t(rejection.key, rejection.params)
    return stepOf('licence', 'invalid', { name, detail, ...history })
  }
  const domain: Check = () => stepOf('domain', rejection?.code === codes.conflict ? 'none' : 'met', { name })
  return [
    ...[account(known), membership(known)],
    ...(studyId === '' ? [] : [link]),
    ...[() => authorization(known, product), licence, domain],
  ]
}
