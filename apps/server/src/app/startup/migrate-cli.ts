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

const usage = `Migrates the database schema to this version (${version}).
Usage: ${program} migrate [--plan] [--accept <migration>]...
  --plan    changes nothing: tries the pending migrations in a transaction that is rolled back, and prints which tables
            they lock
  --accept  accepts a migration that was changed after it was applied, and records its new checksum; compare the two
            versions first
The command connects to the server's database: DATABASE_URL and DATABASE_OWNER_URL, or DATA_DIR. The server may be
running.
Exit codes: 0 if the schema is up to date, 1 after an error, 2 if migrations are pending (--plan), 3 if other sessions
hold a lock that a migration needs for too long. Nothing is half done then: run the command again.
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
    const note = '  runs outside a transaction, so it was not tried:'
    return [name, note, ...statements.map(({ text }) => `  ${shortened(text)}`)]
  }
  const locking = statements.filter(({ locks }) => locks.length > 0)
  const others = statements.length - locking.length
  return [
    `${name} (took ${(duration / 1000).toFixed(2)} s in the trial; holds its locks until it ends)`,
    ...locking.flatMap(({ text, locks }) => [`  ${shortened(text)}`, ...locks.map(lockLine)]),
    ...(others > 0 ? [`  ${others} statements that acquire no new lock on an existing table`] : []),
  ]
}

/**
 * Prints the plan.
 * @returns the exit code
 */
function report({ migrations, stopped, changesQueue, isEmpty }: MigrationPlan): number {
  if (isEmpty) {
    print('All migrations are pending: the database is empty, so there is nothing to lock.')
    return 2
  }
  const isDone = migrations.length === 0 && !stopped && !changesQueue
  if (isDone) {
    print(`Nothing is pending: the schema matches ${version}.`)
    return 0
  }
  print(`Migrations pending for ${version}; nothing was changed:`)
  for (const migration of migrations) print(['', ...describe(migration)].join('\n'))
  if (changesQueue)
    print('\npg-boss creates or updates the schema of the job queue in a separate transaction.')
  if (!stopped) return 2
  print(`\n${stopped.name}: ${stopped.reason}. Later migrations were not tried.`)
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
        print(`Recorded the checksums of ${recorded.length} migrations that were applied earlier.`)
      if (unknown.length > 0) print(`A newer version has migrated this database (${unknown.at(-1)}).`)
      print(`The schema matches ${unknown.length > 0 ? 'a newer version' : version}.`)
      return 0
    } finally {
      await location.close()
    }
  },
  codeOf: (error) => (error instanceof StartupError ? error.exitCode : 1),
})
