import type { Override } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { findCaller } from '../../../platform/caller/find-caller.ts'
import { tokenHash } from '../../../platform/caller/token.ts'
import { asSystem, inTransaction } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'

/** Returns the session key from the shell's cookie of a page request. */
function sessionKeyOf({ cookies }: FastifyRequest): string | undefined {
  try {
    const { sessionKey } = JSON.parse(cookies.usercache ?? '{}') as { sessionKey?: unknown }
    return typeof sessionKey === 'string' ? sessionKey : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the modules that run from the user's own machine. The user must have allowed them in this session, the
 * profile must permit overrides, and the user's system role must have the menu of modules. Returns an empty list if
 * the database is unavailable: serving the page matters more than an override.
 */
export async function overridesOf(services: Services, request: FastifyRequest): Promise<readonly Override[]> {
  const token = services.profile.modules.overrides ? sessionKeyOf(request) : undefined
  if (!token) return []
  return allowedOverrides(services, token).catch((error: unknown) => {
    request.log.warn({ err: error }, 'overrides could not be read')
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
