import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, type Node, until } from './cluster.ts'
import { addressOf, type CallRecord } from './load.ts'

/** An e-mail that arrived. */
interface Arrived {
  readonly to: readonly string[]
  readonly messageId: string
}

/** Acknowledged writes and due messages, compared with the final state. */
export interface Outcome {
  /** Number of acknowledged writes. */
  readonly acknowledged: number
  /** Acknowledged writes that are missing on the primary or the standby. */
  readonly lost: number
  /** Writes that exist although they were not acknowledged. */
  readonly unacknowledged: number
  /** Messages that had to arrive, because their users exist. */
  readonly messages: number
  readonly missing: number
  /** Messages that arrived more than once under the same Message-ID, as in docs/operators/messages.md. */
  readonly repeated: number
  /** Messages that arrived under two Message-IDs. */
  readonly doubled: number
  /** Callers' addresses in the audit trail. */
  readonly addresses: readonly string[]
}

/** Returns the keys of all rows on a node. */
async function keysOn(url: string): Promise<Set<string>> {
  const client = new pg.Client(`${url}atrium`)
  await client.connect()
  const { rows } = await client.query<{ key: string }>(
    `select tenant_name as key from tenant where tenant_name like 'failover%'
     union all select user_name from app_user where user_name like 'failover%'`,
  )
  await client.end()
  return new Set(rows.map(({ key }) => key))
}

/** Returns the addresses from which users signed in, according to the audit trail. */
async function callersOn({ url }: Node): Promise<string[]> {
  const client = new pg.Client(`${url}atrium`)
  await client.connect()
  const { rows } = await client.query<{ address: string }>(
    `select distinct after ->> 'address' as address from audit_event where entity = 'session'`,
  )
  await client.end()
  return rows.map(({ address }) => address)
}

/** Waits until the standby has replayed what the primary has written. */
async function inStep({ nodes, whole }: Cluster): Promise<void> {
  const primary = await whole()
  const ask = async (url: string, expression: string) => {
    const client = new pg.Client(`${url}postgres`)
    await client.connect()
    const { rows } = await client.query<{ value: string }>(`select ${expression} as value`)
    await client.end()
    return rows[0]?.value
  }
  const written = await ask(primary.url, 'pg_current_wal_lsn()')
  const standby = nodes.find(({ name }) => name !== primary.name)
  const replayed = `pg_last_wal_replay_lsn() >= '${written}'::pg_lsn`
  await until('the standby has replayed all writes', async () =>
    Boolean(standby && (await ask(standby.url, replayed))),
  )
}

/**
 * Time without a new message after which missing messages count as lost, in ms. It is longer than the messages of a
 * killed sender wait.
 */
const silence = 60_000

/** Looks for every write, and for every message that a write caused, after the load has ended. */
export async function outcomeOf(
  cluster: Cluster,
  made: readonly CallRecord[],
  arrived: readonly Arrived[],
): Promise<Outcome> {
  await inStep(cluster)
  const onNodes = await Promise.all(cluster.nodes.map(({ url }) => keysOn(url)))
  const isThere = (key: string) => onNodes.every((keys) => keys.has(key))
  const writes = made.filter(({ key }) => key !== '')
  const acknowledged = writes.filter(({ failure }) => failure === undefined)
  const unacknowledged = writes.filter(({ key, failure }) => failure !== undefined && isThere(key))
  const due = writes.filter(({ kind, key }) => kind === 'user' && isThere(key))
  const idsOf = ({ key }: CallRecord) =>
    arrived.flatMap(({ to, messageId }) => (to.includes(addressOf(key)) ? [messageId] : []))
  const missing = () => due.filter((write) => idsOf(write).length === 0).length
  let [count, since] = [arrived.length, performance.now()]
  while (performance.now() - since < silence) {
    await sleep(200)
    if (arrived.length > count) [count, since] = [arrived.length, performance.now()]
  }
  const several = due.map(idsOf).filter((ids) => ids.length > 1)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ key }) => !isThere(key)).length,
    unacknowledged: unacknowledged.length,
    messages: due.length,
    missing: missing(),
    repeated: several.filter((ids) => new Set(ids).size === 1).length,
    doubled: several.filter((ids) => new Set(ids).size > 1).length,
    addresses: await callersOn(await cluster.whole()),
  }
}
