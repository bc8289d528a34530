import type { Page, Request, Route } from '@playwright/test'

/** A request that a screen needed, and after how many round trips of others it was made. */
interface Asked {
  readonly request: Request
  /** 1 for the page itself, 2 for what its document names, and so on. */
  readonly wave: number
}

/** Resolves once the page has done all that it can do with what it has. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const again = (times: number) =>
          times === 0 ? resolve() : requestIdleCallback(() => setTimeout(() => again(times - 1), 20))
        again(3)
      }),
  )

/**
 * Opens an address with the network answering in waves: whatever the page asks for waits until it can do nothing more
 * without a response, and then all of it is answered at once. How many waves it takes until the screen stands is the
 * number of round trips that a line, however slow, makes a user wait for; no clock is in it.
 * @param ready what says that the screen stands
 * @returns all that was asked for until then, in order
 */
export async function openInWaves(page: Page, address: string, ready: string): Promise<Asked[]> {
  const asked: Asked[] = []
  const held: Route[] = []
  const answered = new Set<Request>()
  const note = (request: Request) => void answered.add(request)
  page.on('requestfinished', note).on('requestfailed', note)
  let open = false
  await page.route('**', (route) => (open ? route.continue() : void held.push(route)))
  const committed = page.goto(address, { waitUntil: 'commit' })
  for (let wave = 1; ; wave++) {
    while (held.length === 0) await new Promise((resume) => setTimeout(resume, 10))
    const routes = held.splice(0)
    for (const route of routes) {
      asked.push({ request: route.request(), wave })
      await route.continue()
    }
    if (wave === 1) await committed
    while (!routes.every((route) => answered.has(route.request())))
      await new Promise((resume) => setTimeout(resume, 10))
    await idle(page)
    if (await page.locator(ready).first().isVisible()) break
  }
  open = true
  for (const route of held.splice(0)) await route.continue()
  return asked
}
