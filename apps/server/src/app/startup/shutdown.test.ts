import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createShutdown } from './shutdown.ts'

const never = () => new Promise<never>(() => {})

describe('closing', () => {
  it('closes parts one at a time, the latest first, and only once when called twice', async () => {
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

  it('continues after parts that fail or never close, and reports them', async () => {
    const open = createShutdown({ drain: 20, close: 20 })
    const said: string[] = []
    open.add(async () => void said.push('first'))
    open.add(never)
    open.add(async () => {
      throw new Error('broken')
    })
    await expect(open.close()).rejects.toMatchObject({
      errors: [{ message: 'broken' }, { message: 'a part of the server did not close in time' }],
    })
    expect(said).toEqual(['first'])
  })

  it('drops requests in flight after the time limit, or on a second signal', async () => {
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

  it('waits without limit for parts that would otherwise keep running', async () => {
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
