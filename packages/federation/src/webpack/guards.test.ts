import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { buildFixture } from '../../test/build-fixture.ts'
import { sharedModules } from './shared.ts'

const buildError = (name: 'copycat'): Promise<string> =>
  buildFixture(name).then(
    () => 'built',
    ({ message }: Error) => message,
  )

it('fails the build of a remote with its own copy of a library or a part that the host does not provide', async () => {
  const report = await buildError('copycat')
  expect(report).toMatch(/react-dom[\\/]client\.js would be a second copy on the page/)
  expect(report).toContain('zod/mini: cidrv6 is used but not provided')
}, 180_000)

it('shares every entry of ui-kit', async () => {
  const uiKit = join(import.meta.dirname, '../../../ui-kit/package.json')
  const { exports } = JSON.parse(await readFile(uiKit, 'utf8')) as { readonly exports: object }
  const entries = Object.keys(exports).map((entry) => entry.replace('.', '@atrium/ui-kit'))
  expect(sharedModules.map(({ request }) => request)).toEqual(expect.arrayContaining(entries))
})
