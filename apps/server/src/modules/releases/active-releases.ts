import type { Trx } from '../../platform/database/transaction.ts'

/** All modules, each with the release that is active unless a rule says otherwise, if there is one. */
export const modulesWithActive = (trx: Trx) =>
  trx
    .selectFrom('remoteModule')
    .leftJoin('remoteRelease', (join) =>
      join
        .onRef('remoteRelease.name', '=', 'remoteModule.id')
        .onRef('remoteRelease.version', '=', 'remoteModule.active'),
    )
