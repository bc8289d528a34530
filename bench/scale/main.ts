/**
 * Ten times the data: compares 10,000,000 users, 20,000 tenants and 50,000,000 audit events with a tenth of each, by
 * turns in one run. The databases are created once and kept in `.cache`; an interrupted creation is continued.
 * Options: `--users N`, `--tenants N`, `--events N` of the large one, `--small users/tenants/events` of the small one
 * (a tenth by default), `--seconds N` of each kind of call and round (2 by default), `--rounds N` (3), `--make` to
 * create the databases only, `--md` to write results.md, or results-events.md if both have the same number of users.
 */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Caller, withCallers } from '../lib/client/index.ts'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { describeMachine } from '../lib/machine.ts'
import { figure } from '../lib/markdown.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish } from '../lib/results.ts'
import { adminPassword, type Suite, withAdministrator } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { type Amounts, besides, measuredTenants, sizeOf, smallOf } from './amounts.ts'
import { type Figures, type Kind, kindsOf, type Side } from './kinds.ts'
import { checkScale, type Explained, type MeasuredKind, type Pair, ratioOf, scaleReport } from './report.ts'
import { isBegun, makeDatabase, seedVersion, withQuiet } from './seed.ts'
import { addColumns, exportUsers, sealSome, sizesOf, verifyTrail, type Whole } from './wholes.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000000' },
    tenants: { type: 'string', default: '20000' },
    events: { type: 'string', default: '50000000' },
    small: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    make: { type: 'boolean' },
    md: { type: 'boolean' },
  },
})
const large: Amounts = {
  users: Number(values.users),
  tenants: Number(values.tenants),
  events: Number(values.events),
}
const small = smallOf(large, values.small)
const duration = Number(values.seconds) * 1000
const callers = 4
/** Maximum number of kinds of calls whose plans are shown. */
const maxExplained = 3

/** Folder names contain the small amounts, because these determine the measured tenants' sizes. */
const folderOf = ({ users, tenants, events }: Amounts): Promise<string> =>
  keptFolder(`bench-scale-${seedVersion}-${users}-${tenants}-${events}-of-${small.users}`)

/**
 * Checks the free disk space before new databases are created.
 * @throws Error if it is not enough
 */
async function checkRoom(folders: Pair<string>): Promise<void> {
  const wanted = await Promise.all(
    [
      { folder: folders.small, amounts: small },
      { folder: folders.large, amounts: large },
    ].map(async ({ folder, amounts }) => ((await isBegun(folder)) ? 0 : sizeOf(amounts))),
  )
  const { bavail, bsize } = await statfs(join(folders.large, '..'))
  const missing = wanted.reduce((all, size) => all + size, 0)
  const [needed, free] = [missing && missing + besides, bavail * bsize]
  const gigabytes = (bytes: number) => `${figure(bytes / 1e9, 1)} GB`
  process.stderr.write(
    `The databases still to be created need about ${gigabytes(needed)}; ${gigabytes(free)} are free.\n`,
  )
  if (needed > free)
    throw new Error(
      'Not enough disk space. Free some, or request less data with --users, --tenants and --events.',
    )
}

/** A database with its server. */
interface Open extends Side {
  readonly dataDir: string
  readonly amounts: Amounts
  readonly suite: Suite
  readonly version: string
}

/** Opens a database with its server during some work, with all callers signed in. */
const withSide = <T>(dataDir: string, amounts: Amounts, work: (side: Open) => Promise<T>): Promise<T> =>
  withAdministrator({ dataDir }, callers, (admins, suite) =>
    withDatabase(dataDir, ({ owner, version }) => {
      const tenants = measuredTenants(amounts.users, small)
      return withCallers(suite.url, callers * (tenants.length + 1), async (others) => {
        const groupOf = (index: number) => others.slice(index * callers, (index + 1) * callers)
        const signedIn: { tenant: (typeof tenants)[number]; callers: readonly Caller[] }[] = []
        for (const [index, tenant] of tenants.entries()) {
          for (const caller of groupOf(index)) await caller.signIn(tenant.administrator, adminPassword)
          signedIn.push({ tenant, callers: groupOf(index) })
        }
        return work({
          ...{ dataDir, amounts, suite, version, owner, admins },
          tenants: signedIn,
          strangers: groupOf(tenants.length),
          latePage: Math.min(10_000, Math.floor(small.users / 20)),
        })
      })
    }),
  )

/** A kind of call in both databases. */
type BothKinds = Pair<Kind>

/** Returns the kinds that both databases have: a small tenant may have no name of three characters to search for. */
const paired = (small: readonly Kind[], large: readonly Kind[]): BothKinds[] =>
  large.flatMap((kind) => {
    const other = small.find(({ name }) => name === kind.name)
    return other ? [{ small: other, large: kind }] : []
  })

/** Measures every kind of call round by round, the two databases by turns. */
async function measureKinds(kinds: readonly BothKinds[]): Promise<MeasuredKind[]> {
  const all = kinds.map((kind) => ({
    kind,
    rounds: { small: [] as Figures[], large: [] as Figures[] },
  }))
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const { kind, rounds } of all) {
      const before = await kind.small.measure(duration)
      const now = await kind.large.measure(duration)
      rounds.small.push(before)
      rounds.large.push(now)
      const both = [before, now].map(
        ({ latency, errors }) => `${latency.p95.toFixed(1)} ms, ${errors} errors`,
      )
      process.stderr.write(`${round}: ${kind.large.name}: p95 ${both.join('; ')}\n`)
    }
  }
  return all.map(
    ({
      kind: {
        large: { group, name },
      },
      rounds,
    }) => ({ group, name, rounds }),
  )
}

async function measureWholes({ owner, admins, amounts, suite, dataDir }: Open): Promise<Whole[]> {
  const [admin] = admins
  if (!admin) throw new Error('There is no signed-in caller')
  return [
    ...(await exportUsers(admin, suite.pid, amounts.users)),
    ...(await verifyTrail(dataDir)),
    ...(await addColumns(owner)),
    ...(await sizesOf(owner)),
  ]
}

/** Returns the plans of the lists whose time grows most. */
async function explain(
  side: Open,
  kinds: readonly BothKinds[],
  measured: readonly MeasuredKind[],
): Promise<Explained[]> {
  await preparePlans(side.owner)
  const grown = kinds
    .map(({ large: kind }, index) => ({ kind, ratio: measured[index] ? ratioOf(measured[index]) : 0 }))
    .toSorted((one, other) => other.ratio - one.ratio)
    .flatMap(({ kind }) => (kind.slowest ? [{ name: kind.name, ...kind.slowest }] : []))
  const explained: Explained[] = []
  for (const { name, table, ask } of grown.slice(0, maxExplained)) {
    explained.push({ name, plans: await plansOf(side.owner, table, ask) })
  }
  return explained
}

const folders = { small: await folderOf(small), large: await folderOf(large) }
await checkRoom(folders)
await makeDatabase(folders.small, small, measuredTenants(small.users, small))
await makeDatabase(folders.large, large, measuredTenants(large.users, small))

if (!values.make) {
  const seals = {
    small: await withQuiet(folders.small, sealSome),
    large: await withQuiet(folders.large, sealSome),
  }
  await withSide(folders.small, small, (one) =>
    withSide(folders.large, large, async (other) => {
      const kinds = paired(await kindsOf(one), await kindsOf(other))
      const measured = await measureKinds(kinds)
      const wholes = {
        small: [...seals.small, ...(await measureWholes(one))],
        large: [...seals.large, ...(await measureWholes(other))],
      }
      const explained = await explain(other, kinds, measured)
      await publish(
        small.users === large.users ? 'scale/results-events.md' : 'scale/results.md',
        scaleReport(describeMachine([other.version]), { small, large }, measured, wholes, explained),
      )
      if (!checkScale(measured, wholes).every(passes)) process.exitCode = 1
    }),
  )
}
