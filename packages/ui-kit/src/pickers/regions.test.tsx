import { Form } from '@arco-design/web-react'
import { codes, regionLevels, tenantSave } from '@atrium/contract'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { SchemaForm } from '../form/SchemaForm.tsx'
import { show, user } from '../test-support/render.tsx'
import { RegionCascade } from './regions.tsx'

const region = (id: string, parentId: string, displayName: string) => ({ id, parentId, displayName })
const countries = [region('CN', '', 'China'), region('FR', '', 'France')]
const below: Record<string, object[]> = {
  CN: [region('11', 'CN', 'Beijing'), region('44', 'CN', 'Guangdong')],
  '44': [region('4403', '44', 'Shenzhen')],
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(({ path, query }) =>
    envelope(
      codes.ok,
      '',
      path === '/area/list' ? { list: countries, totalCount: 2 } : (below[query.get('id') ?? ''] ?? []),
    ),
  )
})
afterAll(() => api.stop())

function TenantMembership() {
  const [form] = Form.useForm()
  return (
    <SchemaForm id="place" form={form} schema={tenantSave.request} onSubmit={() => undefined}>
      <RegionCascade />
      <output>
        <Form.Item shouldUpdate noStyle>
          {(values) => JSON.stringify(values)}
        </Form.Item>
      </output>
    </SchemaForm>
  )
}

const values = () => JSON.parse(screen.getByRole('status').textContent ?? '{}')
const select = (name: string) => screen.getByRole('combobox', { name })
const choose = async (name: string, option: string) => {
  await user.click(select(name))
  await user.click(await screen.findByRole('option', { name: option }))
}

it('offers the regions below a choice, and clears them when the choice changes', async () => {
  await show(<TenantMembership />)
  await waitFor(() => expect(api.seen.map(({ path }) => path)).toEqual(['/area/list']))
  expect(api.seen[0]?.body).toMatchObject({ level: regionLevels.country, limit: 10_000 })
  expect(select('Province').getAttribute('aria-disabled')).toBe('true')

  await choose('Country/region', 'China')
  await choose('Province', 'Guangdong')
  await choose('City', 'Shenzhen')
  expect(values()).toMatchObject({ countryId: 'CN', provinceId: '44', cityId: '4403' })
  expect(api.seen.filter(({ path }) => path === '/area/child').map(({ query }) => query.get('id'))).toEqual([
    'CN',
    '44',
  ])

  await choose('Country/region', 'France')
  expect(values()).toMatchObject({ countryId: 'FR', provinceId: '', cityId: '' })
  await waitFor(() => expect(select('Province').getAttribute('aria-disabled')).toBe('true'))
})

it.each(['fra', 'ＦＲＡ'])('finds a choice by part of its name: %s', async (typed) => {
  await show(<TenantMembership />)
  await user.click((await screen.findAllByRole('combobox', { name: 'Country/region' }))[0] ?? document.body)
  await user.keyboard(typed)
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['France']),
  )
})
