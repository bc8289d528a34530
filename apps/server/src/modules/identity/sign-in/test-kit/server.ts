import { Writable } from 'node:stream'
import { type Profile, parseProfile } from '@atrium/contract'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import { testServices } from '../../../../../test-support/services.ts'
import { createApp } from '../../../../app/app.ts'
import { createLogger } from '../../../../platform/observability/logger.ts'
import { captchaRoute } from '../../captcha/index.ts'
import { passwordChangeRoutes } from '../../password-change/index.ts'
import { loginKeyRoute } from '../../passwords/index.ts'
import { profileRoutes } from '../../profile/index.ts'
import { ssoRoutes } from '../../sso/index.ts'
import { signInRoutes } from '../index.ts'

/** Base URL of the API. */
export interface Reachable {
  readonly api: string
}

/** A server on its own port, in this process. */
export interface RunningServer extends Reachable {
  /** Returns everything it has logged, at all levels. */
  readonly log: () => string
  readonly close: () => Promise<void>
}

export { secrets } from '../../../../../test-support/secrets.ts'

/** Starts a server on a database. Tests set the client's address by X-Forwarded-For. */
export const startServer = async (
  { db }: TestDatabase,
  profile: Profile = parseProfile({}),
): Promise<RunningServer> => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await createApp({
    routes: [
      loginKeyRoute,
      captchaRoute,
      ...signInRoutes,
      ...ssoRoutes,
      ...passwordChangeRoutes,
      ...profileRoutes,
    ],
    services: testServices({ db }, profile),
    profile,
    logger: createLogger('trace', sink),
    floodLimits: { requests: 1_000_000, files: 1_000_000 },
    connectionLimits: profile.limits.connections,
    trustedProxies: 'loopback',
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { api: `${address}/api`, log: () => lines.join(''), close: () => app.close() }
}
