import { parseProfile } from '@atrium/contract'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import type { ReleaseLocations } from '../../modules/releases/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLogger } from '../../platform/observability/logger.ts'
import { type AppOptions, createApp } from '../app.ts'
import { routes } from '../routes.ts'

/**
 * Creates the whole server on a database, without a port. Clients may set their address by X-Forwarded-For.
 * @param changed differences from an ordinary deployment
 */
export const testApp = (
  db: Kysely<Database>,
  changed: Partial<AppOptions> & { readonly releases?: ReleaseLocations } = {},
): Promise<FastifyInstance> => {
  const { profile = parseProfile({}), releases } = changed
  return createApp({
    routes,
    services: testServices({ db }, profile, releases),
    profile,
    logger: createLogger('silent'),
    floodLimits: { requests: 1_000_000, files: 1_000_000 },
    connectionLimits: profile.limits.connections,
    trustedProxies: 'loopback',
    ...changed,
  })
}
