import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ReleaseManifest } from '@atrium/federation'
import { expect, type Locator, type Page } from '@playwright/test'
import { dataFolder } from './suite.ts'

const root = resolve('e2e/fixtures/notes')
const built = resolve(root, 'dist/browser')

/** These are in the shared server's folder, which every run empties. */
const begun = resolve(dataFolder, 'notes-begun')
const ended = resolve(dataFolder, 'notes-ended')

/**
 * Builds the `notes` remote that joins other remotes in tests, in the same way as the suite's own. The first caller
 * builds it; the others wait.
 */
export const buildNotes = async (): Promise<void> => {
  const first = await mkdir(begun).then(
    () => true,
    () => false,
  )
  if (first) {
    const compiler = resolve('packages/federation/src/release/compile-cli.ts')
    const built = promisify(execFile)(process.execPath, [compiler, resolve(root, 'webpack.config.ts')])
    await built.catch(async (error: unknown) => {
      await rmdir(begun)
      throw error
    })
    await mkdir(ended)
  }
  await expect.poll(() => existsSync(ended), { message: 'the remote is built', timeout: 40_000 }).toBe(true)
}

/** Part of the global object for remotes that is used here. */
interface Federation {
  readonly __atriumFederation: { readonly shareScope: object }
}

/** Global object that the remote's entry script defines. */
interface Container {
  init(shared: object): unknown
  get(module: string): Promise<() => { mount(element: Element): void }>
}

/**
 * Adds the remote to the current page.
 * @returns its element, which shows the numbers of calls, responses and rejections
 */
export const joinNotes = async (page: Page): Promise<Locator> => {
  const manifest = JSON.parse(await readFile(resolve(built, 'release.json'), 'utf8')) as ReleaseManifest
  await page.route('**/remotes/notes/*', (route) =>
    route.fulfill({ path: resolve(built, basename(new URL(route.request().url()).pathname)) }),
  )
  await page.addScriptTag({ url: `/remotes/notes/${manifest.container.entry}` })
  await page.evaluate(async (name) => {
    const { shareScope } = (globalThis as unknown as Federation).__atriumFederation
    const container: Container = Reflect.get(globalThis, name)
    await container.init(shareScope)
    const make = await container.get('./mount')
    make().mount(document.body.appendChild(document.createElement('div')))
  }, manifest.container.global)
  const notes = page.locator('#notes')
  await expect(notes).toHaveAttribute('data-asked', '0')
  return notes
}

/**
 * Makes the remote ask the CTMS for its site.
 * @returns the element that shows the site's name
 */
export const askCtmsByNotes = async (page: Page): Promise<Locator> => {
  await page.evaluate(() => window.dispatchEvent(new Event('notes:site')))
  return page.locator('#notes-site')
}

/** Makes the remote call the server once. */
export const askByNotes = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('notes:ask')))
