import { lookByUnverified } from './contacts.ts'
import { exhaust, exhaustRequests } from './exhaust.ts'
import { fuzz } from './fuzz.ts'
import { sendOthersIds } from './ids.ts'
import { attackInvitations, type ReadSecret } from './invitations.ts'
import { attackOpenId } from './openid.ts'
import { runRaces } from './races.ts'
import { replay } from './replay.ts'
import { type Account, type Outcome, Target } from './target.ts'

/** Target, accounts and limits of the attacks. */
interface AttackOptions {
  /** URL of the suite, e.g. `http://127.0.0.1:8080`. */
  readonly origin: string
  /** Time limit for all attacks together, in seconds. */
  readonly seconds: number
  /** Maximum number of requests of all attacks together. */
  readonly requests: number
  /** Account of a platform administrator; without one, only calls without a session are tried. */
  readonly administrator?: Account
  /** Account of a tenant administrator. */
  readonly tenantAdministrator?: Account
  /** Reads the messages to invited users; without it, the attack on invitations is skipped. */
  readonly readSecret?: ReadSecret
}

type Attack = (target: Target, outcome: Outcome) => Promise<void>

const noAdministrator = 'no platform administrator was given (ATTACK_ADMIN)'

/** Returns an attack that first signs in its accounts. */
const fuzzing =
  ({ administrator, tenantAdministrator }: AttackOptions): Attack =>
  async (target, outcome) => {
    const tokens: (string | undefined)[] = [undefined]
    for (const account of [tenantAdministrator, administrator]) {
      if (account) tokens.push(await target.signIn(outcome, account))
    }
    await fuzz(target, outcome, tokens)
  }

const sendingIds =
  (administrator: Account, tenantAdministrator?: Account): Attack =>
  async (target, outcome) => {
    const attackers = {
      nobody: undefined,
      ...(tenantAdministrator && {
        'a tenant administrator': await target.signIn(outcome, tenantAdministrator),
      }),
    }
    await sendOthersIds(target, outcome, await target.signIn(outcome, administrator), attackers)
  }

const lookingByUnverified =
  (administrator: Account, tenantAdministrator?: Account): Attack =>
  async (target, outcome) =>
    lookByUnverified(target, outcome, {
      administrator: await target.signIn(outcome, administrator),
      tenantAdministrator: tenantAdministrator && (await target.signIn(outcome, tenantAdministrator)),
    })

const invitations =
  (administrator: Account, readSecret: ReadSecret, tenantAdministrator?: Account): Attack =>
  async (target, outcome) => {
    const token = await target.signIn(outcome, administrator)
    const stranger = tenantAdministrator && (await target.signIn(outcome, tenantAdministrator))
    await attackInvitations(target, outcome, token, readSecret, stranger)
  }

/** Returns the attacks in their order. The longest is last, because it uses all the remaining time. */
function attacksOf(options: AttackOptions): Record<string, Attack | string> {
  const { administrator, tenantAdministrator, readSecret, requests } = options
  const inviting = readSecret
    ? administrator && invitations(administrator, readSecret, tenantAdministrator)
    : 'no inbox was given (ATTACK_INBOX)'
  return {
    replay: administrator ? (target, outcome) => replay(target, outcome, administrator) : noAdministrator,
    races: administrator ? (target, outcome) => runRaces(target, outcome, administrator) : noAdministrator,
    'unverified contacts': administrator
      ? lookingByUnverified(administrator, tenantAdministrator)
      : noAdministrator,
    invitations: inviting ?? noAdministrator,
    'OpenID provider': administrator
      ? (target, outcome) => attackOpenId(target, outcome, administrator)
      : noAdministrator,
    'ids of another tenant': administrator ? sendingIds(administrator, tenantAdministrator) : noAdministrator,
    'resource exhaustion':
      requests < exhaustRequests ? `the attack needs ${exhaustRequests} requests (--requests)` : exhaust,
    'fuzzed fields': fuzzing(options),
  }
}

/**
 * Attacks a running copy of the suite.
 * @returns the result of each attack; an attack that could not be finished reports the reason as a finding
 */
export async function attack(options: AttackOptions): Promise<Outcome[]> {
  const { origin, seconds, requests } = options
  const target = new Target({ origin, deadline: Date.now() + seconds * 1000, requests })
  const outcomes: Outcome[] = []
  for (const [name, step] of Object.entries(attacksOf(options))) {
    const outcome: Outcome = { name, requests: 0, findings: [], slowest: 0 }
    outcomes.push(outcome)
    if (typeof step === 'string') outcome.skipped = step
    else {
      await step(target, outcome).catch((error: unknown) => {
        outcome.findings.push(`not completed: ${error instanceof Error ? error.message : error}`)
      })
    }
  }
  return outcomes
}
