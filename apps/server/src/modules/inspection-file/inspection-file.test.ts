import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { blinding, type Call, codes, parseProfile, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { testedChromium } from '../../../../../scripts/test/chromium.ts'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { people } from '../../app/test-kit/index.ts'
import { type AuditEvent, recordAudit, sealBatches } from '../../platform/audit/index.ts'
import { verifyInspectionFile } from '../../platform/audit/verify-inspection-file.ts'
import { anonymous } from '../../platform/caller/caller.ts'
import { asSystem, asTenants, inTransaction } from '../../platform/database/index.ts'
import { openSnapshot } from '../../platform/database/snapshot.ts'
import type { ExportWork } from '../../platform/export/export.ts'
import { secrets } from '../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../products/licences/test-kit/index.ts'
import { type Inspected, prepareInspectionFile } from './index.ts'

jest.setTimeout(180_000)

let database: TestDatabase
let folder: string
let here: Awaited<ReturnType<typeof people>>['here']
let browser: Browser
let context: BrowserContext

/** The inspected study, another study of its tenant, and its link with RTSM. */
const [studyId, otherId] = [uuidv7(), uuidv7()]
let studyUrlId: string
let otherUrlId: string

const signing = () => ({
  signer: {
    ...{ userId: here.userId, userName: 'li.min', printedName: '李敏', sessionId: 's' },
    components: 'both' as const,
  },
  meaning: 'reviewer' as const,
  key: secrets.auditKey,
})

const write = (...events: Partial<AuditEvent>[]) =>
  inTransaction(database.db, asSystem, async (trx) => {
    const by = { actorId: here.userId, actorName: 'li.min', tenantId: here.tenantId, address: '192.0.2.7' }
    for (const event of events)
      await recordAudit(trx, { ...by, entity: 'study', entityId: studyId, call: '/study/save', ...event })
  })

const seal = () => sealBatches(database.db, secrets.auditKey)

/** Makes a file about the study. */
const made = async (more: Partial<Inspected> = {}, asked = here): Promise<string> => {
  const as = asTenants([asked.tenantId])
  const { trx, close } = await openSnapshot(database.db, as)
  try {
    const services = { db: database.db, secrets, profile: parseProfile({}) }
    const caller = { ...anonymous, userId: asked.userId, userName: 'li.min' }
    const work = { trx, as, caller, services } as unknown as ExportWork<Call>
    const inspected: Inspected = {
      ...{ tenantId: here.tenantId, studyIds: [studyId], from: '2026-01-01', until: '2099-01-01' },
      ...{ inspector: '国家药监局核查中心 王检', isUnblinded: true, ...more },
    }
    const { begin } = await prepareInspectionFile(work, inspected)
    return await text((await begin('file', close)).content)
  } finally {
    await close()
  }
}

/** Returns the text of a part of a file. */
const partOf = (file: string, name: string): string => {
  const [, part = ''] = new RegExp(`id="part-${name}">([^<]*)<`).exec(file) ?? []
  return part === '' ? '' : gunzipSync(Buffer.from(part, 'base64')).toString('utf8')
}

const everyPart = (file: string): string =>
  [...file.matchAll(/id="part-(\w+)">/g)].map(([, name = '']) => partOf(file, name)).join('\n')

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  here = (await people(database)).here
  folder = await mkdtemp(join(tmpdir(), 'atrium-inspection-'))
  const { owner } = database
  const linked = { tenantId: here.tenantId, softwareId: softwareCodes.rtsm }
  const tenantUrlId = await addDomain(owner, linked)
  studyUrlId = await addLinkedStudy(owner, { ...linked, tenantUrlId, studyId })
  otherUrlId = await addLinkedStudy(owner, { ...linked, tenantUrlId, studyId: otherId })
  await seal()
  // A seal with events of the study alone, one with an event of another study, and an event that is not sealed.
  await write(
    { after: { studyName: '降压研究', planCode: 'P-1' }, reason: '方案更正 "<b>"' },
    { after: { studyName: '降压研究 2' }, signing: signing() },
  )
  await seal()
  await write(
    { entity: 'product_authorization', entityId: studyUrlId, after: { studyUrlId, state: 'accepted' } },
    { entityId: otherId, after: { studyName: '别的研究' } },
    { entity: 'study_user', entityId: 'x', after: { studyId, list: [{ id: otherUrlId }] } },
  )
  await seal()
  await write({ after: { planCode: 'P-2' } })
  const executablePath = testedChromium()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  context = await browser.newContext({ locale: 'zh-CN' })
  await context.setOffline(true)
})

afterAll(async () => {
  await browser?.close()
  await database.close()
  await rm(folder, { recursive: true })
})

describe('an inspection file', () => {
  it('has the events of its studies, and none that names another study or tenant', async () => {
    const file = await made()
    const lines = partOf(file, 'sealed')
    expect(JSON.parse(lines.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ events: 4 })
    expect(partOf(file, 'trail').trimEnd().split('\n')).toHaveLength(5)
    expect(JSON.parse(partOf(file, 'facts'))).toMatchObject({
      leftOut: 1,
      studies: [`${studyId} (${studyId})`],
    })
    for (const foreign of [otherId, otherUrlId, '别的研究']) expect(everyPart(file)).not.toContain(foreign)
  })

  it('has in a blinded form nothing that could unblind, and no numbers of events', async () => {
    const file = await made({ isUnblinded: false })
    expect([...file.matchAll(/id="part-(\w+)">/g)].map(([, name]) => name)).toEqual([
      ...['facts', 'trail', 'access', 'accessReviews', 'decisions'],
      ...['requirements', 'evidence', 'overrides', 'signatures'],
    ])
    expect(partOf(file, 'trail').trimEnd().split('\n')).toHaveLength(4)
    expect(everyPart(file)).not.toContain('product_authorization')
    expect(everyPart(file)).not.toContain(studyUrlId)
    await write({ entity: 'product_authorization', entityId: studyUrlId, after: { studyUrlId } })
    const withoutTime = (made: string) => everyPart(made).replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '')
    expect(withoutTime(await made({ isUnblinded: false }))).toBe(withoutTime(file))
  })

  it('has the trainings that its studies need, in a blinded form without RTSM', async () => {
    const { owner } = database
    const of = { tenantId: here.tenantId, trainingId: uuidv7() }
    await owner
      .insertInto('training')
      .values({
        tenantId: of.tenantId,
        id: of.trainingId,
        code: 'GCP-1',
        name: 'GCP 培训',
        kind: 'gcp',
        months: 24,
      })
      .execute()
    for (const link of [studyUrlId, otherUrlId])
      await owner
        .insertInto('trainingRequirement')
        .values({ ...of, id: uuidv7(), studyUrlId: link, roleId: '', roleName: '' })
        .execute()
    const rows = async (isUnblinded: boolean) =>
      partOf(await made({ isUnblinded }), 'requirements')
        .trimEnd()
        .split('\n')
        .slice(1)
    expect(await rows(true)).toEqual([expect.stringContaining('"GCP-1","GCP 培训",["GCP","GCP"]')])
    expect(await rows(false)).toEqual([])
  })

  it('has the register with the names of roles in both languages', async () => {
    const roleName = JSON.stringify({ chs: '药物管理员', en: 'Supply manager' })
    const role = { roleId: 'r', roleName, isBlind: blinding.unblinded, siteIds: [], stockHouseIds: [] }
    const { id: tenantUserId } = await database.owner
      .selectFrom('tenantUser')
      .select('id')
      .where('userId', '=', here.userId)
      .executeTakeFirstOrThrow()
    const id = uuidv7()
    await database.owner
      .insertInto('unblinding')
      .values({
        ...{
          tenantId: here.tenantId,
          id,
          studyUrlId,
          studyId,
          softwareId: softwareCodes.rtsm,
          studyName: '',
        },
        ...{ userId: here.userId, tenantUserId, personName: '程以宁' },
        ...{ studyCode: '', requestedBy: here.userId, language: 'zh' as const },
        grants: JSON.stringify({ generalRoleId: '', roles: [role], siteIds: [], allSites: true }),
      })
      .execute()
    const register = partOf(await made(), 'unblinding')
    expect(register).toContain('["药物管理员","Supply manager"]')
    await database.owner.deleteFrom('unblinding').where('id', '=', id).execute()
  })

  it('has only the days of its period', async () => {
    expect(
      partOf(await made({ until: '2026-01-02' }), 'trail')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(1)
  })

  it('is only made blinded by somebody who is blinded in a study', async () => {
    const { id } = await database.owner
      .selectFrom('tenantUser')
      .select('id')
      .where('userId', '=', here.userId)
      .executeTakeFirstOrThrow()
    const roles = [{ roleId: 'r', roleName: 'r', isBlind: 1, siteIds: [], stockHouseIds: [] }]
    const held = {
      ...{ tenantId: here.tenantId, id: uuidv7(), studyUrlId: otherUrlId, tenantUserId: id },
      ...({ state: 'accepted', language: 'zh', batchId: 'b' } as const),
      grants: JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: true }),
    }
    await database.owner.insertInto('productAuthorization').values(held).execute()
    await expect(made()).rejects.toEqual(expect.objectContaining({ code: codes.forbidden }))
    expect(partOf(await made({ isUnblinded: false }), 'facts')).toContain('"isUnblinded":false')
    await database.owner.deleteFrom('productAuthorization').where('id', '=', held.id).execute()
  })

  it('is rejected for studies of another tenant and for a tenant that the caller may not read', async () => {
    const notFound = expect.objectContaining({ code: codes.notFound })
    for (const studyIds of [[], [studyId, uuidv7()]])
      await expect(made({ studyIds })).rejects.toEqual(notFound)
    await expect(made({}, { ...here, tenantId: uuidv7() })).rejects.toEqual(notFound)
  })
})

/** Returns a file with another byte at a position. */
const withByte = (file: Buffer, position: number, byte: number): Buffer => {
  const changed = Buffer.from(file)
  changed.writeUInt8(byte, position)
  return changed
}

describe('audit:verify --file', () => {
  it('verifies an inspection file without a browser, and finds a changed byte', async () => {
    const path = join(folder, 'verified.html')
    const file = Buffer.from(await made())
    await writeFile(path, file)
    expect(await verifyInspectionFile(path)).toMatchObject({
      ...{ madeBy: 'li.min', faults: [] },
      lines: { events: expect.any(Number), recomputed: 2, complete: 1, seals: 2, signatures: 1 },
    })
    for (const position of [0, file.indexOf('<meta') + 1, file.length - 40, file.length - 1]) {
      await writeFile(path, withByte(file, position, file.readUInt8(position) ^ 0x20))
      expect((await verifyInspectionFile(path)).faults).not.toEqual([])
    }
  })
})

/** Opens a file without a network, and returns the state that the page shows at last. */
const stateOf = async (page: Page, name: string, bytes: Buffer): Promise<string> => {
  const path = join(folder, `${name}.html`)
  await writeFile(path, bytes)
  await page.goto(pathToFileURL(path).href)
  await page.waitForFunction(() => document.body?.dataset.state !== 'checking')
  return await page.evaluate(
    () => `${document.body.dataset.state} ${document.querySelector('h2')?.textContent}`,
  )
}

/** Returns numbers from 0 to 1 that look random and are always the same. */
function* numbers(): Generator<number, never> {
  let state = 20_261_127
  for (;;) {
    state = (state * 48_271) % 2_147_483_647
    yield state / 2_147_483_647
  }
}

/** Returns the positions that the test changes: of each region of the file, with both ends. */
function positionsIn(file: Buffer): readonly number[] {
  const at = (sought: string) => file.indexOf(sought)
  const regions = [
    ...[0, 26, at('<!doctype'), at('<meta http'), at('<style'), at('<body'), at('id="part-facts"')],
    ...[at('id="part-sealed"'), at('id="part-trail"'), file.lastIndexOf('<script>'), file.length - 110],
    file.length,
  ]
  const random = numbers()
  return regions.slice(0, -1).flatMap((from, index) => {
    const to = regions[index + 1] ?? from
    const inside = Array.from({ length: 4 }, () => from + Math.floor(random.next().value * (to - from)))
    return [from, ...inside, to - 1]
  })
}

describe('a file that is opened without a network', () => {
  let file: Buffer
  beforeAll(async () => {
    file = Buffer.from(await made())
  })

  it('is verified, and shows its fingerprint, proofs, events and both languages', async () => {
    const page = await context.newPage()
    const errors: unknown[] = []
    page.on('pageerror', (error) => errors.push(error))
    page.on('console', (line) => errors.push(line.text()))
    expect(await stateOf(page, 'intact', file)).toBe('verified 验证通过：与生成时逐字节一致')
    const proofs = await page.getByRole('listitem').allInnerTexts()
    expect(proofs.join('\n')).toMatch(
      /2 条记录由 1 个封签完整证明[\s\S]*1 条记录所属的 1 个封签[\s\S]*2 条记录在生成时尚未封签[\s\S]*1 个电子签名/,
    )
    await page.getByRole('button', { name: /审计追踪 5/ }).click()
    await page.getByRole('searchbox').fill('p-1')
    await expect(page.getByRole('row').allInnerTexts()).resolves.toEqual([
      expect.any(String),
      expect.stringContaining('方案更正 "<b>"'),
    ])
    await page.getByRole('button', { name: 'English' }).click()
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe(
      'Intact: every byte is as it was signed',
    )
    expect(errors).toEqual([])
    await page.close()
  })

  it('says that the trail was broken when the file was made', async () => {
    const { rows } = await sql<{ id: string }>`
      update audit_event set after = '{"studyName": "被改动"}' where study_id = ${otherId} and batch > 0
      returning id`.execute(database.owner)
    expect(rows).toHaveLength(1)
    const page = await context.newPage()
    expect(await stateOf(page, 'broken', Buffer.from(await made()))).toBe(
      'broken 文件未被改动，但审计追踪的封签验证不通过',
    )
    await page.close()
  })

  it('is never verified once one of its bytes was changed', async () => {
    const pages = await Promise.all(Array.from({ length: 3 }, () => context.newPage()))
    const changes = positionsIn(file).map((position, index) => ({
      position,
      // Another letter case, a neighbour, and other white space than before.
      byte: [file.readUInt8(position) ^ 0x20, file.readUInt8(position) ^ 1, 9, 13][index % 4] ?? 0,
    }))
    const verified: unknown[] = []
    await Promise.all(
      pages.map(async (page, turn) => {
        for (const [index, { position, byte }] of changes.entries()) {
          if (index % pages.length !== turn) continue
          const changed = withByte(file, position, byte === file[position] ? 64 : byte)
          const state = await stateOf(page, `changed-${turn}`, changed)
          const seen = (await page.locator('body').allInnerTexts()).join()
          if (/^verified/.test(state) || seen.includes('验证通过')) verified.push({ position, byte, state })
        }
      }),
    )
    expect(verified).toEqual([])
    expect(changes.length).toBeGreaterThan(60)
  })
})
