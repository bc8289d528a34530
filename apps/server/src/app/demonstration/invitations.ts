import { categories, softwareCodes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { tenantMember } from '../../modules/access/index.ts'
import { emailKey } from '../../modules/identity/identifiers/index.ts'
import { claimLicence } from '../../modules/products/licences/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { inviteAll } from '../../modules/tenants/invitations/index.ts'
import { newToken, tokenHash } from '../../platform/caller/token.ts'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { demoGrant } from './product-roles.ts'
import { newTenantId } from './seed-demo.ts'
import { daysAgo, rowsOf } from './tables.ts'
import { demoTenants } from './tenants.ts'

/** People who were invited to a study in EDC: their addresses before `@hospital.example`, and how many days ago. */
const invited = rowsOf(
  ['tenant', 'code', 'name', 'type', 'position', 'state', 'days'],
  `
  lumingxi | LMX-101-02 | wen.zhixing | SITE | PI | pending | 0
  lumingxi | LMX-101-02 | shu.yunqi | SMO | CRC | pending | 0
  lumingxi | LMX-118-01 | ning.caiwei | SITE | SUBI | pending | 0
  lumingxi | LMX-230-02 | dou.ruozhu | SMO | CRC | expired | 24
  lumingxi | LMX-101-01 | mi.wanqiu | SITE | SUBI | expired | 31
  lumingxi | LMX-101-02 | ji.fanxing | SITE | PI | withdrawn | 12
  hengxulan | HXL-C07-03 | lan.yuchu | SITE | PI | pending | 0
  hengxulan | HXL-O12-03 | jing.heyi | SMO | CRC | pending | 0
  hengxulan | HXL-O11-02 | gong.shuyan | SITE | SUBI | expired | 19
  hengxulan | HXL-C09-02 | ruan.linfeng | SMO | CRC | withdrawn | 40
  qingyulan | QYL-M2-01 | qu.mingyuan | SITE | PI | expired | 15
  qingyulan | QYL-S1-02 | xiang.nanzhi | SMO | CRC | withdrawn | 9
  `,
)

type Invited = (typeof invited)[number]

const addressOf = ({ name }: Pick<Invited, 'name'>): string => `${name}@hospital.example`

interface Inviting {
  readonly tenantId: string
  /** The tenant's administrator, who invites. */
  readonly invitedBy: string
}

/** Links of a tenant with EDC by the codes of their studies. */
async function linksOf(trx: Trx, tenantId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('studyUrl')
    .innerJoin('study', 'study.id', 'studyUrl.studyId')
    .select(['studyUrl.id', 'study.studyCode'])
    .where('studyUrl.tenantId', '=', tenantId)
    .where('studyUrl.softwareId', '=', softwareCodes.edc)
    .execute()
  return new Map(rows.map(({ id, studyCode }) => [studyCode, id]))
}

/** What an invitation brings once it is accepted. */
async function awaitAcceptance(
  trx: Trx,
  tenantId: string,
  people: readonly { readonly invitationId: string; readonly person: Invited; readonly studyUrlId: string }[],
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map(({ invitationId, person, studyUrlId }) => {
    const key = { tenantId, studyUrlId, tenantUserId: null, invitationId }
    const whole = { studyUrlId, siteIds: [], studySiteIds: [] }
    return { key, createdAt: daysAgo(Number(person.days)), grant: demoGrant('edc', person.position, whole) }
  })
  await trx
    .insertInto('studyUser')
    .values(rows.map(({ key, createdAt }) => ({ ...key, id: uuidv7(), studySiteId: null, createdAt })))
    .execute()
  await trx
    .insertInto('productAuthorization')
    .values(
      rows.map(({ key, createdAt, grant }) => {
        const row = { ...key, id: uuidv7(), grants: toJson(grant) ?? '{}', createdAt }
        return { ...row, language: 'zh', batchId: uuidv7() }
      }),
    )
    .execute()
}

const factsOf = ({ type, position }: Invited) => ({
  roleId: tenantMember.id,
  typeId: globalEntryId(categories.userType, type),
  positionId: globalEntryId(categories.position, position),
})

/** Invites people now, by the e-mails that a newcomer finds in the sandbox. */
async function inviteNow(
  trx: Trx,
  services: Pick<Services, 'outbox' | 'profile'>,
  inviting: Inviting,
  links: ReadonlyMap<string, string>,
  people: readonly Invited[],
): Promise<void> {
  const asking = { trx, language: 'zh', services } as const
  const { tenantId } = inviting
  await claimLicence(asking, { tenantId, softwareId: softwareCodes.edc, places: 'users' }, async () => {
    for (const person of people) {
      const facts = { ...inviting, ...factsOf(person), language: 'zh' as const }
      const email = addressOf(person)
      const invited = await inviteAll(trx, services, facts, [email], [])
      const [invitationId, studyUrlId] = [invited.get(email)?.id, links.get(person.code)]
      if (invitationId && studyUrlId)
        await awaitAcceptance(trx, tenantId, [{ invitationId, person, studyUrlId }])
    }
  })
}

/** What became of invitations of before, which nobody can send back in time: nobody has their keys. */
async function addPast(
  trx: Trx,
  { tenantId, invitedBy }: Inviting,
  links: ReadonlyMap<string, string>,
  people: readonly Invited[],
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map((person) => ({ person, id: uuidv7() }))
  await trx
    .insertInto('invitation')
    .values(
      rows.map(({ person, id }) => {
        const days = Number(person.days)
        const email = addressOf(person)
        const facts = { ...factsOf(person), language: 'zh', keyHash: tokenHash(newToken()) }
        const times = { createdAt: daysAgo(days), expiresAt: daysAgo(days - 7) }
        const status = person.state === 'withdrawn' ? ('withdrawn' as const) : ('pending' as const)
        return { tenantId, id, email, emailKey: emailKey(email) ?? '', invitedBy, status, ...facts, ...times }
      }),
    )
    .execute()
  const awaited = rows.flatMap(({ person, id: invitationId }) => {
    const studyUrlId = links.get(person.code)
    return person.state === 'expired' && studyUrlId ? [{ invitationId, person, studyUrlId }] : []
  })
  await awaitAcceptance(trx, tenantId, awaited)
}

/** The invitations of those who joined a tenant last, as they were accepted. */
async function addAccepted(trx: Trx, { tenantId, invitedBy }: Inviting): Promise<void> {
  const people = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select([
      'appUser.id',
      'appUser.email',
      'tenantUser.typeId',
      'tenantUser.positionId',
      'tenantUser.joinDate',
    ])
    .where('tenantUser.tenantId', '=', tenantId)
    .where('appUser.email', 'like', '%@hospital.example')
    .orderBy('tenantUser.joinDate', 'desc')
    .limit(8)
    .execute()
  const day = 86_400_000
  await trx
    .insertInto('invitation')
    .values(
      people.map(({ id: acceptedBy, email, typeId, positionId, joinDate }) => ({
        ...{
          tenantId,
          id: uuidv7(),
          email,
          emailKey: emailKey(email) ?? '',
          language: 'zh',
          roleId: tenantMember.id,
          typeId,
          positionId,
        },
        ...{ invitedBy, acceptedBy, keyHash: tokenHash(newToken()), status: 'accepted' as const },
        createdAt: new Date(joinDate.getTime() - day),
        expiresAt: new Date(joinDate.getTime() + 6 * day),
        acceptedAt: joinDate,
        updatedAt: joinDate,
      })),
    )
    .execute()
}

/**
 * Adds invitations in every state. Needs people and studies that are linked with EDC in place. Must run as the platform.
 */
export async function addInvitations(
  trx: Trx,
  services: Pick<Services, 'outbox' | 'profile'>,
): Promise<void> {
  for (const tenant of demoTenants) {
    const tenantId = await newTenantId(trx, tenant)
    const { id: invitedBy } = await trx
      .selectFrom('appUser')
      .select('id')
      .where('userName', '=', tenant.administrator.userName)
      .executeTakeFirstOrThrow()
    const [inviting, links] = [{ tenantId, invitedBy }, await linksOf(trx, tenantId)]
    const people = invited.filter((person) => person.tenant === tenant.key && links.has(person.code))
    const pending = people.filter(({ state }) => state === 'pending')
    if (pending.length > 0) await inviteNow(trx, services, inviting, links, pending)
    await addPast(
      trx,
      inviting,
      links,
      people.filter(({ state }) => state !== 'pending'),
    )
    await addAccepted(trx, inviting)
  }
}
