import { print, runCommand } from '../../platform/config/command.ts'
import { readOperatorConfig } from '../../platform/config/operator.ts'
import {
  findExisting,
  type MigrationPlan,
  type PlannedMigration,
  planMigrations,
  prepareDatabase,
  StartupError,
  type TableLock,
} from '../../platform/database/index.ts'
import { program, version } from '../../platform/observability/program.ts'

const usage = `Brings the schema of the database up to this version (${version}).
Usage: ${program} migrate [--plan] [--accept <migration>]...
  --plan    changes nothing: tries what is pending in a transaction that is rolled back, and says which tables it locks
  --accept  a migration that was changed after it was applied, once you have compared the two: its checksum is
            recorded anew
The database is found as the server finds it, by DATABASE_URL and DATABASE_OWNER_URL, or DATA_DIR; the server may be
running.
Ends with 0 when nothing is left to do, 1 when it fails, 2 when migrations are pending (--plan), 3 when others hold
what one needs for too long: nothing is half done then, run it again.
`

const maxTextLength = 100

const shortened = (text: string) =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text

const sizeOf = (rows: number | undefined) =>
  rows === undefined ? 'rows not counted' : `about ${rows.toLocaleString('en')} rows`

const lockLine = ({ table, rows, mode, blocks }: TableLock) =>
  `    ${table} (${sizeOf(rows)}): ${mode}, blocks ${blocks}`

/** Formats a migration of the plan: the statements that lock existing tables, and the number of other statements. */
function describe({ name, statements, duration }: PlannedMigration): string[] {
  if (duration === undefined) {
    const note = '  runs in no transaction, so it was not tried:'
    return [name, note, ...statements.map(({ text }) => `  ${shortened(text)}`)]
  }
  const locking = statements.filter(({ locks }) => locks.length > 0)
  const others = statements.length - locking.length
  return [
    `${name} (tried in ${(duration / 1000).toFixed(2)} s; locks are held until its end)`,
    ...locking.flatMap(({ text, locks }) => [`  ${shortened(text)}`, ...locks.map(lockLine)]),
    ...(others > 0 ? [`  ${others} statements that take no new lock on an existing table`] : []),
  ]
}

/**
 * Prints the plan.
 * @returns the exit code
 */
function report({ migrations, stopped, changesQueue, isEmpty }: MigrationPlan): number {
  if (isEmpty) {
    print('Everything is pending: the database is empty, so that there is nothing to lock.')
    return 2
  }
  const isDone = migrations.length === 0 && !stopped && !changesQueue
  if (isDone) {
    print(`Nothing is pending: the schema is that of ${version}.`)
    return 0
  }
  print(`Pending for ${version}; nothing was changed:`)
  for (const migration of migrations) print(['', ...describe(migration)].join('\n'))
  if (changesQueue)
    print('\nThe job queue’s schema is made or brought up to date by pg-boss, in a transaction of its own.')
  if (!stopped) return 2
  print(`\n${stopped.name}: ${stopped.reason}. What comes behind it was not tried.`)
  return stopped.isFault ? 1 : 2
}

await runCommand({
  usage,
  options: { plan: { type: 'boolean' }, accept: { type: 'string', multiple: true } },
  run: async ({ plan, accept: accepted }) => {
    const location = await findExisting(await readOperatorConfig())
    try {
      if (plan) return report(await planMigrations(location, { accepted }))
      const { migrated, recorded, unknown } = await prepareDatabase(location, { accepted, onWait: print })
      for (const name of migrated) print(`Applied ${name}.`)
      if (recorded.length > 0)
        print(`Recorded the checksums of ${recorded.length} migrations that were applied before.`)
      if (unknown.length > 0) print(`A newer version has migrated this database (${unknown.at(-1)}).`)
      print(`The schema is that of ${unknown.length > 0 ? 'a newer version' : version}.`)
      return 0
    } finally {
      await location.close()
    }
  },
  codeOf: (error) => (error instanceof StartupError ? error.exitCode : 1),
})
