import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { codes, userInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { processEnvironment, programFile } from '../../../../test-support/index.ts'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { send, trySignIn } from '../sign-in/test-kit/index.ts'

// The command runs in a separate process, as operators run it.
jest.setTimeout(180_000)

const run = promisify(execFile)

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

/** Runs the command next to a running server, as an operator does. */
const reset = (args: readonly string[], env: Record<string, string> = {}) => {
  const { url, ownerUrl } = suite.database
  const baseEnv = { ...processEnvironment, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
  return run(process.execPath, [programFile, 'admin:password', ...args], { env: { ...baseEnv, ...env } })
}

const signInWith = async (password: string) =>
  (await trySignIn(suite.server, { userName: 'admin', password })).code

const userOf = (userName: string) =>
  suite.database.owner
    .selectFrom('appUser')
    .selectAll()
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow()

describe('an operator who has lost the administrator’s password', () => {
  it('gets a new password, shown once, that unlocks the account and ends its sessions', async () => {
    const { owner } = suite.database
    const { id } = await userOf('admin')
    const { data } = await trySignIn(suite.server, { userName: 'admin', password: 'Admin0Password' })
    await owner.updateTable('appUser').set({ status: '1' }).where('id', '=', id).execute()
    const { stdout } = await reset([])
    const password = /admin +([A-Za-z\d]{16})\n/.exec(stdout)?.[1] ?? ''
    expect(await signInWith(password)).toBe(codes.ok)
    expect((await send(suite.server, userInfo, {}, { token: data?.token ?? '' })).code).not.toBe(codes.ok)
    const event = await owner
      .selectFrom('auditEvent')
      .selectAll()
      .where('call', '=', 'admin:password')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actorId: null, entity: 'app_user', entityId: id, before: { status: '1' } })
    expect(event.actorName).toMatch(/.@./)
    expect(JSON.stringify(event)).not.toContain(password)
  })

  it('can choose the password, which is then not printed', async () => {
    const { stdout } = await reset(['admin'], { ADMIN_PASSWORD: 'Chosen2026x' })
    expect(stdout).not.toContain('Chosen2026x')
    expect(await signInWith('Chosen2026x')).toBe(codes.ok)
  })

  it('cannot choose a weak password or reset another user’s', async () => {
    const before = await suite.database.owner
      .selectFrom('appUser')
      .select(['id', 'passwordHash'])
      .orderBy('id')
      .execute()
    const { userName } = await suite.database.owner
      .selectFrom('appUser')
      .select('userName')
      .where('roleId', 'is', null)
      .executeTakeFirstOrThrow()
    await expect(reset([], { ADMIN_PASSWORD: 'short' })).rejects.toMatchObject({ code: 1 })
    await expect(reset([], { ADMIN_PASSWORD: 'Password123' })).rejects.toMatchObject({
      code: 1,
      stderr: 'ADMIN_PASSWORD is one of the most common passwords. Choose a different one.\n',
    })
    for (const name of ['nobody-of-this-name', userName])
      await expect(reset([name])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^There is no platform administrator .+\n$/),
      })
    expect(
      await suite.database.owner.selectFrom('appUser').select(['id', 'passwordHash']).orderBy('id').execute(),
    ).toEqual(before)
  })
})
