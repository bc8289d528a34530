import { allCalls, type Call, parseProfile } from '@atrium/contract'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { type Suite, startSuite, testApp } from '../../test-kit/index.ts'
import { type Checked, checkAll, type Side } from './check.ts'
import { enterFacts } from './facts.ts'
import type { Caller } from './people.ts'
import { type Request, requestsOf } from './requests.ts'
import { addTrial, type Trial } from './trial.ts'

/** Two servers whose databases differ in unblinded facts alone. */
export interface Pair {
  readonly trial: Trial
  /** Makes calls to both servers as each of the callers, and compares what they send and write. */
  readonly check: (callers: readonly Caller[], calls?: readonly Call[]) => Promise<Checked[]>
  readonly close: () => Promise<void>
}

/** Copies a database. Its connections end first, because PostgreSQL copies only a database that has none. */
async function copyOf({ owner }: TestDatabase): Promise<TestDatabase> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner)
  return createTestDatabase({ copied: rows[0]?.name ?? '' })
}

/** Starts a server on the copy, with the settings of the suite. */
async function startTwin(suite: Suite): Promise<Side & { readonly close: () => Promise<void> }> {
  const database = await copyOf(suite.database)
  const { url: issuer, clientId } = suite.issuer
  const app = await testApp(database.db, {
    profile: parseProfile({ sso: { issuer, clientId }, modules: { overrides: true } }),
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    server: { api: `${address}/api` },
    database,
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

/** Starts two servers whose databases differ in unblinded facts alone. */
export async function startPair(): Promise<Pair> {
  const suite = await startSuite()
  const trial = await addTrial(suite)
  const requests = new Map<Call, readonly Request[]>()
  for (const call of allCalls) requests.set(call, await requestsOf(suite, call, trial))
  const twin = await startTwin(suite)
  await enterFacts(suite.database, trial, 'first')
  await enterFacts(twin.database, trial, 'second')
  const checking = { sides: [suite, twin] as const, copiedAt: Date.now(), requests }
  return {
    trial,
    check: (callers, calls = allCalls) => checkAll(checking, callers, calls),
    close: async () => {
      await twin.close()
      await suite.close()
    },
  }
}
