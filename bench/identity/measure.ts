import { signIn } from '@atrium/contract'
import type { ClientBase } from 'pg'
import { Client } from 'undici'
import { errorCount, type LoadResult, underLoad } from '../lib/callers.ts'
import { type Caller, encryptPassword } from '../lib/client/index.ts'
import { databaseTime, processorTime } from '../lib/processor-time.ts'
import { logStatements, type Statements, statementsOf } from '../lib/statements.ts'
import { password, userNameOf } from '../sign-in/users.ts'
import { Browser } from './browser.ts'
import { beginSignIn, type Exchange, exchange, exchangeOf, type Product } from './product.ts'

/** Number of products' servers that exchange codes at once. */
export const exchangeCallers = 16

/** Time for which a code is valid, in ms. */
const codeLifetime = 60_000

/** Products of the tenant in the order in which a user signs in to them. */
export type Products = readonly [first: Product, second: Product]

/** Signs users in to the suite. @returns a browser for each */
export async function browsersOf(caller: Caller, users: number): Promise<Browser[]> {
  const key = await caller.loginKey()
  const browsers: Browser[] = []
  for (let user = 0; user < users; user++) {
    const userName = userNameOf(user)
    const encrypted = encryptPassword({ password, purpose: 'sign-in', name: userName }, key)
    caller.address = `10.1.${user >> 8}.${user & 255}`
    const { token } = await caller.send(signIn, { userName, password: encrypted, captcha: '', checkKey: '' })
    browsers.push(new Browser(token, caller.address))
  }
  return browsers
}

/** Runs some work with a number of connections to the server, and closes them afterwards. */
export async function withConnections<T>(
  url: string,
  count: number,
  work: (connections: readonly Client[]) => Promise<T>,
): Promise<T> {
  const connections = Array.from({ length: count }, () => new Client(url, { pipelining: 1 }))
  try {
    return await work(connections)
  } finally {
    await Promise.all(connections.map((connection) => connection.close()))
  }
}

/** Lets a user sign in to a product, up to the code. @returns the product's request to exchange it */
async function obtainCode(connection: Client, browser: Browser, product: Product): Promise<Exchange> {
  const request = beginSignIn(product)
  return exchangeOf(product, request, await browser.open(connection, request.url))
}

/** Signs a user in to a product, from the product's request to its tokens. */
export const signInTo = async (connection: Client, browser: Browser, product: Product): Promise<void> =>
  exchange(connection, await obtainCode(connection, browser, product))

/** Times of sign-ins to a first and to a second product, in ms. */
export interface SignInTimes {
  readonly first: readonly number[]
  readonly second: readonly number[]
}

/** Signs users in to both products, one after another. */
export async function timeSignIns(
  connection: Client,
  browsers: readonly Browser[],
  [first, second]: Products,
): Promise<SignInTimes> {
  const timeOf = async (browser: Browser, product: Product): Promise<number> => {
    const begun = performance.now()
    await signInTo(connection, browser, product)
    return performance.now() - begun
  }
  const times = { first: [] as number[], second: [] as number[] }
  for (const browser of browsers) {
    times.first.push(await timeOf(browser, first))
    times.second.push(await timeOf(browser, second))
  }
  return times
}

/** A running server, and users who have signed in to the product before. */
export interface Signed {
  readonly connections: readonly Client[]
  readonly browsers: readonly Browser[]
  readonly product: Product
  readonly pid: number
  readonly dataDir: string
}

/** A load of exchanges. */
export interface Exchanges extends LoadResult {
  /** Processor time per exchange of the server's process and of PostgreSQL, in ms. */
  readonly server: number
  readonly database: number
}

/**
 * Exchanges codes, which are obtained first.
 * @param codes their number
 * @throws Error if a code cannot be obtained
 */
async function exchangeCodes(
  { connections, browsers, product, pid, dataDir }: Signed,
  codes: number,
): Promise<Exchanges> {
  const exchanges: Exchange[] = []
  const load = { callers: connections.length, duration: codeLifetime, calls: codes }
  const obtained = await underLoad({
    ...load,
    call: async (turn, caller) => {
      const [connection, browser] = [connections[caller], browsers[turn % browsers.length]]
      if (connection && browser) exchanges.push(await obtainCode(connection, browser, product))
    },
  })
  if (errorCount(obtained) > 0) throw new Error([...obtained.errors.keys()].join('\n'))
  const [server, database] = [await processorTime(pid), await databaseTime(dataDir)]
  const result = await underLoad({
    ...load,
    calls: exchanges.length,
    call: async (turn, caller) => {
      const [connection, request] = [connections[caller], exchanges[turn]]
      if (connection && request) await exchange(connection, request)
    },
  })
  return {
    ...result,
    server: ((await processorTime(pid)) - server) / codes,
    database: ((await databaseTime(dataDir)) - database) / codes,
  }
}

/** Exchanges codes several times. The first round only warms up. */
export async function exchangeRounds(signed: Signed, rounds: number, codes: number): Promise<Exchanges[]> {
  const all: Exchanges[] = []
  for (let round = 0; round <= rounds; round++) {
    const measured = await exchangeCodes(signed, codes)
    if (round > 0) all.push(measured)
    process.stderr.write(round === 0 ? 'warmed up\n' : `round ${round} of ${rounds}\n`)
  }
  return all
}

/** Statements of sign-ins to a first and to a second product. */
export interface SignInStatements {
  readonly first: readonly Statements[]
  readonly second: readonly Statements[]
}

/** Counts the statements of sign-ins. @param browsers of users who have not signed in to a product yet */
export async function countSignIns(
  owner: ClientBase,
  connection: Client,
  browsers: readonly Browser[],
  [first, second]: Products,
): Promise<SignInStatements> {
  await logStatements(owner)
  const counted = { first: [] as Statements[], second: [] as Statements[] }
  for (const browser of browsers) {
    counted.first.push(await statementsOf(owner, () => signInTo(connection, browser, first)))
    counted.second.push(await statementsOf(owner, () => signInTo(connection, browser, second)))
  }
  return counted
}
