import { expect, it } from '@jest/globals'
import { demonstrationOf } from './demonstration.ts'

const own = {
  DEMO: undefined,
  DATABASE_URL: undefined,
  HOST: '127.0.0.1',
  publicUrl: 'http://127.0.0.1:8080',
}

it.each([
  [{}, 'on'],
  [{ HOST: 'localhost', publicUrl: 'http://atrium.localhost' }, 'on'],
  [{ HOST: '::1', publicUrl: 'http://[::1]:8080' }, 'on'],
  [{ HOST: '127.9.9.9' }, 'on'],
  [{ HOST: '0.0.0.0' }, 'withheld'],
  [{ HOST: '::' }, 'withheld'],
  [{ HOST: 'localhost.example' }, 'withheld'],
  [{ publicUrl: 'https://atrium.example' }, 'withheld'],
  [{ publicUrl: 'https://127.0.0.1.example' }, 'withheld'],
  [{ DATABASE_URL: 'postgres://a@localhost/atrium' }, 'withheld'],
  [{ DEMO: '0' as const }, 'off'],
  [{ DEMO: '1' as const, HOST: '0.0.0.0', DATABASE_URL: 'postgres://a@db/atrium' }, 'on'],
])('with %j demonstration is %s', (over, demonstration) => {
  const { publicUrl, ...config } = { ...own, ...over }
  expect(demonstrationOf(config, { publicUrl })).toBe(demonstration)
})
