import { codes, overrideAllow, overrideEnd } from '@atrium/contract'
import { sql } from 'kysely'
import { reject } from '../../../platform/http/rejection.ts'
import { handle, type Route } from '../../../platform/http/route.ts'

export { overridesOf } from './of-page.ts'

/** Duration of an override, in hours: one working day. */
const hours = 8

const entity = 'module_override'

/** POST /release/override. */
const allowRoute = handle(
  overrideAllow,
  async ({ trx, audit, input: { name, origin }, caller: { sessionHash }, services: { profile } }) => {
    if (!profile.modules.overrides) reject(codes.switchedOff, 'override.refusal.off')
    const known = await trx.selectFrom('remoteModule').select('id').where('id', '=', name).executeTakeFirst()
    if (!known) reject(codes.notFound)
    const facts = { origin, expiresAt: sql<Date>`now() + make_interval(hours => ${hours})` }
    const { expiresAt } = await trx
      .insertInto('moduleOverride')
      .values({ sessionHash, name, ...facts })
      .onConflict((conflict) => conflict.columns(['sessionHash', 'name']).doUpdateSet(facts))
      .returning('expiresAt')
      .executeTakeFirstOrThrow()
    audit({ entity, entityId: name, after: { name, origin, expiresAt } })
    return { name, origin, expireTime: expiresAt.toISOString() }
  },
  { asSystem: true },
)

/**
 * Handles POST /release/override/end. It needs no permission, so that users who have lost theirs can still end an
 * override.
 */
const endRoute = handle(
  overrideEnd,
  async ({ trx, audit, input: { name }, caller: { sessionHash } }) => {
    const ended = await trx
      .deleteFrom('moduleOverride')
      .where('sessionHash', '=', sessionHash)
      .where('name', '=', name)
      .returning(['name', 'origin', 'expiresAt'])
      .executeTakeFirst()
    if (!ended) return reject(codes.notFound)
    audit({ entity, entityId: name, before: ended })
    return null
  },
  { asSystem: true },
)

/** Routes for overrides: modules that run from a user's own machine. */
export const overrideRoutes: readonly Route[] = [allowRoute, endRoute]
