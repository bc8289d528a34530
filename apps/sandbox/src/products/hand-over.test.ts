import { once } from 'node:events'
import { get } from 'node:http'
import type { HandedOver } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sandbox, startSandbox } from '../index.ts'
import { createSessions } from './sessions.ts'
import {
  type AppCode,
  addressOf,
  callProduct,
  cookieOf,
  firstProject,
  grantOf,
  type HandOvers,
  handedOver,
  personOf,
  productKeys,
  roleOf,
  scope,
  startHandOvers,
  visitProduct,
} from './test-kit.ts'

let suite: HandOvers
let sandbox: Sandbox

beforeEach(async () => {
  suite = await startHandOvers()
  sandbox = await startSandbox({ port: 0, productKeys, suiteUrl: suite.url })
})
afterEach(async () => {
  await sandbox.close()
  await suite.close()
})

const { studyUrlId, study, sites } = scope

const visit = (appCode: AppCode, query: string, cookie?: string) =>
  visitProduct(sandbox, appCode, query, cookie)

/**
 * Requests a page with headers that `fetch` does not allow.
 * @returns the HTTP status
 */
const getWith = async (url: string, headers: Record<string, string>): Promise<number | undefined> => {
  const [response] = await once(get(url, { headers }), 'response')
  response.resume()
  return response.statusCode
}

/**
 * Signs in to a product with a new code.
 * @returns the page and the session
 */
const comeIn = async (appCode: AppCode, handed: HandedOver) => {
  const response = await visit(appCode, `?code=${suite.give(appCode, handed)}`)
  expect(response.status).toBe(303)
  const cookie = cookieOf(response)
  const location = new URL(response.headers.get('location') ?? '', sandbox.address)
  expect(location.href).toBe(addressOf(sandbox, appCode))
  return { cookie, response, page: await (await visit(appCode, '', cookie)).text() }
}

describe('a user who comes from the suite', () => {
  it('is signed in and sees their access in the product’s own words', async () => {
    const grant = grantOf({
      generalRoleId: '2',
      roles: [roleOf({ roleId: '23', environmentId: '1' }), roleOf({ roleId: '28', environmentId: '3' })],
      siteIds: ['s2'],
    })
    const other = {
      studyUrlId: 'su0',
      study: { id: 'p0', code: 'A-100', name: 'Another study' },
      sites: [],
      grant: null,
    }
    const handed = handedOver(grant)
    const { page, response, cookie } = await comeIn('EDC', {
      ...handed,
      studies: [other, ...handed.studies],
    })
    expect(response.headers.get('set-cookie')).toBe(
      `${cookie}; Path=/products/edc; HttpOnly; SameSite=Lax; Max-Age=1800`,
    )
    for (const text of [
      'lina Li',
      '鹿鸣溪医药',
      'eCRF designer',
      'Clinical research coordinator (CRC) · Production',
      'QA · UAT',
      '康宁医院',
      'Signed out after 30 minutes',
      'You may open this study, but have no role',
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('明济医院')
    // The opened study comes first, whatever its code.
    expect(page.indexOf('LMX-301')).toBeLessThan(page.indexOf('A-100'))
    const chinese = await (await visit('EDC', '?language=zh', cookie)).text()
    expect(chinese).toContain('临床研究协调员（CRC） · 正式环境')
    expect(await (await visit('EDC', '')).text()).not.toContain('lina Li')
  })

  it.each<[AppCode, HandedOver['studies'][number]['grant'], string[]]>([
    [
      'CTMS',
      grantOf({ generalRoleId: 'T-MEMBER', roles: [roleOf({ roleId: 'S-CRA' })], allSites: true }),
      ['Member', 'Clinical research associate (CRA)', 'All sites, also those added later'],
    ],
    [
      'ETMF',
      grantOf({ generalRoleId: '1', roles: [roleOf({ roleId: '13' })], siteIds: ['F-STUDY', 'F-s1'] }),
      ['TMF administrator', 'Document reviewer', 'Trial level', '01 明济医院'],
    ],
  ])('sees their roles in %s', async (appCode, grant, texts) => {
    const { page } = await comeIn(appCode, handedOver(grant))
    for (const text of texts) expect(page).toContain(text)
  })

  it('never gets blinded data with a blinded role, even beside an unblinded one', async () => {
    const role = (isBlind: number, siteIds = ['s1']) =>
      roleOf({ roleId: '301', projectId: firstProject, siteIds, isBlind })
    const pageWith = async (...roles: ReturnType<typeof role>[]) =>
      (await comeIn('RTSM', handedOver(grantOf({ roles })))).page
    const unblinded = await pageWith(role(0))
    expect(unblinded.match(/<td>K\d{5}<\/td>/g)).toHaveLength(3)
    expect(unblinded).toMatch(/Active|Placebo/)
    expect(unblinded).toContain('Unblinded')
    const others = [await pageWith(role(1)), await pageWith(role(0), role(1)), await pageWith(role(2))]
    for (const blinded of others) {
      expect(blinded).toContain('01-001')
      expect(blinded).toContain('Your role is blinded')
      expect(blinded).not.toMatch(/K\d{5}|Active|Placebo|Treatment arm|Kit number</)
    }
    // Other sites and projects do not appear at all.
    expect(unblinded).not.toContain('02-001')
    expect(unblinded).not.toContain('UAT')
  })

  it('sees no data of a removed site, whatever their role', async () => {
    const first = { studyUrlId, study, sites: sites.slice(0, 1) }
    const edc = grantOf({ generalRoleId: '1', roles: [roleOf({ roleId: '23', environmentId: '1' })] })
    const both = { siteIds: ['s1', 's2'] }
    await callProduct(sandbox, '/atrium/roles', scope)
    for (const given of [both, { allSites: true }]) {
      const studies = [{ ...first, grant: { ...edc, ...given } }]
      const { page } = await comeIn('EDC', handedOver(null, { studies }))
      expect(page).toContain('明济医院')
      expect(page).not.toMatch(/康宁医院|All sites/)
    }
    const rtsm = grantOf({ roles: [roleOf({ roleId: '301', projectId: firstProject, ...both, isBlind: 0 })] })
    await callProduct(sandbox, '/atrium/roles', scope, { appCode: 'RTSM' })
    const { page } = await comeIn('RTSM', handedOver(null, { studies: [{ ...first, grant: rtsm }] }))
    expect(page).toContain('01-001')
    expect(page).not.toContain('02-001')
  })

  it('no longer sees a removed study, and sees what an invitation has changed', async () => {
    const crc = grantOf({ generalRoleId: '1', roles: [roleOf({ roleId: '23', environmentId: '1' })] })
    const { cookie } = await comeIn('EDC', handedOver(crc))
    const users = [personOf('lina')]
    const grant = grantOf({ ...crc, roles: [roleOf({ roleId: '21', environmentId: '1' })] })
    await callProduct(sandbox, '/atrium/invitations', { ...scope, users, grant })
    const changed = await (await visit('EDC', '', cookie)).text()
    expect(changed).toContain('Principal investigator (PI)')
    expect(changed).not.toContain('Clinical research coordinator')
    const { page } = await comeIn('EDC', handedOver(null, { studies: [], validityTime: 0 }))
    expect(page).toContain('No study of this tenant has been authorized to you yet')
    expect(page).not.toContain('LMX-301')
  })

  it('can sign out', async () => {
    const { cookie } = await comeIn('EDC', handedOver(null))
    const out = await fetch(`${addressOf(sandbox, 'EDC')}/sign-out?language=en`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    })
    expect(out.status).toBe(303)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await (await visit('EDC', '?language=en', cookie)).text()).toContain('Nobody is signed in here')
  })

  it('gets a new session that replaces their old one', async () => {
    const { cookie: before } = await comeIn('EDC', handedOver(null))
    const code = suite.give('EDC', handedOver(null))
    const cookie = cookieOf(await visit('EDC', `?code=${code}`, before))
    expect(await (await visit('EDC', '', cookie)).text()).toContain('lina Li')
    expect(await (await visit('EDC', '', before)).text()).not.toContain('lina Li')
  })
})

describe('a user who comes while another is signed in', () => {
  const decide = (choice: 'stay' | 'change', cookie: string) =>
    fetch(`${addressOf(sandbox, 'EDC')}/arrival/${choice}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    })

  /**
   * Lets Wang arrive in Lina's browser.
   * @returns the cookies of her session and of his arrival
   */
  const wangComes = async () => {
    const { cookie: lina } = await comeIn('EDC', handedOver(null))
    const code = suite.give('EDC', handedOver(null, { user: personOf('wang') }))
    const response = await visit('EDC', `?code=${code}&language=en`, lina)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/products/edc/arrival?language=en',
    ])
    return { lina, wang: cookieOf(response) }
  }

  it('is asked which of the two users continues, while both sessions stay', async () => {
    const { lina, wang } = await wangComes()
    const page = await (await visit('EDC', '/arrival?language=en', `${lina}; ${wang}`)).text()
    expect(page).toContain('lina Li (lina) is signed in here, and this link belongs to wang Li (wang).')
    expect(await (await visit('EDC', '', `${lina}; ${wang}`)).text()).toContain('lina Li')
    expect(await (await visit('EDC', '?language=en', wang)).text()).toContain('Nobody is signed in here')
  })

  it('continues after choosing to, and the other user is signed out', async () => {
    const { lina, wang } = await wangComes()
    const response = await decide('change', `${lina}; ${wang}`)
    const [forgotten, session = ''] = response.headers.getSetCookie()
    expect(forgotten).toContain('edc-arrival=; Path=/products/edc; HttpOnly; SameSite=Lax; Max-Age=0')
    const cookie = session.split(';')[0] ?? ''
    expect(await (await visit('EDC', '', cookie)).text()).toContain('wang Li')
    expect(await (await visit('EDC', '', lina)).text()).not.toMatch(/(lina|wang) Li/)
  })

  it('is discarded if the other user stays', async () => {
    const { lina, wang } = await wangComes()
    expect((await decide('stay', `${lina}; ${wang}`)).status).toBe(303)
    expect(await (await visit('EDC', '', lina)).text()).toContain('lina Li')
    const late = await decide('change', `${lina}; ${wang}`)
    expect(late.headers.getSetCookie()).toEqual([])
  })
})

describe('a code', () => {
  it('is rejected with a link back if it is wrong, used or for another product', async () => {
    const code = suite.give('EDC', handedOver(null))
    // Requesting only the headers of a link does not use up the code.
    await fetch(`${addressOf(sandbox, 'EDC')}?code=${code}`, { method: 'HEAD' })
    expect((await visit('EDC', `?code=${code}`)).status).toBe(303)
    const others = suite.give('RTSM', handedOver(null))
    for (const bad of [code, others, 'wrong']) {
      const response = await visit('EDC', `?code=${bad}&language=en`)
      expect(response.status).toBe(403)
      expect(response.headers.get('set-cookie')).toBeNull()
      const page = await response.text()
      expect(page).toContain('the link is wrong, used already or older than 60 seconds')
      expect(page).toContain(`<a href="${suite.url}/">Back to Atrium</a>`)
    }
  })

  it.each<AppCode>(['EDC', 'RTSM', 'CTMS', 'ETMF'])(
    'is redeemed by %s with the page at which it arrived, whatever the caller claims',
    async (appCode) => {
      const own = new URL(addressOf(sandbox, appCode))
      await visit(appCode, '?code=any')
      await fetch(`${own.href.replace('127.0.0.1', 'localhost')}?code=any`)
      const claims = {
        host: '127.0.0.1:1',
        'x-forwarded-host': 'attacker.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=attacker.example;proto=https',
      }
      expect(await getWith(`${own.href}?code=any`, claims)).toBe(403)
      expect(await getWith(`${own.href}?code=any`, { host: 'attacker.example' })).toBe(403)
      expect(suite.addresses).toEqual([
        own.href,
        own.href.replace('127.0.0.1', 'localhost'),
        // The second request with forged headers was rejected before it reached the page.
        own.href,
      ])
    },
  )

  it('is rejected with the suite’s reason, if there is one', async () => {
    const response = await visit('EDC', '?code=withdrawn&language=en')
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('<h2>withdrawn (en)</h2>')
  })

  it('keeps the signed-in user signed in when it is rejected', async () => {
    const { cookie } = await comeIn('EDC', handedOver(null))
    expect(await (await visit('EDC', '?code=wrong&language=en', cookie)).text()).toContain(
      'Continue as lina Li',
    )
    expect(await (await visit('EDC', '', cookie)).text()).toContain('lina Li')
  })

  it('cannot be redeemed while the suite is down', async () => {
    await suite.close()
    const response = await visit('EDC', '?code=any')
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('暂时无法连接 Atrium')
  })
})

it('ends a session when it was unused for its minutes, and in any case after half a day', () => {
  let time = 0
  const sessions = createSessions(() => time)
  const [brief, long] = [
    sessions.begin(handedOver(null)),
    sessions.begin(handedOver(null, { validityTime: 0 })),
  ]
  const minutes = (count: number) => {
    time += count * 60_000
    return [brief, long].map((token) => sessions.find(token) !== undefined)
  }
  expect(minutes(29)).toEqual([true, true])
  expect(minutes(29)).toEqual([true, true])
  expect(minutes(31)).toEqual([false, true])
  expect(minutes(12 * 60)).toEqual([false, false])
  expect(sessions.find('')).toBeUndefined()
})
