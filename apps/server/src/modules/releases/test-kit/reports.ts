import { type InputOf, releaseModules, releaseReport } from '@atrium/contract'
import { newAddress, send } from '../../identity/sign-in/test-kit/index.ts'
import type { ReleaseSuite } from './server.ts'

/** Report of a browser about a release. */
export type ReportedEvent = InputOf<typeof releaseReport>['events'][number]

const version = '1.1.0'

/** Creates a failure report of release 1.1.0. */
export const failureOf = (name: string, facts: object = {}): ReportedEvent =>
  ({
    kind: 'failed',
    name,
    version,
    stage: 'entry',
    status: 404,
    detail: 'TypeError: x',
    ...facts,
  }) as ReportedEvent

/**
 * Creates a load report of release 1.1.0.
 * @param readyTime milliseconds
 */
export const loadOf = (name: string, readyTime = 900, facts: object = {}): ReportedEvent =>
  ({ kind: 'loaded', name, version, readyTime, ...facts }) as ReportedEvent

/** Sends a report as a browser does, from a new network address by default. */
export const sendReport = (
  suite: ReleaseSuite,
  events: readonly ReportedEvent[],
  sender: { readonly token?: string; readonly address?: string } = {},
  server = suite.server,
) => send(server, releaseReport, { events: [...events] }, { address: newAddress(), ...sender })

/** Returns a module as the Modules screen shows it. */
export const moduleOf = async (suite: ReleaseSuite, name: string) =>
  (await send(suite.server, releaseModules, {}, suite.admin)).data?.find((one) => one.name === name)

/** Sets the route of all releases of a module. */
export const setRoute = (suite: ReleaseSuite, name: string, route: string) =>
  suite.database.owner
    .updateTable('remoteRelease')
    .set({ routes: [route] })
    .where('name', '=', name)
    .execute()
