import { membershipStatus, softwareCodes, userStatus } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { claimLicence } from '../../modules/products/licences/index.ts'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { demoGrant } from './product-roles.ts'
import { newTenantId } from './seed-demo.ts'
import { daysAgo, rowsOf } from './tables.ts'
import { demoTenants } from './tenants.ts'

/** Which studies are run in which product. */
const linkedStudies = rowsOf(
  ['tenant', 'product', 'codes'],
  `
  lumingxi | edc | LMX-101-01 LMX-101-02 LMX-101-03 LMX-118-01 LMX-230-02 LMX-077-PMS LMX-051-02
  lumingxi | rtsm | LMX-101-02 LMX-101-03 LMX-230-02
  lumingxi | ctms | LMX-101-02 LMX-101-03 LMX-118-01 LMX-230-02 LMX-077-PMS
  hengxulan | edc | HXL-C07-03 HXL-O11-02 HXL-O12-03 HXL-V03-03 HXL-C09-02 HXL-E02-BE HXL-R05-02
  hengxulan | ctms | HXL-C07-03 HXL-O11-02 HXL-O12-03 HXL-C09-02
  hengxulan | etmf | HXL-C07-03 HXL-O11-02 HXL-O12-03
  qingyulan | edc | QYL-S1-01 QYL-S1-02 QYL-M2-01
  qingyulan | etmf | QYL-S1-01 QYL-M2-01
  `,
)

/** Who works in a product, by positions: in the whole study, at some sites of it each, and at one site each. */
const crews = rowsOf(
  ['product', 'everywhere', 'atSites', 'atOneSite'],
  `
  edc | PM DM DM MM STAT | CRA CRA CRA CRA | PI SUBI CRC
  rtsm | PM SCM UNBLIND | CRA CRA CRA | PI PHARM
  ctms | PM CTA CTA QA | CRA CRA CRA CRA |
  etmf | PM TMF QA | CRA CRA CRA CRA |
  `,
)

const products: Readonly<Record<string, string>> = softwareCodes

/** Those of a tenant who can be authorized, in the order of their names. */
const peopleOf = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .innerJoin('dictionary', 'dictionary.id', 'tenantUser.positionId')
    .select(['tenantUser.id', 'appUser.userName', 'dictionary.dicCode as position'])
    .where('tenantUser.tenantId', '=', tenantId)
    .where('tenantUser.enabled', '=', membershipStatus.enabled)
    .where('appUser.status', '=', userStatus.normal)
    .orderBy('appUser.userName')
    .execute()

type Person = Awaited<ReturnType<typeof peopleOf>>[number]

/** Somebody's place in a study: at these sites, without any in the whole of it. */
interface Place {
  readonly person: Person
  readonly siteIds: readonly string[]
}

/** User names of those who can sign in. */
const signIn = new Set(demoTenants.flatMap(({ members }) => members.map(({ userName }) => userName)))

/**
 * Who works in a study in a product: each study has others than the one before, but those who can sign in, who are in all.
 */
function crewOf(
  product: string,
  people: readonly Person[],
  siteIds: readonly string[],
  nth: number,
): Place[] {
  const crew = crews.find((known) => known.product === product)
  if (!crew) throw new Error(`There is no crew of ${product}`)
  const taken = new Map<string, number>()
  const next = (position: string): Person[] => {
    const known = people.filter((person) => person.position === position)
    const first = known.filter(({ userName }) => signIn.has(userName))
    const others = known.filter((person) => !first.includes(person))
    const count = taken.get(position) ?? 0
    taken.set(position, count + 1)
    const person = first[count] ?? others[(nth * 3 + count) % others.length]
    return person ? [person] : []
  }
  const wordsOf = (text: string) => text.split(' ').filter(Boolean)
  const shared = wordsOf(crew.atSites)
  return [
    ...wordsOf(crew.everywhere)
      .flatMap(next)
      .map((person) => ({ person, siteIds: [] })),
    ...shared.flatMap((position, index) => {
      const own = siteIds.filter((_, site) => site % shared.length === index)
      return own.length === 0 ? [] : next(position).map((person) => ({ person, siteIds: own }))
    }),
    ...siteIds
      .slice(0, 4)
      .flatMap((siteId) =>
        wordsOf(crew.atOneSite).flatMap((position) =>
          next(position).map((person) => ({ person, siteIds: [siteId] })),
        ),
      ),
  ]
}

/** Somebody's places in one study are one: a small tenant has the same person at several sites. */
const joined = (places: readonly Place[]): Place[] =>
  [...Map.groupBy(places, ({ person }) => person.id).values()].flatMap((list) => {
    const [first] = list
    return first ? [{ person: first.person, siteIds: list.flatMap(({ siteIds }) => siteIds) }] : []
  })

interface LinkedStudy {
  readonly tenantId: string
  readonly product: string
  readonly studyUrlId: string
  readonly siteIds: readonly string[]
  readonly nth: number
}

/** What became of telling the product: of most people it knows, a few it refuses, of a few it is still to be told. */
const outcomes: Readonly<Record<number, { state: 'refused' | 'waiting'; message: string }>> = {
  8: { state: 'refused', message: '该用户的 GCP 培训证书已过期' },
  15: { state: 'waiting', message: '软件未在规定时间内响应' },
}

/** Authorizes people in a study, and says what they may do there; whom the product refuses it does not let in. */
async function authorize(
  trx: Trx,
  { tenantId, product, studyUrlId, siteIds, nth }: LinkedStudy,
  people: readonly Person[],
): Promise<void> {
  const places = joined(crewOf(product, people, siteIds, nth)).map((place, index) => {
    const outcome = nth % 2 === 0 ? outcomes[index] : undefined
    const granted = { studyUrlId, siteIds: place.siteIds, studySiteIds: siteIds }
    return { ...place, outcome, grant: demoGrant(product, place.person.position, granted) }
  })
  const createdAt = daysAgo(90 - nth * 5)
  const admitted = places.filter(({ outcome }) => outcome?.state !== 'refused')
  await trx
    .insertInto('studyUser')
    .values(
      admitted.flatMap(({ person, siteIds: own }) =>
        (own.length > 0 ? own : [null]).map((studySiteId) => {
          const place = { tenantId, id: uuidv7(), studyUrlId, studySiteId }
          return { ...place, tenantUserId: person.id, createdAt }
        }),
      ),
    )
    .execute()
  const known = places.flatMap(({ person, grant, outcome }) => {
    if (!grant) return []
    const grants = toJson(grant) ?? '{}'
    const row = { tenantId, id: uuidv7(), studyUrlId, tenantUserId: person.id, invitationId: null, grants }
    return {
      ...row,
      acceptedGrants: outcome ? null : grants,
      state: outcome?.state ?? ('accepted' as const),
      message: outcome?.message ?? '',
      language: 'zh',
      batchId: uuidv7(),
      attempts: outcome ? 3 : 1,
      nextAttemptAt: outcome?.state === 'waiting' ? daysAgo(-0.25) : null,
      createdAt,
    }
  })
  if (known.length > 0) await trx.insertInto('productAuthorization').values(known).execute()
}

/** Has a tenant run studies in a product, under its licence; without a domain of the product nothing. */
async function linkStudies(
  trx: Trx,
  services: Pick<Services, 'profile'>,
  { tenantId, product, codes }: { tenantId: string; product: string; codes: readonly string[] },
): Promise<void> {
  const softwareId = products[product] ?? ''
  const domain = await trx
    .selectFrom('tenantUrl')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('softwareId', '=', softwareId)
    .executeTakeFirst()
  if (!domain) return
  const studies = await trx
    .selectFrom('study')
    .leftJoin('studySite', 'studySite.studyId', 'study.id')
    .select((from) => [
      'study.id',
      from.fn.agg<string[]>('array_agg', ['studySite.id']).orderBy('code').as('siteIds'),
    ])
    .where('study.tenantId', '=', tenantId)
    .where('studyCode', 'in', codes)
    .groupBy(['study.id', 'studyCode'])
    .orderBy('studyCode')
    .execute()
  const links = studies.map(({ id, siteIds }, nth) => {
    return { tenantId, product, studyUrlId: uuidv7(), studyId: id, siteIds, nth }
  })
  const asking = { trx, language: 'zh', services } as const
  await claimLicence(asking, { tenantId, softwareId, places: 'studies' }, () =>
    trx
      .insertInto('studyUrl')
      .values(
        links.map(({ studyUrlId: id, studyId, nth }) => {
          const link = { tenantId, id, studyId, softwareId, tenantUrlId: domain.id }
          return { ...link, createdAt: daysAgo(95 - nth * 5) }
        }),
      )
      .execute(),
  )
  const people = await peopleOf(trx, tenantId)
  await claimLicence(asking, { tenantId, softwareId, places: 'users' }, async () => {
    for (const link of links) await authorize(trx, link, people)
  })
}

/** Where studies are run the product was initialised long ago; of the others a newcomer can ask for it. */
async function markInitialised(trx: Trx): Promise<void> {
  await trx
    .updateTable('tenantUrl')
    .set({ initialisedAt: daysAgo(96) })
    .where('id', 'in', (from) => from.selectFrom('studyUrl').select('tenantUrlId'))
    .execute()
}

/** The tenant that has more users than its licence is for: it was renewed for fewer than it has. */
async function lowerLimit(trx: Trx): Promise<void> {
  const tenant = demoTenants.find(({ key }) => key === 'qingyulan')
  if (!tenant) return
  await trx
    .updateTable('tenantSoftware')
    .set({ maxUser: 30 })
    .where('tenantId', '=', await newTenantId(trx, tenant))
    .where('softwareId', '=', softwareCodes.edc)
    .execute()
}

/**
 * Links the demonstration's studies with products and authorizes people there, as far as the licences go. Needs studies,
 * sites, people, domains and licences in place. Must run as the platform.
 */
export async function addStudyLinks(trx: Trx, services: Pick<Services, 'profile'>): Promise<void> {
  for (const tenant of demoTenants) {
    const tenantId = await newTenantId(trx, tenant)
    for (const { product, codes } of linkedStudies.filter((row) => row.tenant === tenant.key))
      await linkStudies(trx, services, { tenantId, product, codes: codes.split(' ') })
  }
  await markInitialised(trx)
  await lowerLimit(trx)
}
