import type { Trx } from '../../platform/database/transaction.ts'

/** Selects all modules, each with its active release, if it has one. */
export const modulesWithActive = (trx: Trx) =>
  trx
    .selectFrom('remoteModule')
    .leftJoin('remoteRelease', (join) =>
      join
        .onRef('remoteRelease.name', '=', 'remoteModule.id')
        .onRef('remoteRelease.version', '=', 'remoteModule.active'),
    )
