import type { Page, Request, Route } from '@playwright/test'

/** A request that a screen needed, and the number of round trips before it. */
interface Asked {
  readonly request: Request
  /** Number of the wave: 1 for the page itself, 2 for the files in its document, and so on. */
  readonly wave: number
}

/** Resolves once the page can do nothing more without another response. */
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
 * Opens a URL with the network responding in waves: all requests wait until the page can do nothing more without a
 * response, then all get their responses at once. The number of waves until the screen is ready is the number of
 * round trips that a user waits for on a slow line, measured without a clock.
 * @param ready selector of an element that shows that the screen is ready
 * @returns all requests until then, in order
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
