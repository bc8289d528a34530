import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { ProfileError, parseProfile } from './parse-profile.ts'
import { Profile } from './profile.ts'

const shipped: unknown = JSON.parse(
  readFileSync(new URL('../../../../profile.json', import.meta.url), 'utf8'),
)

describe('profile', () => {
  it('is complete even if the file is empty', () => {
    expect(parseProfile({})).toMatchObject({
      systemName: { zh: 'Atrium 用户中心', en: 'Atrium User Centre' },
      apiPrefix: '/api',
      timeZone: 'Asia/Shanghai',
      encryptValues: true,
      ctms: { signInLinkEnabled: false },
      brand: { icon: '/brand/favicon.svg' },
      embeddingOrigins: [],
      frameAncestors: [],
      sessionLifetime: { administratorHours: 12, otherDays: 30 },
    })
  })

  it('fills in the missing fields of a group', () => {
    expect(parseProfile({ brand: { colour: '#0f766e' } }).brand).toMatchObject({
      colour: '#0f766e',
      logo: '/brand/logo.svg',
    })
  })

  it('accepts the profile that ships with the suite', () => {
    expect(() => parseProfile(shipped)).not.toThrow()
  })

  it.each([
    [{ colour: 'red' }, 'colour is not a setting'],
    [{ brand: { color: '#000000' } }, 'brand.color is not a setting'],
    [{ brand: { colour: 'red' } }, 'brand.colour must be a colour such as #165dff'],
    [
      { brand: { logo: 'javascript:alert(1)' } },
      'brand.logo must be a path that starts with / or an http(s) URL',
    ],
    [
      { brand: { logo: '//elsewhere.example/a.svg' } },
      'brand.logo must be a path that starts with / or an http(s) URL',
    ],
    [{ systemName: { zh: '某系统' } }, 'systemName.en must be text'],
    [{ systemName: { zh: '', en: 'X' } }, 'systemName.zh must not be empty'],
    [{ apiPrefix: 'api/' }, 'apiPrefix must be a path such as /api'],
    [{ timeZone: 'Asia/Nowhere' }, 'timeZone must be a time zone such as Asia/Shanghai'],
    [{ embeddingOrigins: ['https://a.example/'] }, 'embeddingOrigins.0 must be an origin'],
    [{ frameAncestors: ['*'] }, 'frameAncestors.0 must be an origin'],
    [{ publicUrl: 'atrium.example' }, 'publicUrl must be an address such as https://atrium.example.com'],
    [{ publicUrl: 'https://atrium.example/' }, 'publicUrl must be an address such as'],
    [{ publicUrl: 'https://atrium.example/#/' }, 'publicUrl must be an address such as'],
    [{ publicUrl: 'javascript:alert(1)' }, 'publicUrl must be an address such as'],
    [{ support: { email: 'nobody' } }, 'support.email must be an e-mail address or empty'],
    [{ encryptValues: 'yes' }, 'encryptValues must be true or false'],
    [
      { sessionLifetime: { administratorHours: 0 } },
      'sessionLifetime.administratorHours must be a whole number from 1 to 8760, not 0',
    ],
    [
      { sessionLifetime: { otherDays: 366 } },
      'sessionLifetime.otherDays must be a whole number from 1 to 365, not 366',
    ],
    [
      { sessionLifetime: { otherDays: '30' } },
      'sessionLifetime.otherDays must be a whole number from 1 to 365, not "30"',
    ],
    [
      { retention: { messageDays: 0.5 } },
      'retention.messageDays must be a whole number from 1 to 3650, not 0.5',
    ],
    [
      { limits: { exports: { atOnce: 13 } } },
      'limits.exports.atOnce must be a whole number from 1 to 12, not 13',
    ],
    [
      { limits: { codes: { tries: null } } },
      'limits.codes.tries must be a whole number from 1 to 10, not null',
    ],
    [
      { limits: { signIn: { nameClosedAfter: 20 } } },
      'limits.signIn.nameClosedAfter must be greater than limits.signIn.nameCaptchaAfter',
    ],
    [
      { limits: { database: { connections: 4 } } },
      'limits.database.connections must be greater than limits.exports.atOnce',
    ],
    [{ limits: { signIn: { attempts: 3 } } }, 'limits.signIn.attempts is not a setting'],
    [{ identitySources: ['a', 'b', 'c'] }, 'identitySources must name at most two sources'],
  ])('rejects %j', (value, message) => {
    expect(() => parseProfile(value)).toThrow(ProfileError)
    expect(() => parseProfile(value)).toThrow(message)
    // A mistake is reported only once.
    expect(() => parseProfile(value)).not.toThrow(/;/)
  })

  it.each([[null], ['profile'], [[]]])('rejects %j as a whole', (value) => {
    expect(() => parseProfile(value)).toThrow(ProfileError)
  })
})

interface SchemaPart {
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaPart>>
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

/** Returns name, default and range of every number in a schema. */
const numbersOf = ({ properties = {} }: SchemaPart, group = ''): readonly string[] =>
  Object.entries(properties).flatMap(([name, part]) => {
    if (part.properties) return numbersOf(part, `${group}${name}.`)
    return part.type === 'integer'
      ? [`${group}${name}: ${part.default}, ${part.minimum} to ${part.maximum}`]
      : []
  })

describe('the page for operators', () => {
  it('states the default and the range of every number', () => {
    const page = readFileSync(new URL('../../../../docs/operators/configure.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `([\w.]+\.\w+)` \| .+ \| (\d+) \| (\d+ to \d+) \|$/gm)]
    const numbers = numbersOf(z.toJSONSchema(Profile, { io: 'input', unrepresentable: 'any' }) as SchemaPart)
    expect(numbers).toContain('limits.signIn.lockMinutes: 15, 1 to 1440')
    expect(rows.map(([, name, fallback, range]) => `${name}: ${fallback}, ${range}`)).toEqual(numbers)
  })
})
