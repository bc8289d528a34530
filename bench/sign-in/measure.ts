import { hashPassword } from '@atrium/server/passwords'
import type { LoadResult } from '../lib/callers.ts'
import type { Caller, HeldKey } from '../lib/client/index.ts'
import { hashAlone, listTenants, signInAgain } from './loads.ts'
import { password, userNameOf } from './users.ts'

/** The callers: users who sign in, and signed-in users who request lists. */
export interface Connections {
  readonly signingIn: readonly Caller[]
  readonly listing: readonly Caller[]
}

/** One round of all loads, so that all of them meet the same state of the machine. */
export interface Round {
  readonly hashes: LoadResult
  readonly signIns: LoadResult
  readonly quietList: LoadResult
  readonly quietSingleList: LoadResult
  readonly busyList: LoadResult
  readonly busySingleList: LoadResult
  /** Sign-ins during `busyList`. */
  readonly signInsBeside: LoadResult
}

/**
 * Measures all rounds.
 * @param users number of users who sign in
 * @param duration time of each load, in ms
 */
export async function measureRounds(
  connections: Connections,
  users: number,
  rounds: number,
  duration: number,
): Promise<Round[]> {
  const key = await connections.listing[0]?.loginKey()
  if (!key) throw new Error('There is no caller to request the login key')
  const passwordHash = await hashPassword(password)
  const all: Round[] = []
  for (let round = 0; round <= rounds; round++) {
    // The first round only warms up, for a shorter time.
    const measured = await measureRound(
      connections,
      key,
      users,
      passwordHash,
      round === 0 ? duration / 4 : duration,
    )
    if (round > 0) all.push(measured)
    process.stderr.write(round === 0 ? 'warmed up\n' : `round ${round} of ${rounds}\n`)
  }
  return all
}

async function measureRound(
  { signingIn, listing }: Connections,
  key: HeldKey,
  users: number,
  passwordHash: string,
  duration: number,
): Promise<Round> {
  const userNames = Array.from({ length: users }, (_, index) => userNameOf(index))
  const signInsNow = () => signInAgain(signingIn, key, { userNames, password }, duration)
  const single = listing.slice(0, 1)
  const hashes = await hashAlone(passwordHash, duration)
  const signIns = await signInsNow()
  const quietList = await listTenants(listing, duration)
  const [signInsBeside, busyList] = await Promise.all([signInsNow(), listTenants(listing, duration)])
  const quietSingleList = await listTenants(single, duration)
  const [, busySingleList] = await Promise.all([signInsNow(), listTenants(single, duration)])
  return { hashes, signIns, quietList, quietSingleList, busyList, busySingleList, signInsBeside }
}
