import { type AccessRow, blinding, globalTenantId, languages } from '@atrium/contract'
import { runCommand, UsageError } from '../../platform/config/command.ts'
import { readOperatorConfig } from '../../platform/config/operator.ts'
import { readProfile } from '../../platform/config/profile.ts'
import { openExisting } from '../../platform/database/index.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import { rejected } from '../../platform/http/envelope.ts'
import { Rejection } from '../../platform/http/rejection.ts'
import { program } from '../../platform/observability/program.ts'
import { loadSecrets } from '../../platform/secrets/index.ts'
import { counted } from '../../platform/texts/counted.ts'
import { translator } from '../../platform/texts/translator.ts'
import { instantsOf, presentRows, readRows } from './report.ts'
import { verifyAccess } from './verify.ts'

/** Maximum number of rows. */
const maxRows = 1_000_000

/** Number of rows whose details are read at once. */
const chunk = 1_000

const usage = `Shows who had which access at an instant, rebuilt from the audit trail. Exits with 1 if a seal is not intact.
Usage: ${program} access:on <instant> [--tenant <id>] [--study <id or code>] [--user <id>] [--language zh|en] [--json] [--verify]
  <instant>   ISO 8601, such as 2027-01-31T18:00:00+08:00
  --tenant    a tenant; '0' for system roles. By default all tenants, or that of the study
  --study     a study, by its id or its code
  --user      a person
  --language  language of names; zh by default
  --json      one line of JSON per access; by default columns separated by tabs
  --verify    verifies the seals of the events that the result rests on
The command reads the server's settings: DATABASE_URL, DATA_DIR, SECRET_KEY and PROFILE.
`

interface Asked {
  readonly tenant: string | undefined
  readonly study: string | undefined
  readonly user: string | undefined
}

/** Rejects an id that no row of the table has. */
async function rejectUnknown(trx: Trx, table: 'tenant' | 'appUser', what: string, id: string | undefined) {
  if (id === undefined) return
  const found = await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new UsageError(`There is no ${what} ${id}`)
}

/**
 * Returns the study's id and the tenants whose access is shown.
 * @throws UsageError if there is no such tenant, study or person
 */
async function scopeOf(trx: Trx, { tenant, study, user }: Asked) {
  await rejectUnknown(trx, 'tenant', 'tenant', tenant)
  await rejectUnknown(trx, 'appUser', 'user', user)
  if (study === undefined) {
    const all = tenant === undefined ? await trx.selectFrom('tenant').select('id').execute() : []
    return { studyId: '', tenants: tenant === undefined ? all.map(({ id }) => id) : [tenant] }
  }
  const found = await trx
    .selectFrom('study')
    .select(['id', 'tenantId'])
    .where((eb) => eb.or([eb('id', '=', study), eb('studyCode', '=', study)]))
    .$if(tenant !== undefined, (query) => query.where('tenantId', '=', tenant ?? ''))
    .execute()
  const [one, other] = found
  if (!one) throw new UsageError(`There is no study ${study}`)
  if (other) throw new UsageError(`Several tenants have a study ${study}. Add --tenant`)
  return { studyId: one.id, tenants: [one.tenantId] }
}

const columns: readonly (readonly [name: string, textOf: (row: AccessRow) => string])[] = [
  ['name', ({ fullName }) => fullName],
  ['user', ({ userName }) => userName],
  ['kind', ({ kind }) => kind],
  ['tenant', ({ tenantName }) => tenantName],
  ['study', ({ studyName, studyCode }) => `${studyName} ${studyCode}`.trim()],
  ['site', ({ siteName }) => siteName],
  ['product', ({ softName }) => softName],
  ['roles', ({ roles }) => roles.join(', ')],
  [
    'blinding',
    ({ isBlind }) => (isBlind === null ? '' : isBlind === blinding.unblinded ? 'unblinded' : 'blinded'),
  ],
  ['state', ({ state }) => state],
  ['from', ({ accessFrom }) => accessFrom],
  ['until', ({ accessUntil }) => accessUntil],
  ['since', ({ since }) => since],
  ['by', ({ grantedBy }) => grantedBy],
  ['why', ({ reason }) => reason],
  ['last sign-in', ({ lastSignIn }) => lastSignIn],
]

const lineOf = (cells: readonly string[]): string =>
  `${cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\n`

/** Describes what the seals prove. */
function evidenceLines(evidence: Awaited<ReturnType<typeof verifyAccess>>): string {
  const { events, waiting, uncovered, intact, faults } = evidence
  return [
    `It rests on ${counted(events, 'event')}. ${counted(intact.length, 'covering seal is', 'covering seals are')} intact${
      intact.length > 0 ? `: ${intact[0]} to ${intact.at(-1)}` : ''
    }.`,
    ...(waiting > 0
      ? [`Not proved: ${counted(waiting, 'event that is not sealed yet', 'events that are not sealed yet')}.`]
      : []),
    ...(uncovered.length > 0
      ? [
          `Not proved: the images in events of the seals ${uncovered.join(', ')}, which an older version made.`,
        ]
      : []),
    ...faults,
    '',
  ].join('\n')
}

await runCommand({
  usage,
  words: 1,
  options: {
    tenant: { type: 'string' },
    study: { type: 'string' },
    user: { type: 'string' },
    language: { type: 'string' },
    json: { type: 'boolean' },
    verify: { type: 'boolean' },
  },
  run: async ({ tenant, study, user, language: named = 'zh', json, verify }, [instant]) => {
    const language = languages.find((one) => one === named)
    if (!language) throw new UsageError(`--language must be ${languages.join(' or ')}`)
    if (instant === undefined || Number.isNaN(Date.parse(instant)))
      throw new UsageError('<instant> must be ISO 8601, such as 2027-01-31T18:00:00+08:00')
    if (Date.parse(instant) > Date.now()) throw new UsageError('<instant> must not be in the future')
    const config = await readOperatorConfig()
    const { timeZone } = await readProfile(config.PROFILE)
    const t = translator(language)
    const trail = await openExisting(config)
    try {
      const scope = await inTransaction(trail.db, asSystem, (trx) => scopeOf(trx, { tenant, study, user }))
      const at = new Date(instant).toISOString()
      const filters = {
        tenantId: '',
        siteId: '',
        softwareId: '',
        keyWord: '',
        userId: user ?? '',
        studyId: scope.studyId,
      }
      const rows = await inTransaction(
        trail.db,
        asSystem,
        async (trx) => {
          await instantsOf(trx, { at, compareWith: '' }, timeZone).catch((error: unknown) => {
            if (!(error instanceof Rejection)) throw error
            const { errors = [], message } = rejected(error, translator('en'), 'accessReport')
            throw new UsageError(errors[0]?.message ?? message)
          })
          const { list } = await readRows(trx, {
            ...{ tenants: scope.tenants, at, compareWith: undefined, language, filters },
            ...{ caller: undefined, limit: maxRows, offset: 0 },
          })
          const showing = { language, timeZone, at, platform: t('accessReport.platform') }
          const shown: AccessRow[] = []
          for (let from = 0; from < list.length; from += chunk)
            shown.push(...(await presentRows(trx, list.slice(from, from + chunk), showing)))
          return shown
        },
        { isolation: 'repeatable read', readOnly: true, unlimited: true },
      )
      if (!json) process.stdout.write(lineOf(columns.map(([name]) => name)))
      for (const row of rows)
        process.stdout.write(
          json ? `${JSON.stringify(row)}\n` : lineOf(columns.map(([, textOf]) => textOf(row))),
        )
      if (!verify) return 0
      const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
      const { auditKey } = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
      const tenants = scope.tenants.filter((id) => id !== globalTenantId)
      const evidence = await verifyAccess(trail.db, auditKey, { tenants, at })
      process.stderr.write(evidenceLines(evidence))
      return evidence.faults.length > 0 ? 1 : 0
    } finally {
      await trail.close()
    }
  },
  // Exit code 1 is reserved for seals that are not intact.
  codeOf: () => 2,
})
