import { execFile } from 'node:child_process'
import { expect, it, jest } from '@jest/globals'

// Starts PostgreSQL with all migrations.
jest.setTimeout(300_000)

const run = (...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly output: string; readonly errors: string }>((resolve) => {
    execFile(process.execPath, ['scripts/blinding-check.ts', ...args], (error, output, errors) =>
      resolve({ code: error?.code ?? 0, output, errors }),
    )
  })

it('exits with 1 and shows the responses that differ', async () => {
  const { code, output, errors } = await run('--unblinded', '--call', '/unblinding/list')
  expect(output).toMatch(/^as an administrator who is not blinded: 1 call, \d+ requests, /)
  expect(output).toContain('\n  /unblinding/list {"')
  expect(output).toMatch(/\n1 call, \d+ requests, \d+ differences\n$/)
  expect(errors).toBe('The responses above differ.\n')
  expect(code).toBe(1)
})

it('exits with 0 if all responses are the same', async () => {
  const { code, output } = await run('--call', '/unblinding/list')
  expect(output).toMatch(/\n1 call, \d+ requests, 0 differences\n$/)
  expect(output.trim().split('\n')).toHaveLength(5)
  expect(code).toBe(0)
})

it('prints the usage for a call that does not exist', async () => {
  expect(await run('--call', '/nobody')).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^There is no call \/nobody\.\n\npnpm blinding:check/),
  })
})
