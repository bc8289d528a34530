import { ownWritesSeen } from '../caller/own-writes.ts'
import type { Seen } from '../database/replica.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RunAs, Trx } from '../database/transaction.ts'
import { Rejection } from './rejection.ts'
import type { Execution } from './work.ts'

type Asked = Pick<Execution, 'services' | 'caller'>

/**
 * Returns what a replica must have for a session: everything that the session has written. The primary has already
 * checked the session and its rights.
 */
const seenBy =
  ({ services, caller }: Asked) =>
  (): Promise<Seen> =>
    ownWritesSeen(services.db, caller.sessionHash)

/**
 * Reads for a session from the replica, if there is one.
 * @returns undefined if the primary must be asked, as after a rejection: the replica may not have a new row yet
 */
export const readOnReplica = async <Result>(
  asked: Asked,
  as: RunAs,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result | undefined> =>
  asked.services.replica?.read(as, seenBy(asked), (trx) =>
    work(trx).catch((error: unknown) => {
      if (error instanceof Rejection) return undefined
      throw error
    }),
  )

/**
 * Opens a snapshot for a session on the replica, if there is one and it allows long reads.
 * @returns undefined if the primary must be used, which `begin` may also decide
 */
export const snapshotOnReplica = async <Begun>(
  asked: Asked,
  as: RunAs,
  begin: (snapshot: Snapshot) => Promise<Begun | undefined>,
): Promise<Begun | undefined> => asked.services.replica?.openSnapshot(as, seenBy(asked), begin)
