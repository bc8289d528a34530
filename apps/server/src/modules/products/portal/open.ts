import {
  codes,
  issuerOf,
  type OpenAddress,
  type openSoftware,
  type RequestOf,
  signInStyles,
} from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { newToken, tokenHash } from '../../../platform/caller/token.ts'
import { inNameOrder, rejectingDeletedReferences } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { consumeLimit, openingLimit } from '../../identity/limits/index.ts'
import { checkLicence } from '../licences/index.ts'
import { pageAddress } from '../linked/index.ts'
import { isAuthorized, studiesOf } from '../software/index.ts'

type Asked = RequestOf<typeof openSoftware>

/** Validity of a code, in seconds. */
const codeLife = 60

/**
 * Finds the domain at which a user opens a tenant's product: the study's domain or, without a study, the first by
 * name. Domains with studies of the user take precedence.
 */
const domainOf = (trx: Trx, userId: string, { tenantId, softwareId, studyUrlId }: Asked) => {
  const ofStudies = studiesOf(trx, userId)
    .select('studyUrl.tenantUrlId')
    .where('studyUrl.tenantId', '=', tenantId)
    .where('studyUrl.softwareId', '=', softwareId)
  const ofStudy = trx
    .selectFrom('studyUrl')
    .select('studyUrl.tenantUrlId')
    .where('studyUrl.tenantId', '=', tenantId)
    .where('studyUrl.id', '=', studyUrlId)
  return trx
    .selectFrom('tenantUrl')
    .innerJoin('software', 'software.id', 'tenantUrl.softwareId')
    .select(['tenantUrl.id', 'tenantUrl.url', 'tenantUrl.mobileUrl', 'software.signInStyle'])
    .where('tenantUrl.tenantId', '=', tenantId)
    .where('tenantUrl.softwareId', '=', softwareId)
    .$if(studyUrlId !== '', (query) => query.where('tenantUrl.id', '=', ofStudy))
    .orderBy((eb) => eb('tenantUrl.id', 'in', ofStudies), 'desc')
    .orderBy(inNameOrder(sql.ref('tenant_url.url_name')))
    .orderBy('tenantUrl.id')
    .limit(1)
    .executeTakeFirst()
}

type Domain = NonNullable<Awaited<ReturnType<typeof domainOf>>>

const withParams = (address: string, params: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Decides whether a user may open a product, or a study in it. Call it as `atrium_system`.
 * @returns the domain at which the user opens it
 * @throws Rejection 404 without an authorization, 402 without a valid licence, 409 without a domain
 */
export async function findOpening(
  asking: Pick<Work<typeof openSoftware>, 'trx' | 'language' | 'services'>,
  userId: string,
  opened: Asked,
) {
  const { trx } = asking
  if (!(await isAuthorized(trx, userId, opened))) reject(codes.notFound)
  await checkLicence(asking, opened)
  return (await domainOf(trx, userId, opened)) ?? reject(codes.conflict, 'refusal.tenantWithoutUrl')
}

/**
 * Adds a code for the caller to each URL of a domain. The product identifies the user by the code. A tenant may have
 * set one of the URLs to a wrong page, so a code is valid at its own page only.
 */
async function handOver(work: Work<typeof openSoftware>, domain: Domain): Promise<OpenAddress> {
  const { trx, input, caller, audit } = work
  const { tenantId, softwareId, studyUrlId } = input
  const [code, mobileCode] = [newToken(), newToken()]
  const adding = trx
    .insertInto('handOver')
    .values({
      tenantId,
      id: uuidv7(),
      codeHash: tokenHash(code),
      address: pageAddress(domain.url),
      mobileCodeHash: tokenHash(mobileCode),
      mobileAddress: pageAddress(domain.mobileUrl),
      softwareId,
      tenantUrlId: domain.id,
      studyUrlId: studyUrlId || null,
      userId: caller.userId,
      sessionHash: caller.sessionHash,
      expiresAt: sql<Date>`clock_timestamp() + make_interval(secs => ${codeLife})`,
    })
    .returningAll()
  // The study's link or the domain may be deleted concurrently.
  const added = await rejectingDeletedReferences(() => adding.executeTakeFirstOrThrow())
  audit({ entity: 'hand_over', entityId: added.id, tenantId, after: added })
  return {
    url: withParams(domain.url, { code }),
    mobileUrl: withParams(domain.mobileUrl, { code: mobileCode }),
  }
}

/**
 * Adds to each URL of a domain what the product needs to start the sign-in (OpenID Connect Core, section 4): the
 * issuer, the client as in LTI 1.3, and the study to open. The URLs identify nobody, so there is no row, only the
 * event.
 */
function startSignIn(work: Work<typeof openSoftware>, domain: Domain): OpenAddress {
  const { input, caller, audit, services } = work
  const { tenantId, softwareId, studyUrlId } = input
  const id = uuidv7()
  const after = {
    id,
    tenantId,
    softwareId,
    tenantUrlId: domain.id,
    address: pageAddress(domain.url),
    mobileAddress: pageAddress(domain.mobileUrl),
    studyUrlId: studyUrlId || null,
    userId: caller.userId,
  }
  audit({ entity: 'hand_over', entityId: id, tenantId, after })
  const params = {
    iss: issuerOf(services.profile),
    client_id: domain.id,
    ...(studyUrlId !== '' && { study: studyUrlId }),
  }
  return { url: withParams(domain.url, params), mobileUrl: withParams(domain.mobileUrl, params) }
}

/** Returns the URLs at which the caller opens a product, on a computer and on a phone. */
export async function openProduct(work: Work<typeof openSoftware>): Promise<OpenAddress> {
  const { trx, input, caller } = work
  const domain = await findOpening(work, caller.userId, input)
  if (!(await consumeLimit(trx, openingLimit(caller.userId)))) reject(codes.limitReached)
  return domain.signInStyle === signInStyles.openId ? startSignIn(work, domain) : handOver(work, domain)
}
