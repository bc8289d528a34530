import { setTimeout as sleep } from 'node:timers/promises'
import { claimDue, hurryWaiting } from '../outbox/index.ts'
import type { Sender } from '../sender.ts'
import { deliver } from './deliver.ts'
import type { WorkerSettings } from './options.ts'

/** What ends a lane: `claiming` stops taking messages, `sending` gives up those on their way. */
export interface LaneSignals {
  readonly claiming: AbortSignal
  readonly sending: AbortSignal
}

/**
 * Sends the messages of one kind until it is stopped, a few at once. Each kind has its own lane, so that a
 * mail server that hangs holds up no SMS.
 */
export async function runLane(settings: WorkerSettings, sender: Sender, signals: LaneSignals): Promise<void> {
  const { db, interval, leaseSeconds, parallel, onError } = settings
  const underWay = new Set<Promise<void>>()
  // Whether messages may have been put off because the other side was away; nobody knows what was before.
  let outage = true
  // Those made due when the last outage ended. One that fails again fails by itself and keeps to its pauses.
  let hurried: ReadonlySet<string> = new Set()

  const send = async (claim: Parameters<typeof deliver>[1]['claim'], claimedAt: number) => {
    try {
      const outcome = await deliver(settings, { claim, sender, claimedAt, stopping: signals.sending })
      if (outcome === 'unreachable' && !hurried.has(claim.id)) outage = true
      if (outcome !== 'delivered' || !outage) return
      outage = false
      hurried = new Set(await hurryWaiting(db, sender.kind))
    } catch (error) {
      onError(error)
    }
  }

  /** @returns whether there may be more to take */
  const take = async (): Promise<boolean> => {
    const limit = parallel - underWay.size
    const claimedAt = performance.now()
    const claims = await claimDue(db, { kind: sender.kind, limit, leaseSeconds })
    for (const claim of claims) {
      const sending = send(claim, claimedAt).finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
    return claims.length === limit
  }

  const pause = () => sleep(interval, undefined, { signal: signals.claiming }).catch(() => {})

  while (!signals.claiming.aborted) {
    const more = await take().catch(onError)
    if (more) await Promise.race(underWay)
    else await pause()
  }
  await Promise.all(underWay)
}
