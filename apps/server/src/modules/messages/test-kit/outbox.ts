import { setTimeout as sleep } from 'node:timers/promises'
import { parseProfile } from '@atrium/contract'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { asSystem, inTransaction } from '../../../platform/database/index.ts'
import { secretsFrom } from '../../../platform/secrets/index.ts'
import { createOutbox, type Message } from '../outbox/outbox.ts'

export const secret = 'a secret for tests alone, of enough characters'
export const secrets = secretsFrom(secret)
export const profile = parseProfile({ publicUrl: 'https://atrium.example' })
export const outbox = createOutbox({ secrets, profile })

/** A mail without a secret. */
export const mail: Message = {
  kind: 'email',
  to: 'li@hospital.example',
  language: 'zh',
  template: 'userNameReminder',
  params: { userName: 'li.na' },
}

/** An SMS with a code that is valid for 10 minutes. */
export const codeSms: Message = {
  kind: 'sms',
  to: '13800000001',
  language: 'zh',
  template: 'signInCode',
  params: { code: '482913', lifeSeconds: 600 },
}

/**
 * Queues messages, each in a separate transaction.
 * @returns their ids
 */
export const queue = async ({ db }: TestDatabase, ...messages: readonly Message[]): Promise<string[]> => {
  const ids: string[] = []
  for (const message of messages) {
    ids.push(await inTransaction(db, asSystem, (trx) => outbox.queueMessage(trx, message)))
  }
  return ids
}

/** Reads a message with its attempts, oldest first, as `owner` of the database. */
export const read = async ({ owner }: TestDatabase, id: string | undefined) => {
  const message = await owner
    .selectFrom('message')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
  const attempts = await owner
    .selectFrom('messageAttempt')
    .selectAll()
    .where('messageId', '=', message.id)
    .orderBy('at')
    .execute()
  return { ...message, attempts, outcomes: attempts.map(({ outcome }) => outcome) }
}

/** Ages the expiry of all messages and the start of all pending jobs by some seconds. */
export const ageOutbox = async ({ owner }: TestDatabase, seconds: number): Promise<void> => {
  await sql`update message set expires_at = expires_at - make_interval(secs => ${seconds})`.execute(owner)
  await sql`update pgboss.job set start_after = start_after - make_interval(secs => ${seconds})
    where state < 'active'`.execute(owner)
}

/** Returns the seconds until a message's job begins; 0 if it has no pending job. */
export const pauseOf = async ({ owner }: TestDatabase, id: string | undefined): Promise<number> => {
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from start_after - now())::float8 as pause from pgboss.job
    where singleton_key = ${id} and state < 'active'`.execute(owner)
  return rows[0]?.pause ?? 0
}

/** Makes processes count as dead after some seconds without a heartbeat, and retries their jobs soon after. */
export const setHeartbeat = async ({ owner }: TestDatabase, seconds: number): Promise<void> => {
  await sql`update pgboss.queue set heartbeat_seconds = ${seconds}, retry_delay = 1`.execute(owner)
}

/**
 * Waits until a condition holds.
 * @throws after a minute, because a busy machine may need that long
 */
export const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`never held: ${holds}`)
    await sleep(25)
  }
}
