import {
  type Call,
  categories,
  dictionaryList,
  type InputOf,
  tenantCombobox,
  tenantList,
  userInfo,
  userList,
} from '@atrium/contract'
import { errorCount, rateOf, underLoad } from '../lib/callers.ts'
import type { Caller } from '../lib/client/index.ts'
import { databaseTime, processorTime } from '../lib/processor-time.ts'

/** Number of callers: enough that the server never waits for one. */
export const callers = 4

/** A server that runs, with people who are signed in. */
export interface Server {
  readonly connections: readonly Caller[]
  readonly pid: number
  readonly dataDir: string
  /** Of PostgreSQL, in words. */
  readonly version: string
}

/** What one load of one call cost. */
export interface Cost {
  readonly callsASecond: number
  /** Processor time a call, ms: of the server's process and of PostgreSQL. */
  readonly server: number
  readonly database: number
  readonly errors: number
}

/** The same call on the two servers, one right after the other. */
export interface Pair {
  readonly name: string
  readonly former: Cost
  readonly present: Cost
}

interface PlainCall {
  readonly name: string
  readonly send: (caller: Caller) => Promise<unknown>
}

const plain = <C extends Call>(name: string, call: C, input: InputOf<C>): PlainCall => ({
  name,
  send: (caller) => caller.send(call, input),
})

const firstPage = { limit: 10, page: 1 }

/** The calls that screens make most. */
const plainCalls: readonly PlainCall[] = [
  plain('first page of users', userList, { keyWord: '', userName: '', searchAll: false, ...firstPage }),
  plain('first page of tenants', tenantList, { keyWord: '', ...firstPage }),
  plain('first page of dictionary entries', dictionaryList, {
    categoryId: categories.tenantCategory,
    ...firstPage,
  }),
  plain('user info', userInfo, {}),
  plain('tenants to choose from', tenantCombobox, { keyWord: '', limit: 20 }),
]

async function costOf(
  { connections, pid, dataDir }: Server,
  { send }: PlainCall,
  duration: number,
): Promise<Cost> {
  const [server, database] = [await processorTime(pid), await databaseTime(dataDir)]
  const result = await underLoad({
    callers: connections.length,
    duration,
    call: async (_, index) => {
      const caller = connections[index]
      if (!caller) throw new RangeError('Nobody is there to call')
      await send(caller)
    },
  })
  const calls = result.latencies.length
  return {
    callsASecond: rateOf(result),
    server: ((await processorTime(pid)) - server) / calls,
    database: ((await databaseTime(dataDir)) - database) / calls,
    errors: errorCount(result),
  }
}

/**
 * Measures every call on both servers by turns, round after round, the first of which only warms up.
 * @param duration of each load, ms
 */
export async function measureRounds(
  { former, present }: { readonly former: Server; readonly present: Server },
  rounds: number,
  duration: number,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const call of plainCalls) {
      // Who goes first changes from round to round, so that neither always meets the warmer machine.
      const order = round % 2 === 0 ? [former, present] : [present, former]
      const costs = new Map<Server, Cost>()
      for (const server of order) costs.set(server, await costOf(server, call, duration))
      const [before, now] = [costs.get(former), costs.get(present)]
      if (round > 0 && before && now) pairs.push({ name: call.name, former: before, present: now })
    }
    process.stderr.write(round === 0 ? 'warmed up\n' : `round ${round} of ${rounds}\n`)
  }
  return pairs
}
