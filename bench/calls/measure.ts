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

/** A running server with signed-in callers. */
export interface Server {
  readonly connections: readonly Caller[]
  readonly pid: number
  readonly dataDir: string
  /** Version of PostgreSQL, as text. */
  readonly version: string
}

/** Cost of one load of one call. */
export interface Cost {
  readonly callsASecond: number
  /** Processor time per call of the server's process and of PostgreSQL, in ms. */
  readonly server: number
  readonly database: number
  readonly errors: number
}

/** The same call on both servers, measured one right after the other. */
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

/** The calls that screens make most often. */
const plainCalls: readonly PlainCall[] = [
  plain('first page of users', userList, { keyWord: '', userName: '', searchAll: false, ...firstPage }),
  plain('first page of tenants', tenantList, { keyWord: '', ...firstPage }),
  plain('first page of dictionary entries', dictionaryList, {
    categoryId: categories.tenantCategory,
    ...firstPage,
  }),
  plain('user info', userInfo, {}),
  plain('tenants of the drop-down list', tenantCombobox, { keyWord: '', limit: 20 }),
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
      if (!caller) throw new RangeError('There are fewer connections than callers')
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
 * Measures every call on both servers by turns. The first round only warms up.
 * @param duration time of each load, in ms
 */
export async function measureRounds(
  { former, present }: { readonly former: Server; readonly present: Server },
  rounds: number,
  duration: number,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const call of plainCalls) {
      // The order changes with each round, so that no server always gets the warmer machine.
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
