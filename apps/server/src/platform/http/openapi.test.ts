import { allCalls } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

interface Operation {
  summary: string
  description: string
  operationId: string
  security: object[]
  parameters?: { name: string; required?: boolean }[]
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, object>; required?: string[] } }>
  }
  responses: Record<string, { content: Record<string, { schema: { properties: Record<string, object> } }> }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

const load = async () => (await (await fetch(`${suite.server.api}/openapi.json`)).json()) as Document

describe('the OpenAPI document', () => {
  it('contains every call and nothing else', async () => {
    const { openapi, paths } = await load()
    expect(openapi).toMatch(/^3\.1/)
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(allCalls.map(({ method, path }) => `${method} ${path}`).sort())
  })

  it('describes who may call, what is sent and what is returned', async () => {
    const { paths } = await load()
    const save = paths['/tenant/save']?.post
    expect(save).toMatchObject({
      security: [{ session: [] }],
      description: expect.stringMatching(
        /^For system roles with the menu `tenant`, across all tenants\. The reason .* its electronic signature /,
      ),
    })
    expect(paths['/dictionary/save']?.post?.description).toContain('Also for tenant roles')
    expect(paths['/dictionary/getListByCategory']?.post?.description).toBe(
      'For signed-in users, within their own tenants. System roles with the menu `dictionary` can access all tenants.',
    )
    const sent = save?.requestBody?.content['application/json']?.schema
    expect(sent?.required).toEqual(['tenantName', 'abbr', 'categoryId'])
    expect(sent?.properties.tenantName).toMatchObject({ type: 'string', maxLength: 100 })
    const answered = save?.responses['200']?.content['application/json']?.schema.properties
    expect(Object.keys(answered ?? {})).toEqual(expect.arrayContaining(['code', 'message', 'data', 'errors']))
    expect(paths['/tenant/delete']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'query', required: true },
    ])
    expect(paths['/sys/login']?.post?.security).toEqual([])
  })

  it('contains everything that it refers to', async () => {
    const document: unknown = await load()
    const referred = JSON.stringify(document).match(/"#\/components\/schemas\/[^"]+"/g) ?? []
    expect(referred.length).toBeGreaterThan(0)
    for (const reference of new Set(referred)) {
      const names = reference.slice(3, -1).split('/')
      expect(names.reduce((part, name) => Object(part)[name], document)).toMatchObject({ type: 'object' })
    }
  })

  it('is created once, sent compressed, and not sent again to a client that already has it', async () => {
    const address = `${suite.server.api}/openapi.json`
    const whole = await load()
    const tags = new Set<string | null>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await fetch(address, { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(await response.json()).toEqual(whole)
      tags.add(response.headers.get('etag'))
    }
    expect(tags.size).toBe(1)
    const [etag] = tags
    const again = await fetch(address, { headers: { 'if-none-match': etag ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    for (const copy of ['json', 'yaml']) {
      const { url } = await fetch(`${suite.server.api}/docs/${copy}`)
      expect(url).toBe(address)
    }
  })

  it('can be browsed without inline scripts', async () => {
    const page = await (await fetch(`${suite.server.api}/docs/`)).text()
    expect(page).toContain('swagger-ui')
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
  })
})
