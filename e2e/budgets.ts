/** What the first screen of a remote may cost somebody whose browser has never been there. */
export interface Budget {
  /** The remote's name. */
  readonly remote: string
  readonly screen: string
  /** What says that the screen stands. */
  readonly ready: string
  readonly as: 'administrator' | 'tenantAdministrator' | 'nobody'
  /** Bytes of the remote's own scripts and styles, compressed as they are sent. */
  readonly js: number
  readonly css: number
  /** All that is asked for until the screen stands, but for calls. */
  readonly requests: number
  /**
   * Time to ready, counted where a clock would measure the machine: round trips one after the other until the screen
   * stands, the page's own and calls among them. In seconds bench/page tells it.
   */
  readonly roundTrips: number
}

const list = 'tbody tr, [role=table]'

/**
 * A tenth or so above what each needs: a remote that needs more raises its own, and says why. Lists search selects on the
 * server, name the time zone of days and the state of each invited person, which cost each of them half a kilobyte.
 */
export const budgets: readonly Budget[] = [
  {
    remote: 'sign-in',
    screen: '/#/signIn/index',
    ready: 'input[type=password]',
    as: 'nobody',
    js: 8400,
    css: 1200,
    requests: 7,
    roundTrips: 2,
  },
  {
    remote: 'system-admin',
    screen: '/#/systemManger/tenant',
    ready: list,
    as: 'administrator',
    js: 16_500,
    css: 500,
    requests: 32,
    roundTrips: 8,
  },
  {
    remote: 'software-base',
    screen: '/#/software/softwareManger',
    ready: list,
    as: 'administrator',
    js: 18_000,
    css: 500,
    requests: 33,
    roundTrips: 8,
  },
  {
    remote: 'tenant-admin',
    screen: '/#/tenantManager/tenantUser',
    ready: list,
    as: 'administrator',
    js: 18_500,
    css: 500,
    requests: 35,
    roundTrips: 8,
  },
  {
    remote: 'study-admin',
    screen: '/#/projectManager/userAllowed',
    ready: list,
    // Of the tenants of all tests, only this one's studies are known.
    as: 'tenantAdministrator',
    js: 19_000,
    css: 500,
    requests: 37,
    roundTrips: 11,
  },
]
