import type { Request } from '@playwright/test'
import { type Budget, budgets } from './budgets.ts'
import { expect, test } from './support/test.ts'
import { openInWaves } from './support/waves.ts'

const pathOf = (request: Request): string => new URL(request.url()).pathname

/** Returns the bytes sent for files with this ending. Headers do not count: they depend on the operator's set-up. */
async function bytesOf(requests: readonly Request[], ending: string): Promise<number> {
  const files = requests.filter((request) => pathOf(request).endsWith(ending))
  const sizes = await Promise.all(files.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

for (const budget of budgets) {
  test.describe(budget.remote, () => {
    test.use({ as: budget.as, newBrowser: true })

    test(`${budget.screen} keeps to its budget and fetches nothing twice`, async ({ page }) => {
      const asked = await openInWaves(page, budget.screen, budget.ready)
      const requests = asked.map(({ request }) => request)
      const files = requests.filter((request) => !pathOf(request).startsWith('/api/'))
      const own = files.filter((request) => pathOf(request).startsWith(`/remotes/${budget.remote}/`))
      const used: Omit<Budget, 'remote' | 'screen' | 'ready' | 'as'> = {
        js: await bytesOf(own, '.js'),
        css: await bytesOf(own, '.css'),
        requests: files.length,
        roundTrips: Math.max(...asked.map(({ wave }) => wave)),
      }
      const report = [
        JSON.stringify(used),
        ...asked.map(({ request, wave }) => `${wave} ${pathOf(request)}`),
      ].join('\n')
      // Preloaded files are the same files that are used later, with the same integrity, so each is fetched once.
      expect(new Set(files.map(pathOf)).size, report).toBe(files.length)
      for (const name of ['js', 'css', 'requests', 'roundTrips'] as const)
        expect(used[name], `${name}\n${report}`).toBeLessThanOrEqual(budget[name])
    })
  })
}
