/** Limits for the first screen of a remote in a browser with an empty cache. */
export interface Budget {
  /** Name of the remote. */
  readonly remote: string
  readonly screen: string
  /** Selector of an element that shows that the screen is ready. */
  readonly ready: string
  readonly as: 'administrator' | 'tenantAdministrator' | 'nobody'
  /** Bytes of the remote's own scripts and styles, as compressed for sending. */
  readonly js: number
  readonly css: number
  /** Number of requests until the screen is ready, without API calls. */
  readonly requests: number
  /**
   * Number of round trips in sequence until the screen is ready, including those of the page and API calls. A clock
   * would measure the machine instead; bench/page measures seconds.
   */
  readonly roundTrips: number
}

const list = 'tbody tr, [role=table]'

/**
 * Limits about a tenth above each remote's current need: raise a remote's limit only with a reason. Selects that
 * search on the server, time zones beside days, the state of invited users, and that of authorized users at the product
 * each cost half a kilobyte. Periods of memberships and their extension cost a kilobyte. Histories share the table with
 * the lists, whose part of the kit is therefore split in two: one more request. Reasons for changes cost half a kilobyte, and so do
 * the texts of the access report, those of the reviews of access and of the audit trail, and those of explanations of access.
 * Those of privacy and inspections cost three kilobytes, and those of trainings one.
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
    js: 26_000,
    css: 500,
    requests: 33,
    roundTrips: 8,
  },
  {
    remote: 'tenant-admin',
    screen: '/#/tenantManager/tenantUser',
    ready: list,
    as: 'administrator',
    js: 19_400,
    css: 500,
    requests: 37,
    roundTrips: 8,
  },
  {
    remote: 'study-admin',
    screen: '/#/projectManager/userAllowed',
    ready: list,
    // Studies are known only for this tenant, not for the tenants of other tests.
    as: 'tenantAdministrator',
    js: 24_500,
    css: 500,
    requests: 38,
    roundTrips: 11,
  },
]
