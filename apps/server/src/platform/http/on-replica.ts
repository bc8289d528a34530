import { ownWritesSeen } from '../caller/own-writes.ts'
import type { Seen } from '../database/replica.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { RunAs, Trx } from '../database/transaction.ts'
import { Rejection } from './rejection.ts'
import type { Execution } from './work.ts'

type Asked = Pick<Execution, 'services' | 'caller'>

/** What a session must find on a replica: all that it has written. Who calls, and what they hold, the primary has said. */
const seenBy =
  ({ services, caller }: Asked) =>
  (): Promise<Seen> =>
    ownWritesSeen(services.db, caller.sessionHash)

/**
 * Reads for a session on the replica, where there is one.
 *
 * @returns undefined if the primary is to be asked: what is not there, or is rejected, may be too new for a replica
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
 * Begins to read a snapshot for a session on the replica, where there is one and it lets it read for long.
 *
 * @returns undefined if the primary is to be asked, as `begin` itself may say
 */
export const snapshotOnReplica = async <Begun>(
  asked: Asked,
  as: RunAs,
  begin: (snapshot: Snapshot) => Promise<Begun | undefined>,
): Promise<Begun | undefined> => asked.services.replica?.openSnapshot(as, seenBy(asked), begin)
