import type { Override } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { findCaller } from '../../../platform/caller/find-caller.ts'
import { tokenHash } from '../../../platform/caller/token.ts'
import { asSystem, inTransaction } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'

/** The key of the session in which a page is asked for, as the shell keeps it. */
function sessionKeyOf({ cookies }: FastifyRequest): string | undefined {
  try {
    const { sessionKey } = JSON.parse(cookies.usercache ?? '{}') as { sessionKey?: unknown }
    return typeof sessionKey === 'string' ? sessionKey : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the modules that run from the user's own machine: those that they have allowed in this session, as long as
 * the profile allows it and their system role has the menu of modules. Empty while the database is away: serving the
 * page matters more than an override.
 */
export async function overridesOf(services: Services, request: FastifyRequest): Promise<readonly Override[]> {
  const token = services.profile.modules.overrides ? sessionKeyOf(request) : undefined
  if (!token) return []
  return allowedOverrides(services, token).catch((error: unknown) => {
    request.log.warn({ err: error }, 'overrides not read')
    return []
  })
}

async function allowedOverrides({ db, profile }: Services, token: string): Promise<readonly Override[]> {
  const rows = await inTransaction(
    db,
    asSystem,
    (trx) =>
      trx
        .selectFrom('moduleOverride')
        .select(['name', 'origin', 'expiresAt'])
        .where('sessionHash', '=', tokenHash(token))
        .where('expiresAt', '>', new Date())
        .orderBy('name')
        .execute(),
    { readOnly: true },
  )
  if (rows.length === 0) return []
  const caller = await findCaller(db, token, profile.sessionLifetime)
  if (typeof caller === 'number' || !caller.menus.has('module')) return []
  return rows.map(({ name, origin, expiresAt }) => ({ name, origin, expireTime: expiresAt.toISOString() }))
}
