import {
  type AccessRow,
  type accessWhy,
  authorizationStyles,
  type Call,
  codes,
  type Explanation,
  globalTenantId,
  type MenuCode,
  menu,
  openSoftware,
  opensWithoutMenu,
  type WhyStep,
} from '@atrium/contract'
import { sql } from 'kysely'
import { findRights } from '../../platform/caller/rights.ts'
import { checkReadable, inTenants, nameIn } from '../../platform/crud/index.ts'
import { isPlatform, type Trx } from '../../platform/database/transaction.ts'
import { decide } from '../../platform/http/decision.ts'
import { reject, rejectField } from '../../platform/http/rejection.ts'
import type { OwnWork } from '../../platform/http/work.ts'
import { heldMenus } from '../access/index.ts'
import { accessOfPerson, leavesOut, namesOf } from '../access-report/index.ts'
import { readHeld } from './facts.ts'
import { productChecks, rejectionOf } from './product.ts'
import {
  type Check,
  callChecks,
  check,
  inspectorChecks,
  type Known,
  menuChecks,
  ownDataChecks,
  stepOf,
  study,
} from './steps.ts'
import { targetOf } from './targets.ts'
import { namesTenant, verdictOf } from './verdict.ts'

type Asking = OwnWork<typeof accessWhy>

/** Returns the study and the tenant of a question. @throws Rejection 404 if the caller reaches one of them not */
async function scopeOf({ input, as }: Asking, trx: Trx) {
  const { studyId } = input
  const study =
    studyId === ''
      ? undefined
      : await trx
          .selectFrom('study')
          .select(['tenantId', 'studyName'])
          .where('id', '=', studyId)
          .where(inTenants(as, 'tenantId'))
          .executeTakeFirst()
  if (studyId !== '' && !study) reject(codes.notFound)
  const [only, ...others] = as.tenants
  const own = isPlatform(as) ? globalTenantId : others.length === 0 ? only : undefined
  const tenantId = input.tenantId || study?.tenantId || own
  if (tenantId === undefined) return rejectField('tenantId', 'rule.choose')
  if (tenantId === globalTenantId && !isPlatform(as)) reject(codes.notFound)
  await checkReadable({ as, trx }, tenantId)
  if (study && study.tenantId !== tenantId) reject(codes.notFound)
  return { tenantId, studyId, studyName: study?.studyName ?? '' }
}

/**
 * Returns the name of the person. Tenants find those who are or were their members.
 * @throws Rejection 404
 */
async function nameOfPerson({ input: { userId }, as, language }: Asking, trx: Trx): Promise<string> {
  if (!isPlatform(as)) {
    const { rows } = await sql<{ isKnown: boolean }>`
      select exists (select from access_tenants_of(${userId}) t where t = any (${[...as.tenants]}::text[]))
        as is_known`.execute(trx)
    if (!rows[0]?.isKnown) reject(codes.notFound)
  }
  const present = await trx
    .selectFrom('appUser')
    .select(
      sql<string>`concat(${nameIn(language, 'appUser.fullName')}, ' (', app_user.user_name, ')')`.as('name'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()
  const former = present ? undefined : (await namesOf(trx, [userId], null, language)).get(userId)
  return present?.name ?? former ?? reject(codes.notFound)
}

async function nameOfTenant(trx: Trx, tenantId: string, platform: string): Promise<string> {
  if (tenantId === globalTenantId) return platform
  const found = await trx
    .selectFrom('tenant')
    .select('tenantName')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return found?.tenantName ?? reject(codes.notFound)
}

type Question = Awaited<ReturnType<typeof questionOf>>

/** Returns a question whose parts the caller may read. */
async function questionOf(work: Asking, trx: Trx) {
  const { input, t, language } = work
  const scope = await scopeOf(work, trx)
  const target = await targetOf(trx, input.target, language)
  return {
    ...scope,
    target,
    userId: input.userId,
    personName: await nameOfPerson(work, trx),
    tenantName: await nameOfTenant(trx, scope.tenantId, t('accessWhy.platform')),
  }
}

/** Reads what the steps of every explanation are made of. */
async function knownOf(work: Asking, trx: Trx, { tenantId, tenantName, userId }: Question) {
  const { as, caller, language, services } = work
  const tenantIds = [...new Set([globalTenantId, tenantId])]
  const readable = isPlatform(as) ? tenantIds : [tenantId]
  const rights = await findRights(trx, userId)
  let rows: Promise<AccessRow[]> | undefined
  const known: Known = {
    ...{ trx, language, timeZone: services.profile.timeZone, caller, userId, tenantId, tenantName },
    ...{ showsPlatform: isPlatform(as), canSignIn: rights.canSignIn, inspection: rights.inspection },
    held: await readHeld(trx, userId, tenantIds, language),
    rows: () => (rows ??= accessOfPerson({ ...work, trx }, readable, { userId })),
  }
  return { known, rights }
}

interface Found {
  readonly isAllowed: boolean
  readonly steps: readonly WhyStep[]
}

/** Returns whether the person reaches the study of the question. Inspectors reach only those of their inspection. */
const isReached = ({ studyId }: Question, { inspection }: Pick<Known, 'inspection'>): boolean =>
  studyId === '' || !inspection || inspection.studyIds.includes(studyId)

/** Returns the step of the study, for what depends on menus. Data of one's own depends on no study. */
const ofStudy = (question: Question, { access }: Pick<Call, 'access'>, known: Known): Check[] =>
  question.studyId === '' || access.kind !== 'menus'
    ? []
    : [study(question.studyName, question.studyId, isReached(question, known))]

async function explainCall(work: Asking, trx: Trx, question: Question, call: Call): Promise<Found> {
  const { known, rights } = await knownOf(work, trx, question)
  const verdict = verdictOf(call, rights, question.tenantId)
  const isOfTenant = question.tenantId !== globalTenantId && namesTenant(call)
  const steps = await check([
    ...callChecks(known, verdict, call, isOfTenant),
    ...ofStudy(question, call, known),
  ])
  const isInReach = call.access.kind !== 'menus' || isReached(question, known)
  return { isAllowed: verdict.isAllowed && isInReach, steps }
}

/**
 * A screen opens if it is in the person's menu, which `heldMenus` also makes for the person themselves. Some screens
 * open for everybody, with nothing but what is theirs.
 */
async function explainScreen(work: Asking, trx: Trx, question: Question, code: MenuCode): Promise<Found> {
  const { tenantId, userId } = question
  const { known, rights } = await knownOf(work, trx, question)
  if (rights.inspection) {
    const isHeld = rights.memberships.some((one) => one.tenantId === tenantId && one.menus.has(code))
    return {
      isAllowed: rights.canSignIn && isHeld && isReached(question, known),
      steps: await check([
        ...inspectorChecks(known, isHeld),
        ...ofStudy(question, { access: menu(code) }, known),
      ]),
    }
  }
  if (opensWithoutMenu(code))
    return { isAllowed: rights.canSignIn, steps: await check(ownDataChecks(known, false)) }
  const shown = await heldMenus(trx, userId, work.language, [globalTenantId, tenantId])
    .where('openMenu.code', '=', code)
    .execute()
  const screen = { access: menu(code), path: '/' as const }
  const decision = decide(screen, rights)
  const isForPlatform = decision.isAllowed && isPlatform(decision.as)
  const steps = await check([
    ...menuChecks(known, isForPlatform, screen, true),
    ...ofStudy(question, screen, known),
  ])
  return { isAllowed: rights.canSignIn && shown.length > 0, steps }
}

/** Reads a product and how the study and the tenant use it. */
async function readProduct(trx: Trx, { tenantId, studyId }: Question, softwareId: string) {
  const product = await trx
    .selectFrom('software')
    .select(['authorizationStyle', 'isStudyAuthorization'])
    .where('id', '=', softwareId)
    .executeTakeFirstOrThrow()
  const links = await trx
    .selectFrom('studyUrl')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('softwareId', '=', softwareId)
    .where('studyId', '=', studyId)
    .execute()
  const licence = await trx
    .selectFrom('tenantSoftware')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('softwareId', '=', softwareId)
    .executeTakeFirst()
  const studyUrlIds = studyId === '' ? [''] : links.map(({ id }) => id)
  return { ...product, studyUrlIds, licenceId: licence?.id ?? '' }
}

async function explainProduct(
  work: Asking,
  question: Question,
  { softwareId, name }: { readonly softwareId: string; readonly name: string },
): Promise<Found | 'hidden'> {
  const { tenantId, studyId, studyName, userId } = question
  const { caller, language, services, t } = work
  if (tenantId === globalTenantId) rejectField('tenantId', 'accessWhy.rule.tenantOfProduct')
  const product = await work.asCaller(async (trx) => {
    const read = await readProduct(trx, question, softwareId)
    const scope = { tenants: [tenantId], caller, filters: { studyId } }
    const isHidden = read.authorizationStyle === authorizationStyles.rtsm && (await leavesOut(trx, scope))
    return { ...read, isHidden }
  })
  // This depends on the reader and the study alone, so that it shows nothing about the person.
  if (product.isHidden) return 'hidden'
  const rejection = await work.system((trx) =>
    rejectionOf({ trx, language, services }, userId, { ...product, tenantId, softwareId }),
  )
  return work.asCaller(async (trx) => {
    const { known, rights } = await knownOf(work, trx, question)
    const isAllowed = verdictOf(openSoftware, rights, tenantId).isAllowed && rejection === undefined
    if (known.inspection) return { isAllowed, steps: await check(inspectorChecks(known, isAllowed)) }
    const rows = await accessOfPerson({ ...work, trx }, [tenantId], { userId, studyId, softwareId })
    const checks = productChecks(known, {
      ...{ ...product, name, studyName, studyId, rejection, t },
      rows: rows.filter(({ kind }) => kind === 'study'),
    })
    return { isAllowed, steps: await check(checks) }
  })
}

/** GET /access/why. */
export async function explain(work: Asking): Promise<Explanation> {
  const question = await work.asCaller((trx) => questionOf(work, trx))
  const { target, tenantId, tenantName, studyName, personName } = question
  const names = { personName, tenantId, tenantName, studyName, targetName: target.name }
  const found =
    target.kind === 'product'
      ? await explainProduct(work, question, target)
      : await work.asCaller((trx) =>
          target.kind === 'call'
            ? explainCall(work, trx, question, target.call)
            : explainScreen(work, trx, question, target.code),
        )
  if (found === 'hidden') return { ...names, verdict: 'hidden', steps: [stepOf('blinding', 'hidden')] }
  return { ...names, verdict: found.isAllowed ? 'allowed' : 'rejected', steps: [...found.steps] }
}
