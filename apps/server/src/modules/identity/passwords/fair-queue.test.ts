import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { FairQueue, type QueueLimits } from './fair-queue.ts'

const queueOf = (limits: Partial<QueueLimits> = {}) => {
  const queue = new FairQueue({ atOnce: 1, perAddress: 100, total: 500, ...limits })
  const done: string[] = []
  const attempts: Promise<void>[] = []
  /** Starts an attempt with one job and records its end. */
  const come = (address: string) => {
    const attempt = queue.withSlot(address, (runQueued) =>
      runQueued(async () => {
        await tick()
        done.push(address)
      }),
    )
    attempts.push(attempt)
    return attempt
  }
  return { queue, done, come, settled: () => Promise.allSettled(attempts) }
}

const times = <Result>(count: number, work: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => work(index))

describe('the queue', () => {
  it('makes a newcomer wait for one job of each other address only', async () => {
    const { done, come, settled } = queueOf()
    times(100, () => come('busy'))
    times(50, () => come('busy too'))
    come('late')
    await settled()
    // One job was already running, and each other address has one before it.
    expect(done.indexOf('late')).toBeLessThanOrEqual(3)
    expect(done).toHaveLength(151)
  })

  it('alternates between addresses and keeps the order within each', async () => {
    const { queue } = queueOf()
    const done: string[] = []
    const come = (address: string, name: string) =>
      queue.withSlot(address, (runQueued) =>
        runQueued(async () => {
          await tick()
          done.push(name)
        }),
      )
    await Promise.all([
      come('a', 'a1'),
      come('a', 'a2'),
      come('a', 'a3'),
      come('b', 'b1'),
      come('b', 'b2'),
      come('c', 'c1'),
    ])
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('never runs more jobs at once than allowed', async () => {
    const { queue } = queueOf({ atOnce: 2 })
    let [running, max] = [0, 0]
    await Promise.all(
      times(10, (index) =>
        queue.withSlot(`address-${index % 3}`, (runQueued) =>
          runQueued(async () => {
            running += 1
            max = Math.max(max, running)
            await tick()
            running -= 1
          }),
        ),
      ),
    )
    expect(max).toBe(2)
  })

  it('rejects an address without free slots before any work, and accepts it again later', async () => {
    const { done, come, settled } = queueOf({ perAddress: 3 })
    times(3, () => come('busy'))
    await expect(come('busy')).rejects.toMatchObject({ statusCode: 503 })
    come('other')
    await settled()
    expect(done).toHaveLength(4)
    await come('busy')
    expect(done).toHaveLength(5)
  })

  it('keeps slots for new addresses, however many others queue', async () => {
    const { queue } = queueOf({ perAddress: 100, total: 120 })
    const never = Promise.withResolvers<void>()
    const held = { a: 0, b: 0, c: 0 }
    const enter = (address: keyof typeof held) =>
      queue.withSlot(address, () => {
        held[address] += 1
        return never.promise
      })
    const entered = (['a', 'b', 'c'] as const).flatMap((address) =>
      times(100, () => enter(address).catch((error: unknown) => error)),
    )
    expect(held).toEqual({ a: 60, b: 30, c: 15 })
    await queue.withSlot('newcomer', async () => undefined)
    never.resolve()
    await Promise.all(entered)
  })

  it('continues after failed work', async () => {
    const { queue } = queueOf()
    const failed = queue.withSlot('a', (runQueued) => runQueued(() => Promise.reject(new Error('failed'))))
    await expect(failed).rejects.toThrow('failed')
    expect(await queue.withSlot('a', (runQueued) => runQueued(async () => 'done'))).toBe('done')
  })
})
