import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'

const openFiles = pathToFileURL(join(import.meta.dirname, 'open-files.ts'))

/**
 * Fits 4000 connections into an open-file limit.
 * @returns the new limit, and the reported figures
 */
async function fit(limit: number): Promise<unknown> {
  const code = `
    import { fitOpenFiles } from '${openFiles}'
    const facts = []
    const limits = await fitOpenFiles({ inAll: 4000, ofAddress: 1000 }, (fact) => facts.push(fact))
    console.log(JSON.stringify([limits, ...facts]))`
  const node = `"${process.execPath}" --input-type=module --eval "$CODE"`
  const env = { ...process.env, CODE: code }
  const { stdout } = await promisify(execFile)('bash', ['-c', `ulimit -n ${limit}; ${node}`], { env })
  return JSON.parse(stdout)
}

it('lowers the connection limit to the open-file limit of the process, and reports it', async () => {
  expect(await fit(2500)).toEqual([
    { inAll: 1000, ofAddress: 1000 },
    { openFiles: 2500, connections: 1000 },
  ])
  expect(await fit(8500)).toEqual([{ inAll: 4000, ofAddress: 1000 }])
})
