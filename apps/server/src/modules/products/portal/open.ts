import { codes, type OpenAddress, type openSoftware, type RequestOf } from '@atrium/contract'
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
    .select(['tenantUrl.id', 'tenantUrl.url', 'tenantUrl.mobileUrl'])
    .where('tenantUrl.tenantId', '=', tenantId)
    .where('tenantUrl.softwareId', '=', softwareId)
    .$if(studyUrlId !== '', (query) => query.where('tenantUrl.id', '=', ofStudy))
    .orderBy((eb) => eb('tenantUrl.id', 'in', ofStudies), 'desc')
    .orderBy(inNameOrder(sql.ref('tenant_url.url_name')))
    .orderBy('tenantUrl.id')
    .limit(1)
    .executeTakeFirst()
}

const withCode = (address: string, code: string): string => {
  const url = new URL(address)
  url.searchParams.set('code', code)
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
 * Returns the URLs at which the caller opens a product, on a computer and on a phone. Each has its own code, with
 * which the product identifies the user. A tenant may have set one of them to a wrong page, so a code is valid at its
 * own page only.
 */
export async function openProduct(work: Work<typeof openSoftware>): Promise<OpenAddress> {
  const { trx, input, caller, audit } = work
  const { tenantId, softwareId, studyUrlId } = input
  const domain = await findOpening(work, caller.userId, input)
  if (!(await consumeLimit(trx, openingLimit(caller.userId)))) reject(codes.limitReached)
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
  const handOver = await rejectingDeletedReferences(() => adding.executeTakeFirstOrThrow())
  audit({ entity: 'hand_over', entityId: handOver.id, tenantId, after: handOver })
  return { url: withCode(domain.url, code), mobileUrl: withCode(domain.mobileUrl, mobileCode) }
}
