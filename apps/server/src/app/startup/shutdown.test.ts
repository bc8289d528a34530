import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createShutdown } from './shutdown.ts'

const never = () => new Promise<never>(() => {})

describe('closing', () => {
  it('closes the latest first and each after the one before, and twice once', async () => {
    const open = createShutdown()
    const said: string[] = []
    for (const name of ['database', 'sealer', 'port']) {
      open.add(async () => {
        said.push(`${name} closes`)
        await sleep(5)
        said.push(`${name} closed`)
      })
    }
    await Promise.all([open.close(), open.close()])
    const order = ['port', 'sealer', 'database'].flatMap((name) => [`${name} closes`, `${name} closed`])
    expect(said).toEqual(order)
  })

  it('goes on past what fails or never ends, and says so', async () => {
    const open = createShutdown({ drain: 20, close: 20 })
    const said: string[] = []
    open.add(async () => void said.push('first'))
    open.add(never)
    open.add(async () => {
      throw new Error('broken')
    })
    await expect(open.close()).rejects.toMatchObject({
      errors: [{ message: 'broken' }, { message: 'it did not close in time' }],
    })
    expect(said).toEqual(['first'])
  })

  it('aborts the requests in flight when their time is over, or when a second signal comes', async () => {
    const slow = createShutdown({ drain: 20, close: 10_000 })
    const hurried = createShutdown({ drain: 60_000, close: 10_000 })
    const untilAborted = (drained: AbortSignal) =>
      new Promise((resolve) => drained.addEventListener('abort', resolve))
    for (const open of [slow, hurried]) open.add(untilAborted)
    await slow.close()
    const closed = hurried.close()
    await hurried.closeNow()
    await closed
  })

  it('waits for what would live on without it', async () => {
    const open = createShutdown({ drain: 5, close: 5 })
    const said: string[] = []
    open.add(async () => {
      await sleep(100)
      said.push('ended')
    }, 'until its end')
    await open.close()
    expect(said).toEqual(['ended'])
  })
})
